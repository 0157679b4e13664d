// The candles' part of a server, and a market that writes ticks into the log over many minutes.

import { type Clock, systemClock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import {
  type CandlesLog,
  candlesIntegrator,
  openCandlesLog,
  type TickLog,
} from '@fairtick/server/domains/market/index';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { Logger } from '@fairtick/server/platform/logger';
import type { Integrator } from '@fairtick/server/platform/transparency/index';
import { testLogKeys } from '../../harness/outside.ts';
import { PAIRS, randomTick } from './ticks.ts';

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface Closing {
  readonly log: CandlesLog;
  readonly closing: Integrator;
  stop(): Promise<void>;
}

/** `clock`: by which it looks; the log signs by the system's. */
export async function startClosing(pool: Pool, clock: Clock = systemClock): Promise<Closing> {
  const pairs = new Map(PAIRS.map((pair, id) => [id, pair]));
  const log = await openCandlesLog({ pool, clock: systemClock, keys: testLogKeys, pairs, onError: () => {} });
  const closing = candlesIntegrator({ pool, log, clock, logger: silent });
  return {
    log,
    closing,
    async stop() {
      await closing.stop();
      await log.stop();
    },
  };
}

/** Appends `count` ticks from `fromMs` on, up to `stepMs` apart; returns when the last was received. */
export async function market(log: TickLog, random: Random, fromMs: number, count: number, stepMs: number) {
  let receivedTime = fromMs;
  const ticks = Array.from({ length: count }, (_, name) => {
    receivedTime += random.below(stepMs);
    return { ...randomTick(random, name), receivedTime };
  });
  for (let at = 0; at < count; at += 1_000) await log.append(ticks.slice(at, at + 1_000));
  return receivedTime;
}
