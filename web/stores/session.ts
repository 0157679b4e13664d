// Who is signed in: token and user, kept in local storage and shared by all tabs. Where to go on sign-out is the caller's business.

import { isRecord } from '@fairtick/contract/client/is-record';
import { onStoredElsewhere, readStored, writeStored } from '@fairtick/contract/client/storage';
import type { User } from '@fairtick/contract/http/accounts';
import { createStore } from 'zustand/vanilla';

export interface Session {
  readonly token: string;
  readonly user: User;
}

const KEY = 'session';

function stored(): Session | undefined {
  const value = readStored('local', KEY);
  if (!isRecord(value) || typeof value.token !== 'string' || !isRecord(value.user)) return undefined;
  const { id, uid, email, is_demo, credit_score } = value.user;
  if (typeof id !== 'string' || typeof uid !== 'string' || typeof email !== 'string') return undefined;
  return {
    token: value.token,
    user: { id, uid, email, is_demo: is_demo === 1 ? 1 : 0, credit_score: Number(credit_score) || 0 },
  };
}

export const sessionStore = createStore<{ session: Session | undefined }>(() => ({ session: stored() }));
onStoredElsewhere(KEY, () => sessionStore.setState({ session: stored() }));

export const currentSession = (): Session | undefined => sessionStore.getState().session;

export function signIn(session: Session): void {
  writeStored('local', KEY, session);
  sessionStore.setState({ session });
}

/** Forgets token and user here; revoking the token is the `logout` call. */
export function signOut(): void {
  writeStored('local', KEY, undefined);
  sessionStore.setState({ session: undefined });
}

/** Calls back with the new session whenever the token changes. */
export function onSession(changed: (session: Session | undefined) => void): () => void {
  return sessionStore.subscribe((state, before) => {
    if (state.session?.token !== before.session?.token) changed(state.session);
  });
}
