// The time of this device, for what says a day and a minute: drawn again every ten seconds and no more.

import { systemClock } from '@fairtick/kernel/clock';
import { useSyncExternalStore } from 'react';

const STEP_MS = 10_000;
const subscribe = (changed: () => void): (() => void) => systemClock.every(STEP_MS, changed);
const step = (): number => Math.floor(systemClock.now() / STEP_MS) * STEP_MS;

export const useNow = (): number => useSyncExternalStore(subscribe, step);
