// The public log of ticks: a tick is real once it has its place in it. The tree, its proofs and its signatures are platform/transparency's.

import type { Tick } from '@fairtick/engine/types';
import { type LogOptions, type LogRows, TransparencyLog } from '../../../platform/transparency/index.ts';
import { type NewTick, type TickStoreOptions, tickStore } from './tick-store.ts';

/**
 * The log's name, said in this one place: first line of each checkpoint and name of its key. An operator with a public address should give
 * that instead (host and path of the log, no scheme), so that no two logs of the world carry one name.
 */
export const TICK_LOG_ORIGIN = 'fairtick.log/ticks';

/** receivedTime never goes back: one that would is raised to its predecessor's. */
export type TickLog = TransparencyLog<NewTick, Tick>;

export type TickLogOptions = Pick<LogOptions<NewTick, Tick, unknown>, 'pool' | 'clock' | 'keys' | 'onError'> &
  TickStoreOptions & {
    /** TICK_LOG_ORIGIN unless the operator has a public address. */
    readonly origin?: string;
  };

/** The log's rows, to be read alone. */
export const tickRows = (): LogRows => tickStore({ evaluatedThrough: () => -1, pairOf: () => undefined });

/** See TransparencyLog.open. */
export function openTickLog({
  pool,
  clock,
  keys,
  origin = TICK_LOG_ORIGIN,
  onError,
  evaluatedThrough,
  pairOf,
}: TickLogOptions): Promise<TickLog> {
  const store = tickStore({ evaluatedThrough, pairOf });
  return TransparencyLog.open({ pool, clock, keys, origin, store, onError });
}
