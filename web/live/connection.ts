// The app's one live connection, wired to the session, the network's comings and goings, and React.

import { socket as numbers } from 'virtual:contract';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { useSyncExternalStore } from 'react';
import { goToLogin } from './api.ts';
import { currentSession, onSession, signOut } from './session.ts';
import { currentSettings, onSettings } from './settings.ts';
import { LiveSocket, webSocketLink } from './socket.ts';

const seed = new DataView(systemEntropy.bytes(4).buffer).getUint32(0);

/** The server writes what it tells a user in the language that the connection was opened with. */
function address(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${numbers.path}?lang=${currentSettings().lang}`;
}

export const liveSocket = new LiveSocket({
  open: (events) => webSocketLink(address(), events),
  clock: systemClock,
  random: seededRandom(seed),
  heartbeatMs: numbers.heartbeatMs,
  connectTimeoutMs: numbers.connectTimeoutMs,
  missedPings: numbers.missedPings,
  privateTopics: numbers.privateTopics,
  loginRefused: (token) => {
    if (currentSession()?.token !== token) return;
    signOut();
    goToLogin();
  },
});

/** Starts the connection and keeps it in step with the session. Safe to call on every navigation. */
export function startLive(): void {
  if (started) {
    liveSocket.start();
    return;
  }
  started = true;
  liveSocket.setToken(currentSession()?.token);
  onSession((session) => liveSocket.setToken(session?.token));
  onSettings((now, before) => {
    if (now.lang === before.lang) return;
    liveSocket.stop();
    liveSocket.start();
  });
  globalThis.addEventListener?.('online', () => liveSocket.hurry());
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') liveSocket.hurry();
  });
  liveSocket.start();
}
let started = false;

/** lost: it was open, or failed to open; what is on the screen may be old. connecting: the first try is under way. */
export type Connection = 'connecting' | 'open' | 'lost';

let connection: Connection = 'connecting';
liveSocket.onState(() => {
  if (liveSocket.state === 'open') connection = 'open';
  else if (liveSocket.state === 'waiting') connection = 'lost';
});
const subscribe = (changed: () => void): (() => void) => liveSocket.onState(changed);

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);

/** Calls back each time the line is open again, so that what was missed can be fetched. */
export function onReconnect(run: () => void): () => void {
  let wasOpen = false;
  return liveSocket.onState(() => {
    if (liveSocket.state !== 'open') return;
    if (wasOpen) run();
    wasOpen = true;
  });
}
