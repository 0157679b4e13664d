// The token of who is signed in: in memory and, so that a reload keeps it, in this tab's session storage. No other tab and no later day has it.

import { readStored, writeStored } from '@fairtick/contract/client/storage';
import { queryClient } from '../transport/query.ts';
import { createStore } from './store.ts';

/** Why nobody is signed in: never was, by the person, by the server, or for want of a sign of life. */
export type Ended = 'never' | 'signed_out' | 'expired' | 'idle';

export interface Session {
  readonly token: string | undefined;
  readonly ended: Ended;
}

const KEY = 'console.session';
const stored = readStored('session', KEY);

export const sessionStore = createStore<Session>({
  token: typeof stored === 'string' ? stored : undefined,
  ended: 'never',
});

export function signIn(token: string): void {
  writeStored('session', KEY, token);
  queryClient.clear();
  sessionStore.set({ token, ended: 'never' });
}

/** Forgets the token and everything that was read with it; revoking it is the `sign_out` call. */
export function forgetSession(ended: Ended): void {
  writeStored('session', KEY, undefined);
  sessionStore.set({ token: undefined, ended });
  queryClient.clear();
}
