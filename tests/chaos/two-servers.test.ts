// Without NATS a database has one server: a second one does not start, so that two markets are never mixed in one log; what the first loses for a
// moment it takes again, and what another has taken ends it. Two servers that work together: cluster.test.ts.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { Server } from './server.ts';

const LEASE = 720_618;
const LIMIT_MS = 30_000;

let db: TestDatabase;
let servers: Server[];

beforeEach(async () => {
  db = await createTestDatabase();
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.kill();
  await db.drop();
});

async function start(seed: string): Promise<Server> {
  const server = await Server.start({ databaseUrl: db.ownerUrl, env: { SEED: seed } });
  servers.push(server);
  return server;
}

const ticks = async (): Promise<number> => {
  const { rows } = await db.owner.query<{ count: number }>('SELECT count(*)::int AS count FROM ticks');
  return rows[0]?.count ?? 0;
};

async function grows(): Promise<void> {
  const before = await ticks();
  await vi.waitFor(async () => expect(await ticks()).toBeGreaterThan(before), { timeout: LIMIT_MS });
}

/** Ends the session that holds the lease, and waits until it is gone. */
const endHolder = (by: Pick<TestDatabase['owner'], 'query'>) =>
  by.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
     WHERE locktype = 'advisory' AND objid = ${LEASE} AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

test('a second server says why it does not start, and one that is started as the first dies takes over without a hole', async () => {
  const first = await start('1');
  await grows();
  await expect(start('2')).rejects.toThrow('another server is at work on this database');
  await grows();
  const next = start('3');
  await first.kill();
  await next;
  await grows();
  const { rows } = await db.owner.query(
    `SELECT (SELECT count(*) FROM ticks)::int AS ticks, (SELECT max(log_index) + 1 FROM ticks)::int AS next,
       (SELECT count(*)::int FROM (SELECT seq - row_number() OVER (PARTITION BY pair_id ORDER BY log_index) AS gap FROM ticks) x WHERE gap <> -1) AS holes`,
  );
  expect(rows[0]).toMatchObject({ next: rows[0].ticks, holes: 0 });
});

test('a session that ends is opened again, and prices go on', async () => {
  const first = await start('1');
  for (let n = 0; n < 3; n += 1) {
    await grows();
    expect((await endHolder(db.owner)).rowCount).toBe(1);
    await vi.waitFor(async () => expect(await held()).toBe(1), { timeout: LIMIT_MS });
  }
  await grows();
  expect(first.alive).toBe(true);
});

test('whoever finds the lease with another ends', async () => {
  const first = await start('1');
  await grows();
  const other = await db.owner.connect();
  try {
    // In the queue first: the lock goes to whoever waits for it.
    const taken = other.query(`SELECT pg_advisory_lock(${LEASE})`);
    await vi.waitFor(async () => expect(await held(false)).toBe(1), { timeout: LIMIT_MS });
    await endHolder(db.owner);
    await taken;
    expect(await first.gone(LIMIT_MS)).toBe(true);
    expect(first.said()).toContain("the intake of prices is another server's now");
  } finally {
    other.release(true);
  }
});

/** How many sessions have the lease, or wait for it. */
async function held(granted = true): Promise<number> {
  const { rows } = await db.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LEASE} AND granted = $1
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [granted],
  );
  return rows[0]?.count ?? 0;
}
