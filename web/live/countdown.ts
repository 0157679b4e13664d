// Seconds left until a moment, for contracts that run out. Re-renders once a second and no more.

import { systemClock } from '@fairtick/kernel/clock';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { MicroOrder } from './orders.ts';
import { QUERY, refresh } from './query.ts';

const LOOK_EVERY_MS = 200;
const AFTER_END_MS = 1_000;

export const secondsLeft = (endsAtMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));

/** By this device's clock. */
export function useSecondsLeft(endsAtMs: number): number {
  const subscribe = useCallback((changed: () => void) => systemClock.every(LOOK_EVERY_MS, changed), []);
  return useSyncExternalStore(subscribe, () => secondsLeft(endsAtMs, systemClock.now()));
}

/** Fetches the open contracts anew one second after each runs out. */
export function useRefreshAtEnd(orders: readonly MicroOrder[]): void {
  useEffect(() => {
    const nowMs = systemClock.now();
    const cancels = orders.map((order) =>
      systemClock.after(Math.max(0, order.endsAtMs - nowMs) + AFTER_END_MS, () =>
        refresh(QUERY.microOrders, QUERY.balances, QUERY.profits),
      ),
    );
    return () => {
      for (const cancel of cancels) cancel();
    };
  }, [orders]);
}

/** 65 as 1:05, 3 as 0:03. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
