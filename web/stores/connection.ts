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
  silenceMs: numbers.silenceMs,
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

/** lost: it was open, or failed to open, or says nothing any more; what is on the screen may be old. connecting: the first try is under way. */
export type Connection = 'connecting' | 'open' | 'lost';

/** How old the prices on the screen are, told to the page's styles: some seconds, and longer than anybody should look at them. */
const OLD_MS = 15_000;
let connection: Connection = 'connecting';
let older: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function judge(): void {
  const offline = globalThis.navigator?.onLine === false;
  const before = connection;
  if (offline || socket.silent || socket.state === 'waiting') connection = 'lost';
  else if (socket.state === 'open') connection = 'open';
  if (connection === before) return;
  clearTimeout(older);
  showAge(connection === 'lost' ? 'aging' : undefined);
  if (connection === 'lost') older = setTimeout(() => showAge('old'), OLD_MS);
  for (const listener of listeners) listener();
}

function showAge(age: 'aging' | 'old' | undefined): void {
  const data = globalThis.document?.documentElement.dataset;
  if (!data) return;
  if (age) data.prices = age;
  else delete data.prices;
}

socket.onState(judge);
socket.onSilence(judge);
globalThis.addEventListener?.('online', judge);
globalThis.addEventListener?.('offline', judge);

/** A request found no server: the socket is asked at once whether it still does. */
export const doubtConnection = (): void => socket.doubt();

export const currentConnection = (): Connection => connection;
export function onConnection(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Calls back each time the connection is open again, so that what was missed can be fetched. */
export function onReconnect(run: () => void): () => void {
  let wasOpen = false;
  return socket.onState(() => {
    if (socket.state !== 'open') return;
    if (wasOpen) run();
    wasOpen = true;
  });
}
