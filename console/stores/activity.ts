// When the server last heard of this session, and whether somebody sits here. The server ends a session that made no call for 15 minutes, so
// what the console asks by itself stops when nobody is there: else an empty chair would stay signed in.

import { systemClock } from '@fairtick/kernel/clock';
import { createStore } from './store.ts';

/** So long after the last touch or key the console still asks by itself. */
const PRESENT_MS = 120_000;

/** UTC ms of this machine. */
export const lastCallStore = createStore(systemClock.now());
export const presentStore = createStore(true);
let cancel = (): void => {};

export const noteCall = (): void => lastCallStore.set(systemClock.now());

export function noteTouch(): void {
  cancel();
  presentStore.set(true);
  cancel = systemClock.after(PRESENT_MS, () => presentStore.set(false));
}
