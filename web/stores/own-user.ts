// Who is signed in, as the server has them now: their e-mail or mobile may have changed since the sign-in, here or elsewhere.

import type { User } from '@fairtick/contract/http/accounts';
import { currentSession, signIn } from './session.ts';

/** At the app's start and after a change; what is kept stays where no answer comes. `ask`: askUser of ask-user.ts. */
export async function refreshUser(ask: () => Promise<{ readonly user: User }>): Promise<void> {
  const before = currentSession();
  if (!before) return;
  const answer = await ask().catch(() => undefined);
  // Whoever signed in meanwhile is somebody else.
  if (answer && currentSession()?.token === before.token) signIn({ token: before.token, user: answer.user });
}
