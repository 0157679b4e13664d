// How long a start takes with a million active orders: the product's own start on its embedded PostgreSQL, from the table to an engine that is caught up
// with the log.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { type App, startApp } from '@fairtick/server/main/app';
import { openDatabase } from '@fairtick/server/platform/database/open';
import { testConfig } from '../harness/outside.ts';
import { heldBytes } from './memory.ts';
import { cpuUs, limited } from './ratios.ts';
import { awaitQuotes, fillOrders } from './rebuild-fill.ts';

const ORDERS = 1_000_000;
const MOST_SECONDS = 20;

/** What the start says of its reading, as the operator's log has it. */
interface Reading {
  readonly orders: number;
  readonly ms: number;
}

export async function benchRebuild(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fairtick-bench-'));
  // A first start makes the database, its market and some ticks.
  const first = await start(dataDir, () => {});
  await awaitQuotes(first.ownerUrl);
  await first.stop();
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  if (!database.ok) throw new Error(database.error);
  await fillOrders(database.value.ownerUrl, ORDERS);
  await database.value.close();
  const before = heldBytes();
  let reading: Reading | undefined;
  const startedMs = performance.now();
  const startedUs = cpuUs();
  const app = await start(dataDir, (fields, message) => {
    if (message === 'active orders read' && isReading(fields)) reading = fields;
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  const cpuSeconds = (cpuUs() - startedUs) / 1e6;
  const bytes = (heldBytes() - before) / ORDERS;
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
  if (!reading || reading.orders < ORDERS * 0.9) throw new Error(`not everything was read: ${JSON.stringify(reading)}`);
  console.log(
    `rebuild  a start with ${reading.orders} active orders: ${seconds.toFixed(1)} s in all, ${cpuSeconds.toFixed(1)} s of processor time in the server; ${bytes.toFixed(0)} bytes an order held by the whole server`,
  );
  console.log(limited('rebuild', 'seconds from the table to a running engine', reading.ms / 1_000, '<=', MOST_SECONDS));
}

function isReading(fields: object): fields is Reading {
  return 'orders' in fields && 'ms' in fields;
}

async function start(dataDir: string, info: (fields: object, message: string) => void): Promise<App> {
  const fail = (fields: object, message: string): void => {
    console.log(`rebuild  ${message}`, fields);
  };
  const app = await startApp({
    config: testConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
    clock: systemClock,
    random: seededRandom(1),
    logger: { debug: () => {}, info, warn: fail, error: fail },
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  if (!app.ok) throw new Error(app.error);
  return app.value;
}
