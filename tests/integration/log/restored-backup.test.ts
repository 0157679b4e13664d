// A backup that was put back never forks a log in silence: the start is refused with what to do, and the way on is a new key with a public note.

import * as fs from 'node:fs';
import * as http from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { utf8 } from '@fairtick/kernel/bytes';
import { systemClock } from '@fairtick/kernel/clock';
import { parseEpoch } from '@fairtick/kernel/log/epoch';
import { openNote, parseVerifierKey } from '@fairtick/kernel/log/note';
import { systemEntropy } from '@fairtick/kernel/random';
import { Findings } from '@fairtick/server/audit/findings';
import { auditPlainLogs } from '@fairtick/server/audit/log-audit';
import { type LogKeys, openLogKeys } from '@fairtick/server/platform/keys/log-keys';
import {
  breakOpenly,
  nodeNoteCrypto,
  plainStore,
  publicKeyOf,
  readKeyEpochs,
  sha256,
  TransparencyLog,
} from '@fairtick/server/platform/transparency/index';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

const ORIGIN = 'fairtick.log/others';
const LOG = 9;
const rows = plainStore(LOG, 'others');
type Others = TransparencyLog<Uint8Array, number>;

let before: TestDatabase;
let folder: string;
beforeEach(async () => {
  before = await newDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-restored-'));
});
afterEach(async () => {
  fs.rmSync(folder, { recursive: true });
  await before.drop();
});

async function newDatabase(): Promise<TestDatabase> {
  const db = await createTestDatabase();
  await db.owner.query(`INSERT INTO log_heads (log, name) VALUES (${LOG}, 'others')`);
  return db;
}

function keysOf(checkpointUrl?: string, dataDir = folder): LogKeys {
  const opened = openLogKeys(
    { dataDir, checkpointUrl, logKeys: undefined, onSilent: (sentence) => said.push(sentence) },
    systemEntropy,
  );
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}
const said: string[] = [];

const open = (db: TestDatabase, keys = keysOf()): Promise<Others> =>
  TransparencyLog.open({ pool: db.app, clock: systemClock, keys, origin: ORIGIN, store: rows, onError: () => {} });

async function grow(log: Others, ...texts: readonly string[]): Promise<void> {
  const places = await log.append(texts.map(utf8));
  await log.checkpointCovering(places.at(-1) ?? 0);
}

/** What a backup taken now holds of the log, put into another database: what was in it goes on, in two ways, from here. */
async function restored(): Promise<TestDatabase> {
  const copy = await newDatabase();
  for (const table of ['log_keys', 'log_checkpoints', 'log_entries']) {
    const { rows: kept, fields } = await before.owner.query({
      text: `SELECT * FROM ${table} WHERE log = ${LOG}`,
      rowMode: 'array',
    });
    const names = fields.map(({ name }) => name).join(', ');
    const values = fields.map((_, i) => `$${i + 1}`).join(', ');
    for (const row of kept) await copy.owner.query(`INSERT INTO ${table} (${names}) VALUES (${values})`, row);
  }
  const { rows: heads } = await before.owner.query(`SELECT size FROM log_heads WHERE log = ${LOG}`);
  await copy.owner.query(`UPDATE log_heads SET size = $1 WHERE log = ${LOG}`, [heads[0]?.size]);
  return copy;
}

const REFUSED = /^The log fairtick\.log\/others would be forked: [^\n]+new-epoch[^\n]+\.$/;

test('the past that was shown must be in the database: fewer entries are refused, other ones too, and what goes on is not', async () => {
  const log = await open(before);
  await grow(log, 'one', 'two');
  const backup = await restored();
  await grow(log, 'three', 'four');
  await log.stop();
  try {
    await expect(open(backup)).rejects.toMatchObject({ failure: 'forked', message: expect.stringMatching(REFUSED) });
    // Nobody noticed, and it grew beyond what was known: planted by a server that knows nothing outside.
    const elsewhere = fs.mkdtempSync(path.join(folder, 'elsewhere-'));
    fs.cpSync(path.join(folder, 'log-keys'), path.join(elsewhere, 'log-keys'), { recursive: true });
    const forked = await open(backup, keysOf(undefined, elsewhere));
    await grow(forked, 'x', 'y', 'z');
    await forked.stop();
    await expect(open(backup)).rejects.toMatchObject({ message: expect.stringContaining('other entries than the 4') });
    await (await open(before)).stop();
  } finally {
    await backup.drop();
  }
});

test('a checkpoint is shown to nobody before it is in the file', async () => {
  const keys = keysOf();
  const file = path.join(folder, 'log-checkpoints', 'fairtick.log_others');
  let asked = (): void => {};
  let release = (): void => {};
  let held = Promise.resolve();
  const log = await TransparencyLog.open({
    ...{ pool: before.app, clock: systemClock, origin: ORIGIN, store: rows, onError: () => {} },
    keys: {
      seedOf: (origin, publicKey) => keys.seedOf(origin, publicKey),
      begin: (origin) => keys.begin(origin),
      checkpoints: {
        of: (origin) => keys.checkpoints.of(origin),
        keep: async (origin, note) => {
          asked();
          await held;
          await keys.checkpoints.keep(origin, note);
        },
      },
    },
  });
  const shown = await log.checkpointText();
  expect(fs.readFileSync(file, 'utf8')).toBe(shown);
  const writing = new Promise<void>((resolve) => {
    asked = resolve;
  });
  held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const grown = grow(log, 'one');
  await writing;
  expect(await log.checkpointText()).toBe(shown);
  release();
  await grown;
  expect(await log.checkpointText()).not.toBe(shown);
  expect(fs.readFileSync(file, 'utf8')).toBe(await log.checkpointText());
  await log.stop();
});

test('an address that keeps a copy is asked too, and one that is silent stops nothing', async () => {
  const log = await open(before);
  await grow(log, 'one');
  const backup = await restored();
  await grow(log, 'two');
  const newest = await log.checkpointText();
  await log.stop();
  fs.rmSync(path.join(folder, 'log-checkpoints'), { recursive: true });
  const server = http.createServer((request, response) => {
    if (request.url === '/others/checkpoint') response.end(newest);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  try {
    await expect(open(backup, keysOf(url))).rejects.toMatchObject({ message: expect.stringMatching(REFUSED) });
    await (await open(backup, keysOf(`${url}/none`))).stop();
    expect(said).toEqual([]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  await (await open(backup, keysOf(url))).stop();
  expect(said).toEqual([expect.stringMatching(/^CHECKPOINT_URL does not answer for the log fairtick\.log\/others: /)]);
  await backup.drop();
});

test('a new epoch says the break openly: another key, a note of both keys, and the log goes on and is sound', async () => {
  const log = await open(before);
  await grow(log, 'one', 'two');
  const backup = await restored();
  await grow(log, 'three', 'four', 'five');
  await log.stop();
  const breaking = { owner: backup.owner, rows, origin: ORIGIN, keys: keysOf(), reason: 'the disk burnt', nowMs: 7 };
  try {
    const done = await breakOpenly(breaking);
    expect(done).toMatchObject({ ok: true, value: { number: 2, last: { size: 5 }, from: { size: 2 } } });
    const again = await open(backup);
    const newKey = parseVerifierKey(again.verifierKey, sha256);
    const oldKey = parseVerifierKey(log.verifierKey, sha256);
    if (!newKey.ok || !oldKey.ok) throw new Error('no keys');
    expect(again.verifierKey).not.toBe(log.verifierKey);
    const note = (await again.epochNote()) ?? '';
    for (const key of [newKey.value, oldKey.value]) {
      const text = openNote(note, key, nodeNoteCrypto);
      expect(text.ok && parseEpoch(text.value)).toMatchObject({
        origin: ORIGIN,
        key: again.verifierKey,
        reason: 'the disk burnt',
      });
    }
    expect(openNote(await again.checkpointText(), newKey.value, nodeNoteCrypto).ok).toBe(true);
    await grow(again, 'three again', 'four', 'five', 'six');
    await again.stop();
    await (await open(backup)).stop();
    const findings = new Findings();
    await auditPlainLogs(backup.owner, findings);
    expect(findings.list).toEqual([]);
    // Nothing else is broken: a second note is not to be had.
    expect(await breakOpenly(breaking)).toEqual({ ok: true, value: undefined });
    expect(await readKeyEpochs(backup.owner, LOG, ORIGIN)).toHaveLength(2);
    // The note gives up five entries. Whoever knows of more than that was not told of it.
    await expect(
      backup.app.query('INSERT INTO log_epochs VALUES ($1, 3, $2, $3, 1)', [
        LOG,
        publicKeyOf(new Uint8Array(32)),
        note,
      ]),
    ).rejects.toThrow('permission denied');
  } finally {
    await backup.drop();
  }
});

test("another log's checkpoint is no reason for an epoch", async () => {
  await (await open(before)).stop();
  const file = path.join(folder, 'log-checkpoints', 'fairtick.log_others');
  fs.writeFileSync(file, 'fairtick.log/others\n9\nAAAA\n');
  await expect(open(before)).rejects.toMatchObject({ message: expect.stringContaining('no key of this log signed') });
  const done = await breakOpenly({ owner: before.owner, rows, origin: ORIGIN, keys: keysOf(), reason: 'x', nowMs: 7 });
  expect(done).toMatchObject({ ok: false, error: expect.stringContaining('of another log') });
});
