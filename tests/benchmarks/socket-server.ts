// The whole product in a process of its own, as `npm start` starts it, that tells on demand what memory it holds after a collection.

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

const leave = (): void => void stop().then(() => process.exit(0));
process.on('message', (asked: 'memory' | 'stop') => {
  if (asked === 'memory') process.send?.(memory());
  else leave();
});
// Whoever started it is gone: so is its reason.
process.on('disconnect', leave);
process.send?.(appUrl);
