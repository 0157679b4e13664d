// A server's acts part that writes acts and places them until it is killed. Prints `act` for each committed one.

import { systemClock } from '@fairtick/kernel/clock';
import { createAppPool } from '@fairtick/server/platform/database/pools';
import { startPlacing, write } from './acts.ts';

const [ownerUrl = '', name = ''] = process.argv.slice(2);
const pool = createAppPool(ownerUrl);
const { integrator } = await startPlacing(pool);

async function writeForever(): Promise<void> {
  for (let i = 0; ; i += 1) {
    await write(pool, `${name} ${i}`);
    process.stdout.write('act\n');
  }
}
async function placeForever(): Promise<void> {
  for (;;) {
    await integrator.look();
    await new Promise<void>((resolve) => systemClock.after(1, resolve));
  }
}
await Promise.all([writeForever(), placeForever()]);
