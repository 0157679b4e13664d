// Reads all orders from the database, at a start and after a doubt. The feeder then evaluates the ticks since.

import { Engine } from '@fairtick/engine/engine';
import type { EngineOptions, TradingEngine } from '@fairtick/engine/surface';
import type { Tick } from '@fairtick/engine/types';
import type { Pool, PoolClient } from '../platform/database/pools.ts';
import type { ClusterPort } from './cluster-port.ts';
import { PairSwitches } from './pair-switches.ts';
import { Reading, type TradingParts } from './reading.ts';
import type { TradingMarket } from './trading-market.ts';

export interface RebuildOptions {
  readonly db: Pool;
  readonly market: TradingMarket;
  readonly parts: TradingParts;
  /** Locks what every batch locks, and so waits for a commit that is under way. */
  readonly lockAll: (tx: PoolClient) => Promise<unknown>;
  readonly cluster: ClusterPort | undefined;
  /** For tests: another engine, compared with the real one. */
  readonly engine: ((options: EngineOptions) => TradingEngine) | undefined;
}

export function newReading({ market, engine, parts }: Pick<RebuildOptions, 'market' | 'engine' | 'parts'>): Reading {
  const options = { pairs: market.pairs(), marketTime: (tick: Tick) => market.marketTime(tick) };
  return new Reading(engine?.(options) ?? new Engine(options), parts, new PairSwitches(market, options.pairs));
}

export interface Restored {
  readonly reading: Reading;
  /** Ticks up to here were decided, by whichever server. */
  readonly decided: number;
  /** Ticks up to here are evaluated in this reading. */
  readonly evaluated: number;
  /** Batches committed before this place were read. */
  readonly readFrom: bigint;
}

/** Reads all orders. undefined where a doubt ended the reading meanwhile. Rejects when the database is away. */
export async function restore(options: RebuildOptions, reading: Reading): Promise<Restored | undefined> {
  const { db, market, cluster } = options;
  const readFrom = await waitForCommits(options);
  const decided = await market.evaluatedThrough();
  const evaluated = cluster ? await cluster.restartAfter(decided) : decided;
  reading.engine.restore({ quotes: await market.ticksAt(evaluated), evaluatedThrough: evaluated });
  await reading.read(db);
  return reading.current ? { reading, decided, evaluated, readFrom: readFrom ?? 0n } : undefined;
}

/** A commit whose answer was lost may still be under way; it holds its locks until it is done, and so this waits for it. */
async function waitForCommits({ db, lockAll, cluster }: RebuildOptions): Promise<bigint | undefined> {
  const client = await db.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    await lockAll(client);
    const place = await cluster?.place(client);
    await client.query('COMMIT');
    broken = false;
    return place;
  } finally {
    client.release(broken);
  }
}
