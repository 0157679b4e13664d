// A copy of all that is somebody's own: made once, sealed, of one moment, fetched by them alone for a day; nothing of anybody else in it.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { EXPORTS, exportMaker, exportRoutes } from '@fairtick/server/domains/portfolio/index';
import { NOT_COPIED, OWN_TABLES } from '@fairtick/server/domains/portfolio/own-tables';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { DiskStore } from '@fairtick/server/platform/files/disk-store';
import { Files } from '@fairtick/server/platform/files/files';
import { lockUsable } from '@fairtick/server/platform/files/table';
import { Outbox } from '@fairtick/server/platform/outbox/outbox';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { accepted } from '../../harness/outcomes.ts';
import { testKeys } from '../../harness/outside.ts';
import { insertRealUser } from '../../harness/real-user.ts';

const ANN: Id = 7_000_000n;
const BOB: Id = 7_000_010n;
/** Of the staff. */
const STAFF: Id = 6_543_217n;
const DAY_MS = 86_400_000;

let db: TestDatabase;
let files: Files;
let outbox: Outbox;
let routes: ReturnType<typeof exportRoutes>;
let ids = 0n;

beforeEach(async () => {
  db = await createTestDatabase();
  const disk = new DiskStore(fs.mkdtempSync(path.join(os.tmpdir(), 'export-')));
  const own = { db: db.app, clock: systemClock, keys: testKeys };
  files = new Files({
    ...{ ...own, entropy: systemEntropy, stores: { write: 'disk', of: { disk } } },
    mayReview: async () => false,
  });
  const records = new Records({ pool: db.app, clock: systemClock, random: seededRandom(1) });
  routes = exportRoutes({ reads: () => db.app, records, files });
  const newId = (): Id => {
    ids += 1n;
    return ids;
  };
  const failed: unknown[] = [];
  const logger = { debug: () => {}, info: () => {}, warn: (one: object) => failed.push(one), error: () => {} };
  outbox = new Outbox({
    ...{ pool: db.app, clock: systemClock, logger },
    senders: { [EXPORTS]: exportMaker({ ...own, files, newId }) },
  });
  for (const id of [ANN, BOB]) {
    await insertRealUser(db, id, 0);
    await db.owner.query('UPDATE account_names SET name = $2 WHERE user_id = $1', [id, `canary-of-${id}@example.com`]);
    await db.owner.query('INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2)', [id, `hash-of-${id}`]);
  }
});
afterEach(async () => {
  await outbox.stop();
  await db.drop();
});

function asked(userId = ANN): RequestContext {
  ids += 1n;
  return {
    principal: { kind: 'user', userId, realm: 'live', tokenHash: new Uint8Array(32) },
    lang: 'en',
    key: `export-${ids}`,
    address: '127.0.0.1',
    agent: 'test',
    deviceHash: null,
    requestId: `export-${ids}`,
  };
}

const begin = () => accepted(Promise.resolve(routes.export_begin({}, asked())));
const state = () => accepted(Promise.resolve(routes.export({}, asked())));
const link = async () => (await accepted(Promise.resolve(routes.export_link({}, asked())))).url;
const READ = `
import io, json, sys, zipfile
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({"bad": z.testzip(), "files": {n: z.read(n).decode("utf-8") for n in z.namelist()}}))
`;
const archive = z.object({ bad: z.null(), files: z.record(z.string(), z.string()) });
const file = async (): Promise<string> => {
  const text = 'SELECT file FROM exports WHERE file IS NOT NULL ORDER BY id DESC LIMIT 1';
  return (await db.owner.query<{ file: string }>(text)).rows[0]?.file ?? '';
};

/** As an independent reader opens it. */
async function opened(): Promise<Readonly<Record<string, string>>> {
  const bytes = await files.show(await file(), { kind: 'user', id: ANN });
  const { stdout } = spawnSync('python3', ['-c', READ], { input: Buffer.from(bytes ?? []), maxBuffer: 1e8 });
  return archive.parse(JSON.parse(stdout.toString())).files;
}

test('every table with the id of a user is in the list, or said to be of no use to them', async () => {
  const { rows } = await db.owner.query<{ table_name: string }>(
    `SELECT DISTINCT c.relname AS table_name FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
     WHERE f.contype = 'f' AND f.confrelid IN ('users'::regclass, 'user_standing'::regclass)
     UNION SELECT table_name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name IN ('user_id', 'owner_id')
         AND table_name IN (SELECT relname FROM pg_class WHERE relkind = 'r')`,
  );
  const named = [...OWN_TABLES.map(({ table }) => table), ...Object.keys(NOT_COPIED)];
  expect(rows.map((row) => row.table_name).filter((name) => !named.includes(name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test('what is kept back is a column that is there, and every seal, hash and fingerprint is kept back', async () => {
  const { rows } = await db.owner.query<{ place: string; secret: boolean }>(
    `SELECT table_name || '.' || column_name AS place, column_name ~ '(sealed|_mac|_hash|secret|challenge)$' AS secret
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1::text[])`,
    [OWN_TABLES.map(({ table }) => table)],
  );
  const kept = OWN_TABLES.flatMap(({ table, without = [] }) => without.map((column) => `${table}.${column}`));
  expect(kept.filter((place) => !rows.some((row) => row.place === place))).toEqual([]);
  expect(rows.filter(({ place, secret }) => secret && !kept.includes(place))).toEqual([]);
});

test('a copy is made once, told by notice and letter, holds all of its owner and nothing of anybody else', async () => {
  expect(await state()).toEqual({ state: 'none', until: 0, bytes: 0 });
  const locks = { trade: { reason: 'a test', time: 1, by: String(STAFF), until: null } };
  await db.owner.query(`UPDATE user_standing SET freezes = $2 WHERE user_id = $1`, [ANN, JSON.stringify(locks)]);
  await begin();
  await begin();
  expect(await state()).toMatchObject({ state: 'waiting' });
  expect(await link()).toBe('');
  await outbox.look();
  const ready = await state();
  expect(ready.state).toBe('ready');
  expect(ready.bytes).toBeGreaterThan(0);
  expect(Math.abs(ready.until - systemClock.now() - DAY_MS)).toBeLessThan(60_000);
  // Any session may ask how far it is: no link is told there, but by the call that needs a step-up.
  expect(Object.keys(ready).sort()).toEqual(['bytes', 'state', 'until']);
  expect(files.idIn(await link())).toBe(await file());

  const found = await opened();
  expect(Object.keys(found)).toHaveLength(2 * (OWN_TABLES.length + 1));
  const whole = JSON.stringify(found);
  expect(JSON.parse(found['json/account_names.json'] ?? '')).toMatchObject([{ name: `canary-of-${ANN}@example.com` }]);
  expect(found['csv/account_names.csv']).toContain(`canary-of-${ANN}@example.com`);
  expect(found['json/user_standing.json']).toContain('a test');
  for (const strange of [String(STAFF), `canary-of-${BOB}`, String(BOB), `hash-of-${ANN}`])
    expect(whole).not.toContain(strange);

  const told = await db.owner.query<{ kind: string }>('SELECT kind FROM notices WHERE user_id = $1', [ANN]);
  expect(told.rows).toEqual([{ kind: 'export_ready' }]);
  const letters = await db.owner.query<{ kind: string }>(`SELECT kind FROM outbox WHERE owner_id = $1 ORDER BY id`, [
    ANN,
  ]);
  expect(letters.rows.map(({ kind }) => kind)).toEqual(['export', 'mail']);
});

test('is its owner’s alone, no image to be used, and swept after its day', async () => {
  await begin();
  await outbox.look();
  const name = await file();
  expect(await files.show(name, { kind: 'user', id: BOB })).toBeUndefined();
  expect(await files.show(name, { kind: 'staff', id: 1n })).toBeUndefined();
  expect((await lockUsable(db.app, [name], ANN)).size).toBe(0);
  await db.owner.query('ALTER TABLE exports DISABLE TRIGGER USER');
  await db.owner.query('UPDATE exports SET until = database_ms()');
  await db.owner.query('UPDATE uploads SET keep_until = database_ms()');
  expect(await state()).toMatchObject({ state: 'gone' });
  expect(await link()).toBe('');
  expect(await files.sweep(new AbortController().signal)).toEqual({ removed: 1 });
  expect(await files.show(name, { kind: 'user', id: ANN })).toBeUndefined();
});

test('a message that comes twice, or after its user has left, makes nothing more', async () => {
  await begin();
  await outbox.look();
  await db.owner.query(
    `INSERT INTO outbox (kind, owner_id, payload, due_time) SELECT kind, owner_id, payload, 0 FROM outbox WHERE kind = 'export'`,
  );
  await outbox.look();
  expect((await db.owner.query('SELECT FROM uploads')).rowCount).toBe(1);
  await begin();
  await db.owner.query('UPDATE users SET removed_time = database_ms() WHERE id = $1', [ANN]);
  await outbox.look();
  expect((await db.owner.query('SELECT FROM uploads')).rowCount).toBe(1);
});

test('one that could not be made may be asked for again', async () => {
  await begin();
  await db.owner.query(`UPDATE outbox SET dead_time = database_ms() WHERE kind = 'export'`);
  expect(await state()).toMatchObject({ state: 'none' });
  await begin();
  expect(await state()).toMatchObject({ state: 'waiting' });
  await begin();
  await outbox.look();
  expect(await state()).toMatchObject({ state: 'ready' });
  expect((await db.owner.query(`SELECT FROM outbox WHERE kind = 'export'`)).rowCount).toBe(2);
});
