// Acts for tests: written as the server writes them, each in a transaction of its own or in one that the test holds.

import { type Clock, systemClock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import { openActsLog } from '@fairtick/server/platform/acts/acts-log';
import { insertActs, type NewAct, readWaitingActs } from '@fairtick/server/platform/acts/table';
import type { Pool, Queries } from '@fairtick/server/platform/database/pools';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { Logger } from '@fairtick/server/platform/logger';
import { type Integrator, type RowsLog, rowsIntegrator } from '@fairtick/server/platform/transparency/index';
import { testLogKeys } from '../../harness/outside.ts';

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface Placing {
  readonly log: RowsLog;
  readonly integrator: Integrator;
  stop(): Promise<void>;
}

/** The acts' part of a server. */
export async function startPlacing(pool: Pool, clock: Clock = systemClock, logger = silent): Promise<Placing> {
  const log = await openActsLog({ pool, clock, keys: testLogKeys, onError: () => {} });
  const integrator = rowsIntegrator({ what: 'acts', waiting: readWaitingActs, pool, log, clock, logger });
  return {
    log,
    integrator,
    async stop() {
      await integrator.stop();
      await log.stop();
    },
  };
}

export const frozen = (reason: string, staffId = 7n): NewAct => ({
  kind: 'user_frozen',
  actor: { kind: 'staff', id: staffId },
  subject: { kind: 'user', id: '12' },
  contents: { locks: ['orders'], reason },
});

export const write = (db: Queries, ...reasons: readonly string[]): Promise<void> =>
  runAll(db, insertActs(reasons.map((reason) => frozen(reason))));

/** Transactions of 1 to 5 acts; some take longer than those that began after them, some are given up. */
export async function writeMany(pool: Pool, random: Random, name: string, transactions: number): Promise<number> {
  let committed = 0;
  const open: Promise<void>[] = [];
  for (let i = 0; i < transactions; i += 1) {
    const count = 1 + random.below(5);
    const [later, givenUp] = [random.below(3) === 0, random.below(5) === 0];
    const client = await pool.connect();
    await client.query('BEGIN');
    await write(client, ...Array.from({ length: count }, (_, j) => `${name} ${i}.${j}`));
    const end = client.query(givenUp ? 'ROLLBACK' : 'COMMIT');
    const ending = (async () => {
      await end;
      client.release();
    })();
    if (!givenUp) committed += count;
    if (later) open.push(ending);
    else await ending;
  }
  await Promise.all(open);
  return committed;
}
