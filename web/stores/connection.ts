// The app's one socket, wired to the session, the language and the network's comings and goings; and whether it is open.

import { socket as numbers } from 'virtual:contract';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { webSocketLink } from '../transport/link.ts';
import { TopicSocket } from '../transport/socket.ts';
import { goToLogin } from './login-address.ts';
import { currentSession, onSession, signOut } from './session.ts';
import { currentSettings, onSettings } from './settings.ts';

const seed = new DataView(systemEntropy.bytes(4).buffer).getUint32(0);

/** The server writes what it tells a user in the language that the connection was opened with. */
function address(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${numbers.path}?lang=${currentSettings().lang}`;
}

export const socket = new TopicSocket({
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
export function startConnection(): void {
  if (started) {
    socket.start();
    return;
  }
  started = true;
  socket.setToken(currentSession()?.token);
  onSession((session) => socket.setToken(session?.token));
  onSettings((now, before) => {
    if (now.lang === before.lang) return;
    socket.stop();
    socket.start();
  });
  globalThis.addEventListener?.('online', () => socket.hurry());
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.hurry();
  });
  socket.start();
}
let started = false;

/** lost: it was open, or failed to open; what is on the screen may be old. connecting: the first try is under way. */
export type Connection = 'connecting' | 'open' | 'lost';

let connection: Connection = 'connecting';
socket.onState(() => {
  if (socket.state === 'open') connection = 'open';
  else if (socket.state === 'waiting') connection = 'lost';
});

export const currentConnection = (): Connection => connection;
export const onConnection = (changed: () => void): (() => void) => socket.onState(changed);

/** Calls back each time the connection is open again, so that what was missed can be fetched. */
export function onReconnect(run: () => void): () => void {
  let wasOpen = false;
  return socket.onState(() => {
    if (socket.state !== 'open') return;
    if (wasOpen) run();
    wasOpen = true;
  });
}
