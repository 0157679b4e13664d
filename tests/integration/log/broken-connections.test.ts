// Rule 5 when things break: connections killed or cut in mid-append, a process killed -9. Each tick is in the log once or not at all, as its
// caller was told, and no checkpoint that was shown is ever contradicted.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { verifyConsistency } from '@fairtick/kernel/log/merkle';
import { type Checkpoint, parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { slowRoot } from '@fairtick/kernel/log/slow-tree.fixture';
import { seededRandom } from '@fairtick/kernel/random';
import type { TickLog } from '@fairtick/server/domains/market/index';
import { createAppPool, type Pool } from '@fairtick/server/platform/database/pools';
import { nodeNoteCrypto, sha256 } from '@fairtick/server/platform/transparency/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts';
import { openLog, randomTick, storedTicks, text } from './ticks.ts';

let db: TestDatabase;
let cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
  cleanUp = [];
  await db.drop();
});

async function open(pool: Pool): Promise<TickLog> {
  const log = await openLog(pool);
  cleanUp.push(() => log.stop());
  return log;
}

/** One log: no gap, no double, each pair numbered through, hashes and tiles that a slow tree agrees with. */
async function expectSound(): Promise<readonly { index: number; name: number }[]> {
  const ticks = await storedTicks(db.owner);
  expect(ticks.map((tick) => tick.index)).toEqual([...ticks.keys()]);
  expect(new Set(ticks.map((tick) => tick.name)).size).toBe(ticks.length);
  expect(text(...ticks.map((tick) => tick.storedHash))).toBe(text(...ticks.map((tick) => tick.slowHash)));
  const hashes = ticks.map((tick) => tick.slowHash);
  const log = await openLog(db.app);
  const key = parseVerifierKey(log.verifierKey, sha256);
  const { rows } = await db.owner.query('SELECT size, root, note FROM log_checkpoints');
  for (const row of rows) {
    expect(text(row.root)).toBe(text(slowRoot(sha256, hashes.slice(0, Number(row.size)))));
    expect(key.ok && verifyCheckpoint(row.note, key.value, nodeNoteCrypto).ok).toBe(true);
  }
  if (ticks.length > 0) {
    const { root, size } = await log.checkpointCovering(ticks.length - 1);
    expect(size).toBe(ticks.length);
    expect(text(root)).toBe(text(slowRoot(sha256, hashes)));
  }
  await log.stop();
  return ticks;
}

describe('a COMMIT whose outcome is unknown', () => {
  let proxy: CuttingProxy;
  let log: TickLog;

  beforeEach(async () => {
    proxy = await openCuttingProxy(db.ownerUrl);
    const pool = createAppPool(proxy.through(db.ownerUrl), { max: 3 });
    cleanUp.push(
      () => proxy.close(),
      () => pool.end(),
    );
    log = await open(pool);
  });

  test('it arrived and the answer was lost: the ticks are found, not appended again', async () => {
    const random = seededRandom(1);
    await log.append([randomTick(random, 0)]);
    proxy.cutNext('after_commit');
    const logged = await log.append([randomTick(random, 1), randomTick(random, 2)]);
    expect(proxy.cuts).toBe(1);
    expect(logged.map((tick) => [tick.sourceTime, tick.logIndex])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await log.append([randomTick(random, 3)])).toMatchObject([{ logIndex: 3 }]);
    expect((await expectSound()).map((tick) => tick.name)).toEqual([0, 1, 2, 3]);
  });

  test('it never arrived: the ticks are appended anew', async () => {
    const random = seededRandom(2);
    await log.append([randomTick(random, 0)]);
    proxy.cutNext('before_commit');
    const logged = await log.append([randomTick(random, 1), randomTick(random, 2)]);
    expect(proxy.cuts).toBe(1);
    expect(logged.map((tick) => tick.logIndex)).toEqual([1, 2]);
    expect((await expectSound()).map((tick) => tick.name)).toEqual([0, 1, 2]);
  });

  test('again and again, with another server appending in between', async () => {
    const other = await open(db.app);
    const random = seededRandom(3);
    const told = new Map<number, number>();
    let name = 0;
    for (let round = 0; round < 40; round += 1) {
      if (round % 2 === 0) proxy.cutNext(random.below(2) === 0 ? 'before_commit' : 'after_commit');
      const calls = [log, other, log].map((to) =>
        to.append(Array.from({ length: 1 + random.below(40) }, () => randomTick(random, name++))),
      );
      for (const tick of (await Promise.all(calls)).flat()) told.set(tick.sourceTime, tick.logIndex);
    }
    expect(proxy.cuts).toBeGreaterThan(10);
    const ticks = await expectSound();
    expect(ticks).toHaveLength(name);
    for (const tick of ticks) expect(told.get(tick.name)).toBe(tick.index);
  });
});

test('connections killed at random under two appending servers: every tick once, where its caller was told', async () => {
  const pools = [createAppPool(db.ownerUrl, { max: 3 }), createAppPool(db.ownerUrl, { max: 3 })];
  for (const pool of pools) cleanUp.push(() => pool.end());
  const logs = await Promise.all(pools.map(open));
  const told = new Map<number, number>();
  const given: number[] = [];
  let running = 2;
  let ended = 0;
  const work = async (log: TickLog, seed: number): Promise<void> => {
    const random = seededRandom(seed);
    let name = seed * 1_000_000;
    for (let i = 0; i < 200; i += 1) {
      const batch = Array.from({ length: 1 + random.below(30) }, () => randomTick(random, name++));
      try {
        for (const tick of await log.append(batch)) told.set(tick.sourceTime, tick.logIndex);
      } catch {
        given.push(...batch.map((tick) => tick.sourceTime));
      }
      ended += 1;
    }
    running -= 1;
  };
  let kills = 0;
  const chance = seededRandom(4);
  const kill = async (): Promise<void> => {
    while (running > 0) {
      const { rowCount } = await db.owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE usename = 'fairtick_app' AND datname = current_database() AND state <> 'idle' ORDER BY random() LIMIT 1`,
      );
      kills += rowCount ?? 0;
      // The gap is counted in appends that ended, not in time: however slow the machine, they come through.
      const next = ended + 1 + chance.below(8);
      while (running > 0 && ended < next) await db.owner.query('SELECT pg_sleep(0.002)');
    }
  };
  await Promise.all([...logs.map((log, i) => work(log, i + 1)), kill()]);
  expect(kills).toBeGreaterThan(3);
  const ticks = await expectSound();
  expect(ticks.length).toBe(told.size);
  for (const tick of ticks) expect(told.get(tick.name)).toBe(tick.index);
  const inLog = new Set(ticks.map((tick) => tick.name));
  expect(given.filter((name) => inLog.has(name))).toEqual([]);
});

test('a process killed -9 while it appends: what it answered is there, what it signed is extended, the next start goes on', async () => {
  const shown: string[] = [];
  const told = new Map<number, number>();
  for (let run = 1; run <= 4; run += 1) {
    const child = spawn(process.execPath, [scriptPath, db.ownerUrl, String(run)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUp.push(() => ended(child));
    await listen(child, 400 * run, shown, told);
  }
  expect(shown.length).toBeGreaterThan(0);
  const ticks = await expectSound();
  for (const [name, index] of told) expect(ticks[index]?.name).toBe(name);
  const log = await open(db.app);
  const newest = opened(log, await log.checkpointText());
  for (const note of shown) {
    const old = opened(log, note);
    const proof = await log.consistency(old.size, newest.size);
    if (!proof.ok) throw new Error(proof.error);
    const claim = { size1: old.size, root1: old.root, size2: newest.size, root2: newest.root, proof: proof.value };
    expect(verifyConsistency(sha256, claim)).toBe(true);
  }
});

const scriptPath = fileURLToPath(new URL('./appending-process.ts', import.meta.url));

/** Reads what the process says, and kills it when it has been told of `answers` ticks. */
async function listen(child: ChildProcess, answers: number, shown: string[], told: Map<number, number>): Promise<void> {
  if (!child.stdout) throw new Error('the process has no output');
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const tick = /^tick (\d+) (\d+)$/.exec(line);
    if (tick) {
      told.set(Number(tick[1]), Number(tick[2]));
      count += 1;
    }
    const note = /^\{"note":.*\}$/.test(line) ? noteOf(line) : undefined;
    if (note) shown.push(note);
    if (count >= answers) child.kill('SIGKILL');
  }
  await ended(child);
}

function noteOf(line: string): string | undefined {
  const parsed: unknown = JSON.parse(line);
  return typeof parsed === 'object' && parsed !== null && 'note' in parsed && typeof parsed.note === 'string'
    ? parsed.note
    : undefined;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function opened(log: TickLog, note: string): Checkpoint {
  const key = parseVerifierKey(log.verifierKey, sha256);
  const checkpoint = key.ok ? verifyCheckpoint(note, key.value, nodeNoteCrypto) : key;
  if (!checkpoint.ok) throw new Error(checkpoint.error);
  return checkpoint.value;
}
