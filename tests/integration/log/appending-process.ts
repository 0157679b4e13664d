// A process that appends until it is killed. Prints a line for each answer (`tick <name> <index>`) and each checkpoint shown (JSON).

import { seededRandom } from '@fairtick/kernel/random';
import { createAppPool } from '@fairtick/server/platform/database/pools';
import { openLog, randomTick } from './ticks.ts';

const [ownerUrl = '', seed = '1'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const log = await openLog(createAppPool(ownerUrl));
let name = Number(seed) * 1_000_000;

/** Several at once, so that a kill finds some waiting, some written and some answered. */
async function appendForever(): Promise<void> {
  for (;;) {
    const batch = Array.from({ length: 1 + random.below(120) }, () => randomTick(random, name++));
    const logged = await log.append(batch);
    process.stdout.write(logged.map((tick) => `tick ${tick.sourceTime} ${tick.logIndex}\n`).join(''));
    const newest = logged.at(-1);
    if (newest && random.below(4) === 0) {
      const { note } = await log.checkpointCovering(newest.logIndex);
      process.stdout.write(`${JSON.stringify({ note })}\n`);
    }
  }
}
await Promise.all([appendForever(), appendForever(), appendForever()]);
