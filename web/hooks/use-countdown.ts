// Seconds left until a moment, for options that run out. Re-renders once a second and no more.

import { systemClock } from '@fairtick/kernel/clock';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { secondsLeft } from '../calculators/countdown.ts';
import type { OptionOrder } from '../stores/orders.ts';
import { QUERY, refresh } from '../transport/query.ts';

const LOOK_EVERY_MS = 200;
const AFTER_END_MS = 1_000;

/** By this device's clock. */
export function useSecondsLeft(endsAtMs: number): number {
  const subscribe = useCallback((changed: () => void) => systemClock.every(LOOK_EVERY_MS, changed), []);
  return useSyncExternalStore(subscribe, () => secondsLeft(endsAtMs, systemClock.now()));
}

/** Fetches the running options anew one second after each runs out. */
export function useRefreshAtEnd(options: readonly OptionOrder[]): void {
  useEffect(() => {
    const nowMs = systemClock.now();
    const cancels = options.map((option) =>
      systemClock.after(Math.max(0, option.endsAtMs - nowMs) + AFTER_END_MS, () =>
        refresh(QUERY.microOrders, QUERY.balances, QUERY.profits),
      ),
    );
    return () => {
      for (const cancel of cancels) cancel();
    };
  }, [options]);
}
