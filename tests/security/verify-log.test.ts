// `npm run verify-log`: 100 of 100 edits by somebody with every right in the database are found, and so is a past that was rewritten whole.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@fairtick/kernel/random';
import { auditDatabase, auditRows } from '@fairtick/server/audit/database-audit';
import { recall, remember } from '@fairtick/server/audit/memory';
import { auditPublic } from '@fairtick/server/audit/public-audit';
import { CATALOGUE, seedPairs } from '@fairtick/server/domains/market/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeAcceptances } from '../harness/acceptances.ts';
import { accepted } from '../harness/outcomes.ts';
import { createWorld, type World } from '../harness/world.ts';
import { type Edge, startEdge } from '../integration/http/edge.ts';
import { EDITS, type Edit, NothingThere } from './edits.ts';
import { pick } from './live-app.ts';

const WANTED = 100;
/** Two full tiles and a part of a third. */
const TICKS = 560;
const root = fileURLToPath(new URL('../..', import.meta.url));

let world: World;

/** A checkpoint of everything; it may have to wait for the gap to the one before, on a clock that only we move. */
async function signed(made: World): Promise<void> {
  let done = false;
  const covering = made.server.log.checkpointCovering(made.server.log.size - 1).finally(() => {
    done = true;
  });
  // Little time, or options would find no price near their end.
  for (let turn = 0; !done; turn += 1) {
    if (turn % 500 === 0) made.clock.advance(100);
    await new Promise((resume) => setImmediate(resume));
  }
  await covering;
}

/** Prices that wander, with orders of every ending among them. */
async function live(prices = 11): Promise<World> {
  const made = await createWorld({ seed: 5 });
  await seedPairs(made.db.owner, CATALOGUE);
  const random = seededRandom(prices);
  const tick = async (): Promise<void> => {
    made.clock.advance(50 + random.below(200));
    const at = 110_000 + random.below(400);
    await made.settledTick('EURUSD', `1.${at.toString().slice(1)}`, `1.${(at + 10).toString().slice(1)}`);
  };
  const yen = async (): Promise<void> => {
    made.clock.advance(20);
    const at = 150_000 + random.below(100);
    const shown = (value: number): string => `${Math.floor(value / 1_000)}.${String(value % 1_000).padStart(3, '0')}`;
    await made.settledTick('USDJPY', shown(at), shown(at + 12));
  };
  await tick();
  await yen();
  const user = await made.demoUser();
  const buy = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
  const up = { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' } as const;
  const closed = await accepted(made.forexSubmit(user, buy));
  const yens = await accepted(made.forexSubmit(user, { pair: 'USDJPY', side: 'sell', lots: '1' }));
  await accepted(made.forexSubmit(user, { ...buy, takeProfit: '1.2', stopLoss: '1.0' }));
  const cancelled = await accepted(made.forexSubmit(user, { ...buy, target: '1.05' }));
  await accepted(made.forexSubmit(user, { ...buy, target: '1.02' }));
  // Enough for some to win, some to lose.
  for (let i = 0; i < 16; i += 1) {
    await accepted(made.microSubmit(user, { ...up, direction: i % 2 === 0 ? 'up' : 'down' }));
    await tick();
    await yen();
  }
  await accepted(made.forexCancel(user, cancelled.Id));
  await accepted(made.forexClose(user, yens.Id));
  await accepted(made.forexClose(user, closed.Id));
  const size = (): number => made.server.log.size;
  while (size() < TICKS) {
    await tick();
    if (size() % 7 === 0) await yen();
    if (size() % 90 === 0) await signed(made);
  }
  await accepted(made.microSubmit(user, up));
  await tick();
  await signed(made);
  await placeAcceptances(made.db.app);
  expect(await made.invariants()).toEqual([]);
  return made;
}

beforeAll(async () => {
  world = await live();
}, 120_000);
afterAll(() => world.close());

test('what nobody touched agrees in everything', async () => {
  const report = await auditDatabase(world.db.owner);
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ ticks: world.server.log.size, tiles: 2, orders: 22 });
  expect(report.checkpoints).toBeGreaterThan(4);
});

/** The findings of an audit after the edit; undefined when the database itself did not take it. Everything is undone. */
async function findingsAfter(
  make: (typeof EDITS)[number],
  random: ReturnType<typeof seededRandom>,
): Promise<{ edit: Edit; findings: readonly string[] } | undefined> {
  const client = await world.db.owner.connect();
  try {
    await client.query('BEGIN');
    // Only a superuser may, and then no trigger speaks.
    await client.query('SET LOCAL session_replication_role = replica');
    let touched = 0;
    let edit: Edit;
    try {
      edit = await make(client, random);
      for (const [text, values] of edit.sql)
        touched += (await client.query(text, values ? [...values] : [])).rowCount ?? 0;
    } catch (error) {
      // The world of this test must have a row for every kind; what constraints refuse is no edit.
      if (error instanceof NothingThere) throw error;
      return undefined;
    }
    if (touched === 0) return undefined;
    return { edit, findings: (await auditRows(client)).findings };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('100 of 100 random edits with every right are found', async () => {
  const random = seededRandom(20_260_103);
  const missed: string[] = [];
  const kinds = new Set<string>();
  let edits = 0;
  for (let tries = 0; edits < WANTED; tries += 1) {
    expect(tries).toBeLessThan(WANTED * 10);
    // Each kind at least once, then any.
    const tried = await findingsAfter(EDITS[tries] ?? pick(random, EDITS), random);
    if (!tried) continue;
    edits += 1;
    kinds.add(tried.edit.what);
    if (tried.findings.length === 0) missed.push(tried.edit.what);
  }
  console.log(`${edits - missed.length} of ${edits} edits of ${kinds.size} kinds found`);
  expect(missed).toEqual([]);
}, 180_000);

describe('what an earlier audit remembers', () => {
  test('a log that was cut, signed anew and grown again is not the one that was seen', async () => {
    const seen = (await auditDatabase(world.db.owner)).newest;
    if (!seen) throw new Error('nothing to remember');
    const other = await live(12);
    try {
      // Another past, whole and well signed: alone it agrees in everything, and beside the memory it does not.
      expect((await auditDatabase(other.db.owner)).findings).toEqual([]);
      const { findings } = await auditDatabase(other.db.owner, { ticks: seen });
      expect(findings.join('\n')).toMatch(/rewritten|now there are/);
      const byAnother = await auditDatabase(other.db.owner, {
        ticks: seen && { ...seen, key: 'fairtick.log/ticks+00000000+AA==' },
      });
      expect(byAnother.findings.join('\n')).toMatch(/another key/);
    } finally {
      await other.close();
    }
  }, 120_000);

  test('lies in a file that is read strictly', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-audit-'));
    const file = path.join(folder, 'deep', 'memory.json');
    expect(recall(file)).toEqual({ ok: true, value: undefined });
    const seen = { size: 3, root: new Uint8Array(32).fill(7), key: 'a+b+c' };
    remember(file, seen);
    expect(recall(file)).toEqual({ ok: true, value: seen });
    for (const text of ['', '{}', 'null', '{"size":1.5,"root":"","key":""}', '{"size":1,"root":"AAAA","key":"k"}']) {
      fs.writeFileSync(file, text);
      expect(recall(file).ok).toBe(false);
    }
    fs.rmSync(folder, { recursive: true });
  });
});

describe('over the public files alone', () => {
  let edge: Edge;
  const audit = (more: object = {}) => auditPublic({ url: edge.url, key: world.server.log.verifierKey, ...more });

  beforeAll(async () => {
    edge = await startEdge({
      logs: {
        ticks: {
          verifierKey: world.server.log.verifierKey,
          epochNote: async () => undefined,
          checkpointText: () => world.server.log.checkpointText(),
          tile: (level, n, width) => world.server.log.tile(level, n, width),
          entries: (n, width) => world.server.log.entries(n, width),
        },
      },
    });
  });
  afterAll(() => edge.close());

  test('a good log agrees, and the next audit reads on from there', async () => {
    const first = await audit();
    expect(first).toMatchObject({ findings: [], from: 0, size: world.server.log.size });
    const second = await audit({ remembered: first.newest });
    expect(second).toMatchObject({ findings: [], from: first.size, size: first.size });
    const old = { key: world.server.log.verifierKey, size: 300, root: await rootAt(300) };
    expect(await audit({ remembered: old })).toMatchObject({ findings: [], from: 300 });
    expect(await audit({ remembered: old, all: true })).toMatchObject({ findings: [], from: 0 });
  });

  test('another past than the remembered one is found, whether it is read again or not', async () => {
    const key = world.server.log.verifierKey;
    const other = { key, size: 300, root: new Uint8Array(32) };
    for (const all of [true, false])
      expect((await audit({ remembered: other, all })).findings.join()).toMatch(/rewritten/);
    const longer = { key, size: 1_000_000, root: new Uint8Array(32) };
    expect((await audit({ remembered: longer })).findings.join()).toMatch(/saw 1000000 ticks/);
  });

  test("a key that is not the log's is found", async () => {
    const stranger = 'fairtick.log/ticks+00000000+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    expect((await audit({ key: stranger })).findings).not.toEqual([]);
  });

  test('a changed tick and a changed tile are found', async () => {
    const changes = [
      [
        'UPDATE ticks SET bid = bid - 0.00001 WHERE log_index = 17',
        'UPDATE ticks SET bid = bid + 0.00001 WHERE log_index = 17',
      ],
      [
        'UPDATE log_tiles SET hashes = set_byte(hashes, 5, 255 - get_byte(hashes, 5)) WHERE level = 0 AND idx = 1',
        'UPDATE log_tiles SET hashes = set_byte(hashes, 5, 255 - get_byte(hashes, 5)) WHERE level = 0 AND idx = 1',
      ],
    ];
    for (const [change = '', undo = ''] of changes) {
      await asSuperuser(change);
      expect((await audit()).findings).not.toEqual([]);
      await asSuperuser(undo);
      expect((await audit()).findings).toEqual([]);
    }
  });
});

async function rootAt(size: number): Promise<Uint8Array> {
  const { LogReader } = await import('@fairtick/server/platform/transparency/reader');
  const { LogView } = await import('@fairtick/server/platform/transparency/log-view');
  const { tickStore } = await import('@fairtick/server/domains/market/ticks/tick-store');
  const rows = tickStore({ evaluatedThrough: () => -1, pairOf: () => undefined });
  const view = new LogView(world.db.owner, rows);
  await view.load();
  const read = await new LogReader({ pool: world.db.owner, view, rows }).rootAt(size);
  if (!read.ok) throw new Error('no such root');
  return read.value;
}

async function asSuperuser(sql: string): Promise<void> {
  const client = await world.db.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(sql);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

test('the command says what it read, remembers it, and ends with 1 when something is wrong', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-audit-'));
  const memory = path.join(folder, 'memory.json');
  const run = (...words: string[]) => {
    const done = spawnSync(process.execPath, ['server/audit/main.ts', ...words], { cwd: root, encoding: 'utf8' });
    return { status: done.status, said: done.stdout };
  };
  const whole = ['--database', world.db.ownerUrl, '--memory', memory];
  expect(run(...whole)).toMatchObject({ status: 0, said: expect.stringMatching(/Everything agrees/) });
  const kept = fs.readFileSync(memory, 'utf8');
  expect(kept).toContain(`"size":${world.server.log.size}`);
  await asSuperuser('UPDATE ledger_accounts SET available = available + 1 WHERE id = 1');
  expect(run(...whole)).toMatchObject({
    status: 1,
    said: expect.stringMatching(/WRONG the ledger: balance_is_sum_of_entries/),
  });
  await asSuperuser('UPDATE ledger_accounts SET available = available - 1 WHERE id = 1');
  expect(fs.readFileSync(memory, 'utf8')).toBe(kept);
  expect(run('--nonsense').status).toBe(2);
  expect(run('--url', 'http://127.0.0.1:9', '--memory', path.join(folder, 'x.json')).status).toBe(2);
  fs.rmSync(folder, { recursive: true });
}, 120_000);
