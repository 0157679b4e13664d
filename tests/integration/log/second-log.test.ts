// Another log beside the ticks': plain texts, on the same database, with a key, tiles, checkpoints and proofs of its own. What a new log takes is
// what stands in `openActs` and the row that a migration would give it.

import { utf8 } from '@fairtick/kernel/bytes';
import { systemClock } from '@fairtick/kernel/clock';
import { leafHash, verifyConsistency, verifyInclusion } from '@fairtick/kernel/log/merkle';
import { type Checkpoint, parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { slowRoot } from '@fairtick/kernel/log/slow-tree.fixture';
import { decodeEntryBundle, TILE_WIDTH, tilePath } from '@fairtick/kernel/log/tiles';
import { seededRandom } from '@fairtick/kernel/random';
import { Findings } from '@fairtick/server/audit/findings';
import { auditPlainLogs } from '@fairtick/server/audit/log-audit';
import { auditPublic } from '@fairtick/server/audit/public-audit';
import type { TickLog } from '@fairtick/server/domains/market/index';
import { createAppPool, type Pool, type PoolClient } from '@fairtick/server/platform/database/pools';
import { nodeNoteCrypto, plainStore, sha256, TransparencyLog } from '@fairtick/server/platform/transparency/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { testLogKeys } from '../../harness/outside.ts';
import { type Edge, startEdge } from '../http/edge.ts';
import { openLog, randomTick, text } from './ticks.ts';

const ORIGIN = 'fairtick.log/others';
const ACTS = 9;
const NAME = 'others';

type Acts = TransparencyLog<Uint8Array, number>;

const openActs = (pool: Pool, log = ACTS, origin = ORIGIN): Promise<Acts> =>
  TransparencyLog.open({
    pool,
    clock: systemClock,
    keys: testLogKeys,
    origin,
    store: plainStore(log, NAME),
    onError: () => {},
  });

let db: TestDatabase;
let pools: Pool[];
let acts: Acts[];
let ticks: TickLog[];
let edge: Edge;
/** Each act by its place, as the one who appended it was told. */
const told = new Map<number, string>();

beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query(`INSERT INTO log_heads (log, name) VALUES (${ACTS}, '${NAME}')`);
  pools = [createAppPool(db.ownerUrl), createAppPool(db.ownerUrl)];
  acts = await Promise.all(pools.map((pool) => openActs(pool)));
  ticks = await Promise.all(pools.map((pool) => openLog(pool)));
  await Promise.all([...acts.map(write), ...ticks.map(tick)]);
  edge = await startEdge({ logs: { ticks: oneOf(ticks), acts: oneOf(acts) } });
}, 60_000);
afterAll(async () => {
  await edge.close();
  for (const log of [...acts, ...ticks]) await log.stop();
  for (const pool of pools) await pool.end();
  await db.drop();
});

function oneOf<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error('there is none');
  return one;
}

/** 400 acts in calls of 1 to 20, some of them waiting at once. */
async function write(log: Acts, server: number): Promise<void> {
  const random = seededRandom(server);
  const calls: Promise<unknown>[] = [];
  for (let done = 0; done < 400; ) {
    const count = Math.min(400 - done, 1 + random.below(20));
    const texts = Array.from({ length: count }, (_, i) => `act ${done + i} of server ${server}`);
    const call = log.append(texts.map(utf8)).then((places) => {
      for (const [i, place] of places.entries()) told.set(place, texts[i] ?? '');
    });
    calls.push(call);
    done += count;
    if (random.below(3) === 0) await call;
  }
  await Promise.all(calls);
}

async function tick(log: TickLog, server: number): Promise<void> {
  const random = seededRandom(server);
  for (let i = 0; i < 30; i += 1)
    await log.append(Array.from({ length: 10 }, (_, j) => randomTick(random, 1_000 * server + 10 * i + j)));
}

const entries = (): readonly Uint8Array[] => Array.from({ length: 800 }, (_, i) => utf8(told.get(i) ?? ''));
const leaves = (): readonly Uint8Array[] => entries().map((entry) => leafHash(sha256, entry));

function opened(log: Acts | TickLog, note: string): Checkpoint {
  const key = parseVerifierKey(log.verifierKey, sha256);
  const checkpoint = key.ok ? verifyCheckpoint(note, key.value, nodeNoteCrypto) : key;
  if (!checkpoint.ok) throw new Error(checkpoint.error);
  return checkpoint.value;
}

test('two servers append to both logs at once: each log is one gapless sequence, and knows nothing of the other', async () => {
  expect([...told.keys()].sort((a, b) => a - b)).toEqual([...Array(800).keys()]);
  const { rows } = await db.owner.query('SELECT idx, entry FROM log_entries ORDER BY idx');
  expect(rows.map((row) => String(row.entry))).toEqual([...Array(800).keys()].map((place) => told.get(place)));
  expect((await oneOf(ticks).checkpointCovering(599)).size).toBe(600);
  const tiles = await db.owner.query('SELECT log, count(*)::int AS n FROM log_tiles GROUP BY log ORDER BY log');
  expect(tiles.rows.map((row) => [row.log, row.n])).toEqual([
    [1, 2],
    [ACTS, 3],
  ]);
});

test('its key signs its checkpoints and nothing else; an origin or a number that is taken opens nothing', async () => {
  const [own, market] = [oneOf(acts), oneOf(ticks)];
  expect(acts[1]?.verifierKey).toBe(own.verifierKey);
  expect(own.verifierKey.split('+')[2]).not.toBe(market.verifierKey.split('+')[2]);
  expect(opened(own, await own.checkpointText())).toMatchObject({ origin: ORIGIN });
  const foreign = await market.checkpointText();
  expect(() => opened(own, foreign)).toThrow();
  await expect(openActs(db.app, ACTS, 'fairtick.log/ticks')).rejects.toThrow('is another log');
  await expect(openActs(db.app, 3, 'fairtick.log/none')).rejects.toThrow('no log 3 by the name of others');
  await expect(openActs(db.app, 1, 'fairtick.log/one')).rejects.toThrow('no log 1');
});

test('every proof is one that the verifier takes, whichever server gives it', async () => {
  const [first, second] = [acts[0], acts[1]];
  if (!first || !second) throw new Error('two servers');
  const hashes = leaves();
  const newest = await second.checkpointCovering(799);
  expect(text(newest.root)).toBe(text(slowRoot(sha256, hashes)));
  for (const from of [0, 256, 512, 768]) {
    const indexes = Array.from({ length: Math.min(256, 800 - from) }, (_, i) => from + i);
    const proven = await first.prove(indexes);
    if (!proven.ok) throw new Error(proven.error);
    const { root, size } = proven.value.checkpoint;
    const right = proven.value.inclusion.filter((proof, i) => {
      const index = indexes[i] ?? -1;
      return verifyInclusion(sha256, { leafHash: hashes[index] ?? root, index, size, proof, root });
    });
    expect(right).toHaveLength(indexes.length);
  }
  const { rows } = await db.owner.query('SELECT size, note FROM log_checkpoints WHERE log = $1 AND size > 0', [ACTS]);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const { size, root } = opened(first, row.note);
    const proof = await first.consistency(size, newest.size);
    if (!proof.ok) throw new Error(proof.error);
    const claim = { size1: size, root1: root, size2: newest.size, root2: newest.root, proof: proof.value };
    expect(verifyConsistency(sha256, claim)).toBe(true);
  }
});

describe('served by its name', () => {
  const get = async (path: string): Promise<Uint8Array> =>
    new Uint8Array(await (await fetch(`${edge.url}/tlog/${path}`)).arrayBuffer());

  test('checkpoint, tiles and entries are its own; the ticks lie at the old place and at theirs', async () => {
    await oneOf(acts).checkpointCovering(799);
    const checkpoint = await (await fetch(`${edge.url}/tlog/acts/checkpoint`)).text();
    expect(opened(oneOf(acts), checkpoint).size).toBe(800);
    for (const n of [0, 1, 2, 3]) {
      const width = n === 3 ? 32 : TILE_WIDTH;
      const own = leaves().slice(n * TILE_WIDTH, n * TILE_WIDTH + width);
      expect(text(await get(`acts/${tilePath({ level: 0, n, width })}`))).toBe(text(...own));
      const bundle = decodeEntryBundle(await get(`acts/${tilePath({ level: 'entries', n, width })}`));
      expect(bundle.ok && bundle.value.map((entry) => text(entry))).toEqual(
        entries()
          .slice(n * TILE_WIDTH, n * TILE_WIDTH + width)
          .map((entry) => text(entry)),
      );
    }
    const old = await get('tile/0/000');
    expect(text(await get('ticks/tile/0/000'))).toBe(text(old));
    expect(text(old)).not.toBe(text(...leaves().slice(0, TILE_WIDTH)));
    for (const path of ['none/checkpoint', 'acts/tile/0/003', 'acts/none'])
      expect((await fetch(`${edge.url}/tlog/${path}`)).status).toBe(404);
  });

  test('an auditor follows it over the public files alone', async () => {
    const kind = { folder: 'acts/', noun: 'acts', entries: () => ({ entry: () => {}, skip: () => {} }) };
    const key = oneOf(acts).verifierKey;
    expect(await auditPublic({ url: edge.url, key }, kind)).toMatchObject({ findings: [], from: 0, size: 800 });
    const ofTicks = await auditPublic({ url: edge.url, key: oneOf(ticks).verifierKey }, kind);
    expect(ofTicks.findings).not.toEqual([]);
  });
});

test('an entry that no bundle can carry is refused, the longest that one can is taken, and a restart goes on', async () => {
  const log = oneOf(acts);
  await expect(log.append([new Uint8Array(65_536)])).rejects.toMatchObject({ failure: 'bad_entry' });
  const longest = new Uint8Array(65_535).fill(7);
  expect(await log.append([longest])).toEqual([800]);
  told.set(800, String.fromCharCode(7).repeat(65_535));
  const again = await openActs(db.app);
  expect(again.size).toBe(801);
  const bundle = await again.entries(3, 33);
  if (!(bundle instanceof Uint8Array)) throw new Error('no bundle');
  const decoded = decodeEntryBundle(bundle);
  expect(decoded.ok && decoded.value[32]).toEqual(longest);
  await again.stop();
});

test('a changed entry, tile, checkpoint or key of it is found, and nobody shortens it', async () => {
  const edits = [
    `UPDATE log_entries SET entry = 'act of nobody' WHERE idx = 17`,
    `UPDATE log_entries SET entry = 'x', leaf_hash = sha256('\\x0078') WHERE idx = 17`,
    'DELETE FROM log_entries WHERE idx = 300',
    `UPDATE log_tiles SET hashes = set_byte(hashes, 9, 255 - get_byte(hashes, 9)) WHERE log = ${ACTS} AND idx = 1`,
    `DELETE FROM log_tiles WHERE log = ${ACTS} AND idx = 2`,
    `UPDATE log_checkpoints SET root = set_byte(root, 9, 255 - get_byte(root, 9)) WHERE log = ${ACTS}`,
    `UPDATE log_checkpoints SET note = (SELECT note FROM log_checkpoints WHERE log = 1 LIMIT 1) WHERE log = ${ACTS}`,
    `DELETE FROM log_keys WHERE log = ${ACTS}`,
    `UPDATE log_heads SET size = size - 1`,
  ];
  const findings = async (client: PoolClient): Promise<readonly string[]> => {
    const found = new Findings();
    await auditPlainLogs(client, found);
    return found.list;
  };
  const client = await db.owner.connect();
  try {
    await client.query('BEGIN');
    expect(await findings(client)).toEqual([]);
    for (const edit of edits) {
      await client.query('SAVEPOINT whole');
      await client.query("SET LOCAL session_replication_role = 'replica'");
      await client.query(edit);
      expect([edit, await findings(client)]).not.toEqual([edit, []]);
      await client.query('ROLLBACK TO whole');
    }
    for (const refused of [
      'UPDATE log_heads SET size = size - 1',
      'DELETE FROM log_heads',
      `UPDATE log_heads SET name = 'b'`,
    ]) {
      await client.query('SAVEPOINT whole');
      await expect(client.query(refused)).rejects.toThrow('the log only grows');
      await client.query('ROLLBACK TO whole');
    }
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
