// A server's candles part that closes windows until it is killed. Prints a dot when it begins, and for each time that the log has grown.

import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { createAppPool } from '@fairtick/server/platform/database/pools';
import { startClosing } from './candles.ts';

const [ownerUrl = ''] = process.argv.slice(2);
// Far ahead, so that each look asks the database.
const { closing, log } = await startClosing(createAppPool(ownerUrl), new ManualClock(Date.UTC(2030, 0, 1)));
process.stdout.write('.');
for (let size = log.size; ; ) {
  await closing.look();
  if (log.size > size) process.stdout.write('.');
  size = log.size;
  await new Promise<void>((resolve) => systemClock.after(1, resolve));
}
