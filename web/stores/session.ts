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

/** Sessions that an older app kept lack what came later. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function stored(): Session | undefined {
  const value = readStored('local', KEY);
  if (!isRecord(value) || typeof value.token !== 'string' || !isRecord(value.user)) return undefined;
  const { id, uid, name, email, invite_code, is_trader, is_demo, credit_score } = value.user;
  if (typeof id !== 'string' || typeof uid !== 'string' || typeof email !== 'string') return undefined;
  return {
    token: value.token,
    user: {
      id,
      uid,
      name: textOf(name),
      email,
      invite_code: textOf(invite_code),
      is_trader: is_trader === true,
      is_demo: is_demo === 1 ? 1 : 0,
      credit_score: Number(credit_score) || 0,
    },
  };
}

interface Seat {
  readonly session: Session | undefined;
  /** How many have sat here and gone since the page was opened: what was on the screen before is not the next one's. */
  readonly gone: number;
}

export const sessionStore = createStore<Seat>(() => ({ session: stored(), gone: 0 }));
onStoredElsewhere(KEY, () => seat(stored()));

function seat(session: Session | undefined): void {
  const before = currentSession();
  const left = before !== undefined && before.user.id !== session?.user.id;
  sessionStore.setState(({ gone }) => ({ session, gone: left ? gone + 1 : gone }));
}

export const currentSession = (): Session | undefined => sessionStore.getState().session;

export function signIn(session: Session): void {
  const before = currentSession();
  if (before && before.user.id !== session.user.id) endMessages();
  writeStored('local', KEY, session);
  seat(session);
}

/** Forgets token and user here; revoking the token is the `logout` call. */
export function signOut(): void {
  writeStored('local', KEY, undefined);
  seat(undefined);
  endMessages();
}

/**
 * Messages of whoever was signed in must not come to whoever is next, nor stay on the screen. Its push service then tells the server that there is
 * nobody.
 */
function endMessages(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .getRegistration()
    .then((worker) => (worker ? Promise.allSettled([endSubscription(worker), closeShown(worker)]) : undefined))
    .catch(() => undefined);
}

/** Some browsers have a worker and no messages. */
const endSubscription = async (worker: ServiceWorkerRegistration): Promise<unknown> =>
  (await worker.pushManager?.getSubscription())?.unsubscribe();

async function closeShown(worker: ServiceWorkerRegistration): Promise<void> {
  for (const shown of await worker.getNotifications()) shown.close();
}

/** Calls back with the new session whenever the token changes. */
export function onSession(changed: (session: Session | undefined) => void): () => void {
  return sessionStore.subscribe((state, before) => {
    if (state.session?.token !== before.session?.token) changed(state.session);
  });
}
