// The acts' log on a real database: every committed act gets one place and one entry, whatever the order of the commits, however many servers
// place and whenever they die; and nobody but the owner can take anything back.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ManualClock } from '@fairtick/kernel/clock';
import { parseActEntry } from '@fairtick/kernel/log/act-entry';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { seededRandom } from '@fairtick/kernel/random';
import { auditActs } from '@fairtick/server/audit/act-audit';
import { Findings } from '@fairtick/server/audit/findings';
import { readPlacedActs } from '@fairtick/server/platform/acts/table';
import { createAppPool, type PoolClient } from '@fairtick/server/platform/database/pools';
import { readPlain, sha256 } from '@fairtick/server/platform/transparency/index';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Placing, startPlacing, write, writeMany } from './acts.ts';

const KILLS = 5;
const PATIENT = { timeout: 30_000 };

let db: TestDatabase;
let servers: Placing[];

beforeEach(async () => {
  db = await createTestDatabase();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  await db.drop();
});

async function server(...more: [clock?: ManualClock]): Promise<Placing> {
  const started = await startPlacing(db.app, ...more);
  servers.push(started);
  return started;
}

/** Holds the whole log against the rows, and returns how many acts it has. */
async function everythingPlaced(): Promise<number> {
  const findings = new Findings();
  const { size } = await auditActs(db.owner, findings, undefined);
  expect(findings.list).toEqual([]);
  const { rows } = await db.owner.query(
    'SELECT count(*)::int AS acts, count(idx)::int AS placed, max(idx)::int AS last FROM acts',
  );
  expect(rows[0]).toEqual({ acts: size, placed: size, last: size - 1 });
  return size;
}

test("an act's entry says its place, time and kind, and hides the rest behind the hash of the row's salt and contents", async () => {
  const { integrator, log } = await server();
  await write(db.app, 'too many cards', '理由');
  await integrator.look();
  const rows = await readPlacedActs(db.owner, 0, 2);
  const entries = await readPlain(db.owner, 2, 0, 2);
  expect(rows.map(({ contents }) => contents)).toEqual([
    '{"by":"staff:7","about":"user:12","locks":["orders"],"reason":"too many cards"}',
    '{"by":"staff:7","about":"user:12","locks":["orders"],"reason":"理由"}',
  ]);
  for (const [i, { time, salt, contents }] of rows.entries())
    expect(parseActEntry(entries[i]?.entry ?? new Uint8Array(0))).toEqual({
      ...{ index: i, time, kind: 'user_frozen' },
      contentsHash: new Uint8Array(saltedHash(sha256, salt ?? new Uint8Array(0), contents ?? '')),
    });
  // Signed with them in it, not at the next period.
  expect((await log.currentCheckpoint()).size).toBe(2);
});

test('an act that commits after newer ones got their places comes after them, and is never left out', async () => {
  const { integrator } = await server();
  const slow = await db.app.connect();
  await slow.query('BEGIN');
  await write(slow, 'slow');
  await write(db.app, 'quick', 'quicker');
  await integrator.look();
  await slow.query('COMMIT');
  slow.release();
  await write(db.app, 'last');
  await integrator.look();
  const { rows } = await db.owner.query(`SELECT contents::json ->> 'reason' AS reason FROM acts ORDER BY idx`);
  expect(rows.map(({ reason }) => reason)).toEqual(['quick', 'quicker', 'slow', 'last']);
  expect(await everythingPlaced()).toBe(4);
});

test('two servers that place at once give each act one place, while others write, wait and give up', async () => {
  const other = createAppPool(db.ownerUrl);
  const both = [await server(), await startPlacing(other)];
  try {
    let writing = true;
    const placing = both.map(async ({ integrator }) => {
      while (writing) await integrator.look();
    });
    const counts = [db.app, other].map((pool, i) => writeMany(pool, seededRandom(i), `writer ${i}`, 120));
    const committed = (await Promise.all(counts)).reduce((a, b) => a + b, 0);
    writing = false;
    await Promise.all(placing);
    await both[0]?.integrator.look();
    expect(await everythingPlaced()).toBe(committed);
  } finally {
    await both[1]?.stop();
    await other.end();
  }
}, 60_000);

const scriptPath = fileURLToPath(new URL('./placing-process.ts', import.meta.url));

test(`${KILLS} servers killed while they write and place leave no entry without its act and no act without its place`, async () => {
  let written = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [scriptPath, db.ownerUrl, String(kill)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let seen = 0;
    child.stdout.on('data', (bytes: Buffer) => {
      seen += bytes.toString().split('\n').length - 1;
      if (seen > 40 + 37 * kill) child.kill('SIGKILL');
    });
    await once(child, 'close');
    written += seen;
  }
  const { integrator } = await server();
  await integrator.look();
  expect(await everythingPlaced()).toBeGreaterThanOrEqual(written);
}, 90_000);

test('a server looks each second, and also places what was written before it started', async () => {
  await write(db.app, 'before');
  const clock = new ManualClock(1_000_000);
  const { integrator, log } = await server(clock);
  integrator.start();
  clock.advance(999);
  expect(log.size).toBe(0);
  clock.advance(1);
  await vi.waitUntil(() => log.size === 1, PATIENT);
  await write(db.app, 'after');
  clock.advance(1_000);
  await vi.waitUntil(() => log.size === 2, PATIENT);
});

describe('what the database itself refuses', () => {
  let client: PoolClient;
  beforeEach(async () => {
    const { integrator } = await server();
    await write(db.app, 'placed');
    await integrator.look();
    await write(db.app, 'waiting');
    client = await db.app.connect();
  });
  afterEach(() => client.release());

  test("the app's role changes nothing of an act and removes none; a place is given once", async () => {
    for (const column of ['time', 'kind', 'actor_id', 'subject_id', 'contents', 'salt'])
      await expect(client.query(`UPDATE acts SET ${column} = DEFAULT`)).rejects.toThrow('permission denied');
    for (const text of ['DELETE FROM acts', 'TRUNCATE acts'])
      await expect(client.query(text)).rejects.toThrow('permission denied');
    await expect(client.query('UPDATE acts SET idx = 9 WHERE idx = 0')).rejects.toThrow('an act does not change');
    await expect(client.query('UPDATE acts SET idx = NULL WHERE idx = 0')).rejects.toThrow('an act does not change');
    await expect(client.query('UPDATE acts SET idx = 0 WHERE idx IS NULL')).rejects.toThrow('acts_idx_key');
    const columns = 'kind, actor_kind, actor_id, subject_kind, subject_id, contents';
    await expect(
      client.query(`INSERT INTO acts (${columns}, time) VALUES ('user_read', 'staff', 1, 'user', '1', '{}', 0)`),
    ).rejects.toThrow('permission denied');
  });

  test('an act is by and about whom its contents say', async () => {
    const insert = (by: string, about: string): Promise<unknown> =>
      client.query(
        `INSERT INTO acts (kind, actor_kind, actor_id, subject_kind, subject_id, contents) VALUES ('user_read', 'staff', 1, 'user', '2', $1)`,
        [JSON.stringify({ by, about })],
      );
    await expect(insert('staff:3', 'user:2')).rejects.toThrow('act_says_who');
    await expect(insert('staff:1', 'user:3')).rejects.toThrow('act_says_who');
    await insert('staff:1', 'user:2');
  });

  test('the owner too can only erase what was placed, salt and contents at once, and the log stays whole', async () => {
    for (const text of [
      `UPDATE acts SET contents = '{}' WHERE idx = 0`,
      'UPDATE acts SET contents = NULL WHERE idx = 0',
      'UPDATE acts SET contents = NULL, salt = NULL WHERE idx IS NULL',
      'UPDATE acts SET contents = NULL, salt = NULL, actor_id = 9 WHERE idx = 0',
      'DELETE FROM acts',
    ])
      await expect(db.owner.query(text)).rejects.toThrow(/does not change|is append-only/);
    await db.owner.query('UPDATE acts SET contents = NULL, salt = NULL WHERE idx = 0');
    const findings = new Findings();
    expect(await auditActs(db.owner, findings, undefined)).toMatchObject({ size: 1, erased: 1 });
    expect(findings.list).toEqual([]);
  });
});
