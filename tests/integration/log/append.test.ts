// Rule 5 on a real database: one gapless log whoever appends, proofs and tiles that verify, checkpoints that never disagree.

import type { Tick } from '@fairtick/engine/types';
import { ManualClock } from '@fairtick/kernel/clock';
import { price } from '@fairtick/kernel/decimal';
import { leafHash, verifyConsistency, verifyInclusion } from '@fairtick/kernel/log/merkle';
import { parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { slowConsistency, slowInclusion, slowRoot } from '@fairtick/kernel/log/slow-tree.fixture';
import {
  computeProof,
  consistencyPlan,
  decodeEntryBundle,
  TILE_WIDTH,
  tilesOf,
  tileWidth,
} from '@fairtick/kernel/log/tiles';
import { seededRandom } from '@fairtick/kernel/random';
import type { TickLog } from '@fairtick/server/domains/market/index';
import { nodeNoteCrypto, sha256 } from '@fairtick/server/platform/transparency/index';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { openLog, randomTick, storedTicks, text } from './ticks.ts';

/** For what happens beside the test; bounds a hang. */
const PATIENT = { timeout: 30_000 };

let db: TestDatabase;
let logs: TickLog[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  for (const log of logs) await log.stop();
  logs = [];
  await db.drop();
});

async function open(options: Parameters<typeof openLog>[1] = {}): Promise<TickLog> {
  const log = await openLog(db.app, options);
  logs.push(log);
  return log;
}

/** `count` ticks in batches of 1 to 120, some calls at once; their names run from `firstName`. */
async function appendMany(log: TickLog, seed: number, firstName: number, count: number): Promise<readonly Tick[]> {
  const random = seededRandom(seed);
  const calls: Promise<readonly Tick[]>[] = [];
  for (let name = firstName; name < firstName + count; ) {
    const size = Math.min(1 + random.below(120), firstName + count - name);
    const first = name;
    calls.push(log.append(Array.from({ length: size }, (_, i) => randomTick(random, first + i))));
    name += size;
    if (random.below(3) === 0) await calls.at(-1);
  }
  return (await Promise.all(calls)).flat();
}

describe('two servers on one database', () => {
  test('one sequence without a gap, every hash that of its text, every checkpoint a prefix, every proof right', async () => {
    const [a, b] = [await open(), await open()];
    const notes: string[] = [];
    const watch = async (log: TickLog): Promise<void> => {
      for (let i = 0; i < 6; i += 1) notes.push((await log.checkpointCovering(Math.max(0, log.size - 1))).note);
    };
    const first = await a.append([randomTick(seededRandom(9), 9_999_999)]);
    const [ofA, ofB] = await Promise.all([
      appendMany(a, 1, 0, 3_000),
      appendMany(b, 2, 1_000_000, 3_000),
      watch(a),
      watch(b),
    ]);
    const ticks = await storedTicks(db.owner);
    expect(ticks.map((tick) => tick.index)).toEqual([...Array(6_001).keys()]);
    for (const pairId of [0, 1, 2]) {
      const seqs = ticks.filter((tick) => tick.pairId === pairId).map((tick) => tick.seq);
      expect(seqs).toEqual([...seqs.keys()]);
    }
    const told = [...first, ...ofA, ...ofB].map((tick) => [
      tick.logIndex,
      tick.sourceTime,
      tick.seq,
      tick.receivedTime,
    ]);
    const there = ticks.map((tick) => [tick.index, tick.name, tick.seq, tick.receivedTime]);
    expect(told.sort(([x = 0], [y = 0]) => x - y)).toEqual(there);
    expect(text(...ticks.map((tick) => tick.storedHash))).toBe(text(...ticks.map((tick) => tick.slowHash)));
    expect(ticks.filter((tick, i) => tick.receivedTime < (ticks[i - 1]?.receivedTime ?? 0))).toEqual([]);
    const hashes = ticks.map((tick) => tick.slowHash);
    await checkCheckpoints(a, notes, hashes);
    for (const log of [a, b]) await checkProofs(log, hashes);
    await checkTiles(
      b,
      ticks.length,
      hashes,
      ticks.map((tick) => tick.entry),
    );
  });

  test('both sign with one key, and a later start with it too', async () => {
    const [a, b] = await Promise.all([open(), open()]);
    expect(b.verifierKey).toBe(a.verifierKey);
    expect((await open()).verifierKey).toBe(a.verifierKey);
  });
});

async function checkCheckpoints(log: TickLog, notes: readonly string[], hashes: readonly Uint8Array[]): Promise<void> {
  const key = parseVerifierKey(log.verifierKey, sha256);
  if (!key.ok) throw new Error(key.error);
  const { rows } = await db.owner.query('SELECT size, note FROM log_checkpoints ORDER BY size');
  for (const note of notes) expect(rows.map((row) => row.note)).toContain(note);
  let before: { size: number; root: Uint8Array } | undefined;
  for (const row of rows) {
    const opened = verifyCheckpoint(row.note, key.value, nodeNoteCrypto);
    if (!opened.ok) throw new Error(opened.error);
    const { size, root } = opened.value;
    expect(size).toBe(Number(row.size));
    expect(text(root)).toBe(text(slowRoot(sha256, hashes.slice(0, size))));
    if (before && before.size > 0) {
      const proof = await log.consistency(before.size, size);
      if (!proof.ok) throw new Error(proof.error);
      const claim = { size1: before.size, root1: before.root, size2: size, root2: root, proof: proof.value };
      expect(verifyConsistency(sha256, claim)).toBe(true);
      expect(text(...proof.value)).toBe(text(...slowConsistency(sha256, before.size, hashes.slice(0, size))));
    }
    before = { size, root };
  }
}

async function checkProofs(log: TickLog, hashes: readonly Uint8Array[]): Promise<void> {
  for (let first = 0; first < hashes.length; first += 256) {
    const indexes = Array.from({ length: Math.min(256, hashes.length - first) }, (_, i) => first + i);
    const proven = await log.prove(indexes);
    if (!proven.ok) throw new Error(proven.error);
    const { checkpoint, inclusion } = proven.value;
    const wrong = inclusion.filter((proof, i) => {
      const index = indexes[i] ?? -1;
      const leaf = hashes[index] ?? new Uint8Array(0);
      return !verifyInclusion(sha256, { leafHash: leaf, index, size: checkpoint.size, proof, root: checkpoint.root });
    });
    expect([inclusion.length, wrong.length]).toEqual([indexes.length, 0]);
    const slow = slowInclusion(sha256, first, hashes.slice(0, checkpoint.size));
    expect(text(...(inclusion[0] ?? []))).toBe(text(...slow));
  }
}

async function checkTiles(
  log: TickLog,
  size: number,
  hashes: readonly Uint8Array[],
  entries: readonly Uint8Array[],
): Promise<void> {
  for (let n = 0; tileWidth(0, n, size) > 0; n += 1) {
    const width = tileWidth(0, n, size);
    const partial = width === TILE_WIDTH ? undefined : width;
    const wanted = hashes.slice(n * TILE_WIDTH, n * TILE_WIDTH + width);
    expect(text((await log.tile(0, n, partial)) ?? new Uint8Array(0))).toBe(text(...wanted));
    const shown = await log.entries(n, partial);
    const bundle = decodeEntryBundle(shown instanceof Uint8Array ? shown : new Uint8Array(1));
    if (!bundle.ok) throw new Error(bundle.error);
    expect(bundle.value.map((entry) => text(entry))).toEqual(
      entries.slice(n * TILE_WIDTH, n * TILE_WIDTH + width).map((entry) => text(entry)),
    );
    expect(await log.tile(0, n, 7)).toHaveLength(7 * 32);
  }
  const full = Math.floor(size / TILE_WIDTH);
  const above = await log.tile(1, 0, full);
  const roots = Array.from({ length: full }, (_, n) =>
    slowRoot(sha256, hashes.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
  );
  expect(text(above ?? new Uint8Array(0))).toBe(text(...roots));
  for (const [level, n, width] of [
    [0, full, (size % TILE_WIDTH) + 1],
    [0, full, undefined],
    [1, 0, full + 1],
    [1, 0, undefined],
    [2, 0, 1],
    [7, 0, 1],
    [0, -1, 1],
    [0, 0, 256],
    [0, 0, 0],
    [0, 2 ** 60, 1],
    [0.5, 0, 1],
  ] as const) {
    expect(await log.tile(level, n, width), `${level}/${n}.p/${width}`).toBeUndefined();
  }
  expect(await log.entries(full)).toBeUndefined();
}

test('a verifier with nothing but tiles and two checkpoints finds the same consistency proof', async () => {
  const log = await open();
  await appendMany(log, 3, 0, 700);
  const before = await log.checkpointCovering(699);
  await appendMany(log, 4, 700, 900);
  const after = await log.checkpointCovering(1_599);
  const plans = consistencyPlan(before.size, after.size);
  const fetched = new Map<string, Uint8Array>();
  for (const { level, n, width } of tilesOf(plans, after.size)) {
    const tile = await log.tile(Number(level), n, width === TILE_WIDTH ? undefined : width);
    fetched.set(`${level}/${n}`, tile ?? new Uint8Array(0));
  }
  const proof = computeProof(sha256, plans, (level, n) => fetched.get(`${level}/${n}`) ?? new Uint8Array(0));
  const claim = { size1: before.size, root1: before.root, size2: after.size, root2: after.root, proof };
  expect(verifyConsistency(sha256, claim)).toBe(true);
});

test('beyond 65,536 ticks: a fresh start knows the same tree, and goes on with it', async () => {
  const first = await open();
  const random = seededRandom(5);
  let name = 0;
  const calls: Promise<unknown>[] = [];
  for (let i = 0; i < 17; i += 1)
    calls.push(first.append(Array.from({ length: 3_901 }, () => randomTick(random, name++))));
  await Promise.all(calls);
  const second = await open();
  expect(second.size).toBe(17 * 3_901);
  await second.append(Array.from({ length: 300 }, () => randomTick(random, name++)));
  await first.append(Array.from({ length: 300 }, () => randomTick(random, name++)));
  const ticks = await storedTicks(db.owner);
  const hashes = ticks.map((tick) => tick.storedHash);
  const checkpoint = await second.checkpointCovering(name - 1);
  expect([checkpoint.size, ticks.length]).toEqual([name, name]);
  expect(text(checkpoint.root)).toBe(text(slowRoot(sha256, hashes)));
  const third = await open();
  for (const index of [0, 255, 256, 65_535, 65_536, name - 1]) {
    const proof = await third.inclusion([index], checkpoint);
    if (!proof.ok) throw new Error(proof.error);
    const leaf = hashes[index] ?? new Uint8Array(0);
    const claim = { leafHash: leaf, index, size: name, proof: proof.value[0] ?? [], root: checkpoint.root };
    expect(verifyInclusion(sha256, claim)).toBe(true);
  }
  expect(await third.tile(1, 0)).toHaveLength(8_192);
  expect(await third.tile(2, 0, 1)).toHaveLength(32);
});

describe('appending', () => {
  const good = randomTick(seededRandom(6), 1);

  test('receivedTime never goes back: a lower one is raised to that of the tick before', async () => {
    const [a, b] = [await open(), await open()];
    await a.append([{ ...good, receivedTime: 5_000 }]);
    const [raised] = await b.append([{ ...good, receivedTime: 4_000 }]);
    expect(raised?.receivedTime).toBe(5_000);
    const [entry] = (await storedTicks(db.owner)).slice(-1);
    expect(entry && text(entry.storedHash)).toBe(entry && text(entry.slowHash));
  });

  test('a tick that the log cannot carry is refused and its neighbours are logged', async () => {
    const log = await open();
    const bad = [
      { ...good, bid: price(0n) },
      { ...good, ask: price(good.bid - 1n) },
      { ...good, pricePrecision: 2, bid: price(100_000_001n), ask: price(200_000_000n) },
      { ...good, source: 'a\nb' },
      { ...good, code: '' },
      { ...good, sourceTime: Number.NaN },
      { ...good, receivedTime: -1 },
    ];
    const refused = bad.map((tick) => log.append([tick]));
    const taken = log.append([good]);
    for (const call of refused) await expect(call).rejects.toMatchObject({ failure: 'bad_entry' });
    expect(await taken).toMatchObject([{ logIndex: 0, seq: 0 }]);
    expect(await log.append([])).toEqual([]);
  });

  test('a tick that only the database refuses does not take other calls of its batch with it', async () => {
    const log = await open();
    const calls = await Promise.allSettled([
      log.append([good]),
      log.append([good]),
      log.append([{ ...good, pairId: 2 ** 40 }]),
      log.append([good]),
    ]);
    expect(calls.map((call) => call.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((await storedTicks(db.owner)).map((tick) => tick.index)).toEqual([0, 1, 2]);
  });

  test('what the engine has evaluated is stored with the ticks, never beyond them and never lower than before', async () => {
    let evaluated = 1_000;
    const log = await open({ evaluatedThrough: () => evaluated });
    const stored = async (): Promise<number> =>
      Number((await db.owner.query('SELECT evaluated_through FROM log_state')).rows[0]?.evaluated_through);
    await log.append([good, good]);
    expect(await stored()).toBe(-1);
    await log.append([good]);
    expect(await stored()).toBe(1);
    evaluated = 0;
    await log.append([good]);
    expect(await stored()).toBe(1);
  });

  test('after a stop no tick is taken', async () => {
    const log = await open();
    const last = log.append([good]);
    await log.stop();
    expect(await last).toHaveLength(1);
    await expect(log.append([good])).rejects.toMatchObject({ failure: 'stopped' });
  });
});

describe('checkpoints', () => {
  const good = randomTick(seededRandom(7), 1);

  test('rule 5: one within 5 s while ticks come, none while none come', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const log = await open({ clock });
    const sizes = async (): Promise<readonly number[]> =>
      (await db.owner.query('SELECT size FROM log_checkpoints ORDER BY size')).rows.map((row) => Number(row.size));
    expect(await sizes()).toEqual([0]);
    await log.append([good, good]);
    clock.advance(4_999);
    await vi.waitFor(async () => expect(await sizes()).toEqual([0, 2]), PATIENT);
    clock.advance(10_000);
    await log.append([good]);
    expect(await sizes()).toEqual([0, 2]);
    clock.advance(4_999);
    await vi.waitFor(async () => expect(await sizes()).toEqual([0, 2, 3]), PATIENT);
    // The row is there a moment before the log knows it.
    await vi.waitFor(async () => expect(await log.checkpointText()).toContain('\n3\n'), PATIENT);
  });

  test('on demand at most one in 200 ms, shared by all who wait', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const log = await open({ clock });
    await log.append([good]);
    let made = 0;
    const waiting = [0, 0, 0].map((index) =>
      log.checkpointCovering(index).then((checkpoint) => {
        made += 1;
        return checkpoint;
      }),
    );
    await log.append([good]);
    expect(made).toBe(0);
    clock.advance(200);
    expect((await Promise.all(waiting)).map((checkpoint) => checkpoint.size)).toEqual([2, 2, 2]);
    const { rows } = await db.owner.query('SELECT count(*) AS n FROM log_checkpoints');
    expect(Number(rows[0]?.n)).toBe(2);
  });

  test('a stop does not wait for the time between two: who asked is answered, whatever the clock does', async () => {
    const log = await open({ clock: new ManualClock(1_700_000_000_000) });
    await log.append([good]);
    const asked = log.checkpointCovering(0);
    await log.stop();
    expect((await asked).size).toBe(1);
  });

  test('proofs of what is not in the log are refused', async () => {
    const log = await open();
    await log.append([good]);
    const { size } = await log.checkpointCovering(0);
    expect(await log.prove([1])).toEqual({ ok: false, error: 'out_of_range' });
    expect(await log.inclusion([size], { size })).toEqual({ ok: false, error: 'out_of_range' });
    for (const [size1, size2] of [
      [0, 1],
      [1, 2],
      [2, 1],
      [0.5, 1],
    ] as const) {
      expect(await log.consistency(size1, size2)).toEqual({ ok: false, error: 'out_of_range' });
    }
    expect(await log.consistency(1, 1)).toEqual({ ok: true, value: [] });
  });

  test('a log that no longer has what was signed does not open', async () => {
    const log = await open();
    await log.append([good, good, good]);
    await log.checkpointCovering(2);
    // Only a superuser who switches triggers off can do this at all.
    const other = leafHash(sha256, Uint8Array.of(1));
    await db.owner.query('BEGIN');
    await db.owner.query('ALTER TABLE ticks DISABLE TRIGGER USER');
    await db.owner.query('UPDATE ticks SET leaf_hash = $1 WHERE log_index = 1', [Buffer.from(other)]);
    await db.owner.query('ALTER TABLE ticks ENABLE TRIGGER USER');
    await db.owner.query('COMMIT');
    await expect(open()).rejects.toMatchObject({ failure: 'corrupt' });
    await expect(log.entries(0, 3)).rejects.toMatchObject({ failure: 'corrupt' });
  });

  test('a database set back behind what this process committed takes no more ticks', async () => {
    const log = await open();
    await log.append([good, good]);
    await db.owner.query('ALTER TABLE log_state DISABLE TRIGGER USER');
    await db.owner.query('UPDATE log_state SET size = 1');
    await expect(log.append([good])).rejects.toMatchObject({ failure: 'corrupt' });
    await expect(log.append([good])).rejects.toMatchObject({ failure: 'corrupt' });
  });
});
