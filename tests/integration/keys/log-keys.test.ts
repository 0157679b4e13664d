// The logs' private keys lie outside of the database: nobody who reads it can sign, an older database's key is moved out whole, and a start without the
// right key says so.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { systemClock } from '@fairtick/kernel/clock';
import { entropyRandom, systemEntropy } from '@fairtick/kernel/random';
import { TICK_LOG_ORIGIN } from '@fairtick/server/domains/market/index';
import { startApp } from '@fairtick/server/main/app';
import { seedAsOwner } from '@fairtick/server/platform/database/start';
import { checkLogKeys } from '@fairtick/server/platform/keys/check-logs';
import { type LogKey, type LogKeys, logKeysOf, openLogKeys } from '@fairtick/server/platform/keys/log-keys';
import { createLogger } from '@fairtick/server/platform/logger';
import { plainStore, publicKeyOf, TransparencyLog } from '@fairtick/server/platform/transparency/index';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { TEST_KEYS, testConfig } from '../../harness/outside.ts';

const ORIGIN = 'fairtick.log/acts';
const seed = new Uint8Array(32).fill(5);

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  db = await createTestDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-log-keys-'));
});
afterEach(async () => {
  fs.rmSync(folder, { recursive: true });
  await db.drop();
});

const placeOf = (logKeys: readonly LogKey[] | undefined, dataDir: string) => ({
  ...{ dataDir, logKeys, checkpointUrl: undefined },
  onSilent: () => {},
});
function keysOf(logKeys?: readonly LogKey[], dataDir = folder): LogKeys {
  const opened = openLogKeys(placeOf(logKeys, dataDir), systemEntropy);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}
const start = (keys: LogKeys): Promise<string | undefined> =>
  seedAsOwner(db.ownerUrl, (owner) => checkLogKeys(owner, keys));
const files = (): string[] => fs.readdirSync(path.join(folder, 'log-keys'));

async function open(keys: LogKeys): Promise<string> {
  const store = plainStore(2, 'acts');
  const log = await TransparencyLog.open({
    pool: db.app,
    clock: systemClock,
    keys,
    origin: ORIGIN,
    store,
    onError: () => {},
  });
  await log.stop();
  return log.verifierKey;
}

/** As an older release left it. */
async function keptInDatabase(): Promise<void> {
  const client = await db.owner.connect();
  try {
    await client.query('ALTER TABLE log_keys DROP CONSTRAINT key_is_outside');
    await client.query(
      'INSERT INTO log_keys (log, origin, private_key, public_key, created_time) VALUES (2, $1, $2, $3, 1)',
      [ORIGIN, Buffer.from(seed), Buffer.from(publicKeyOf(seed))],
    );
    await client.query('ALTER TABLE log_keys ADD CONSTRAINT key_is_outside CHECK (private_key IS NULL) NOT VALID');
  } finally {
    client.release();
  }
}

test('a new log has its key in a file for its owner alone; the app reads no private key, and nobody puts one into the database', async () => {
  const key = await open(keysOf());
  expect(files()).toEqual(['fairtick.log_acts.1.json']);
  expect(fs.statSync(path.join(folder, 'log-keys', files()[0] ?? '')).mode & 0o777).toBe(0o600);
  const { rows } = await db.owner.query('SELECT * FROM log_keys');
  expect(rows.map((row) => row.private_key)).toEqual([null]);
  await expect(db.app.query('SELECT private_key FROM log_keys')).rejects.toThrow('permission denied');
  await expect(
    db.app.query('INSERT INTO log_keys VALUES ($1, $2, $2, 1, 7)', ['x', Buffer.from(seed)]),
  ).rejects.toThrow('permission denied');
  await expect(db.owner.query('UPDATE log_keys SET private_key = public_key')).rejects.toThrow('key_is_outside');
  expect(await open(keysOf())).toBe(key);
});

test("an older release's key is moved out whole, and the log goes on under it", async () => {
  await keptInDatabase();
  // Planted: the transaction does not reach its end. The key is in both places, and the next start goes on.
  await expect(
    seedAsOwner(db.ownerUrl, async (owner) => {
      await checkLogKeys(owner, keysOf());
      throw new Error('the machine stops');
    }),
  ).rejects.toThrow('the machine stops');
  expect((await db.owner.query('SELECT private_key FROM log_keys')).rows[0]?.private_key).toEqual(Buffer.from(seed));
  expect(await start(keysOf())).toBeUndefined();
  expect((await db.owner.query('SELECT private_key FROM log_keys')).rows).toEqual([{ private_key: null }]);
  expect(keysOf().seedOf(ORIGIN, publicKeyOf(seed))).toEqual(Buffer.from(seed));
  await open(keysOf());
  expect(files()).toEqual(['fairtick.log_acts.1.json']);
});

test('a key that LOG_KEYS does not have stays in the database until it was moved', async () => {
  await keptInDatabase();
  expect(await start(keysOf([{ origin: ORIGIN, seed: new Uint8Array(32).fill(6) }]))).toMatch(
    /^The database still holds the signing key of the log fairtick\.log\/acts, [^\n]+\.$/,
  );
  expect((await db.owner.query('SELECT private_key FROM log_keys')).rows[0]?.private_key).toEqual(Buffer.from(seed));
  expect(await start(keysOf([{ origin: ORIGIN, seed }]))).toBeUndefined();
  expect((await db.owner.query('SELECT private_key FROM log_keys')).rows).toEqual([{ private_key: null }]);
});

test('a server without the key, or with another, is refused with one sentence; with the key it is not', async () => {
  await open(keysOf());
  const other = fs.mkdtempSync(path.join(folder, 'other-'));
  const missing = /^The signing key of the log fairtick\.log\/acts is not here, [^\n]+LOG_KEYS\.$/;
  expect(await start(keysOf(undefined, other))).toMatch(missing);
  expect(await start(keysOf([{ origin: ORIGIN, seed }]))).toMatch(missing);
  await expect(open(keysOf([{ origin: ORIGIN, seed }]))).rejects.toMatchObject({ failure: 'no_key' });
  expect(await start(keysOf())).toBeUndefined();
});

test('where keys are given none is made: a new log without one says what to add', async () => {
  await expect(open(keysOf([]))).rejects.toMatchObject({
    failure: 'no_key',
    message: expect.stringMatching(/^LOG_KEYS has no key for the log fairtick\.log\/acts: add [^\n]+\.$/),
  });
});

test('two starts that meet on one folder agree on one key', async () => {
  const keys = [keysOf(), keysOf(), keysOf()];
  const opened = await Promise.all(keys.map(open));
  expect(new Set(opened).size).toBe(1);
  expect(files()).toHaveLength(1);
});

test('LOG_KEYS is read as it is written, and a damaged file is no key', async () => {
  const text = Buffer.from(seed).toString('hex');
  expect(logKeysOf(`${ORIGIN}:${text}, ${TICK_LOG_ORIGIN}:${text}`)?.map(({ origin }) => origin)).toEqual([
    ORIGIN,
    TICK_LOG_ORIGIN,
  ]);
  for (const wrong of [text, `${ORIGIN}:abc`, `:${text}`, `${ORIGIN}:${text},`])
    expect(logKeysOf(wrong)).toBeUndefined();
  await open(keysOf());
  fs.writeFileSync(path.join(folder, 'log-keys', files()[0] ?? ''), '{}');
  expect(openLogKeys(placeOf(undefined, folder), systemEntropy)).toMatchObject({ ok: false });
});

test("a server that runs keeps no connection of the database's owner, and refuses another's keys in one sentence", async () => {
  const options = {
    clock: systemClock,
    random: entropyRandom(systemEntropy),
    logger: createLogger('silent'),
    onFatal: () => {},
  };
  const started = await startApp({
    ...options,
    config: testConfig({ DATABASE_URL: db.ownerUrl, DATA_DIR: folder }),
  });
  if (!started.ok) throw new Error(started.error);
  const { rows } = await db.owner.query(
    `SELECT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
  );
  // The test's own pool is what is left.
  expect(rows.filter(({ application_name: name }) => name !== 'fairtick')).toEqual([]);
  await started.value.stop();
  const swapped = TEST_KEYS.LOG_KEYS.replace(/acts:../, 'acts:00');
  const refused = await startApp({
    ...options,
    config: testConfig({ DATABASE_URL: db.ownerUrl, DATA_DIR: folder, LOG_KEYS: swapped }),
  });
  expect(refused.ok ? '' : refused.error).toMatch(/^The signing key of the log fairtick\.log\/acts is not here/);
});
