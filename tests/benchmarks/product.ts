// The whole product in a process of its own, as `npm start` starts it, that tells on demand what memory it holds after a collection, and how late its
// event loop was since it was last asked.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { startApp } from '@fairtick/server/main/app';
import { readConfig } from '@fairtick/server/platform/config/config';
import { createLogger } from '@fairtick/server/platform/logger';

/** Bytes, after a full collection. */
export interface Memory {
  readonly rss: number;
  readonly heap: number;
  readonly external: number;
}

const config = readConfig(process.env);
if (!config.ok) throw new Error(config.error);
const app = await startApp({
  config: config.value,
  clock: systemClock,
  random: seededRandom(1),
  logger: createLogger('error'),
  // Thousands of clients come from this one machine.
  rateFactor: 100_000,
  onFatal: (reason) => {
    throw new Error(reason);
  },
});
if (!app.ok) throw new Error(app.error);
const { appUrl, stop } = app.value;

function memory(): Memory {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed, external };
}

/** How long what was due waited for the one thread, ms, the clock's own 1 ms included. */
export interface Late {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

function late(): Late {
  const ms = (ns: number): number => ns / 1_000_000;
  const seen = { p50Ms: ms(delay.percentile(50)), p99Ms: ms(delay.percentile(99)), mostMs: ms(delay.max) };
  delay.reset();
  return seen;
}

const leave = (): void => void stop().then(() => process.exit(0));
process.on('message', (asked: 'memory' | 'late' | 'stop') => {
  if (asked === 'memory') process.send?.(memory());
  else if (asked === 'late') process.send?.(late());
  else leave();
});
// Whoever started it is gone: so is its reason.
process.on('disconnect', leave);
process.send?.(appUrl);
