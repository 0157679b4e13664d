// The log of candles on a real database: each window that the ticks have passed gets its candle once, whoever closes it, whenever they die and however
// late they come; and an audit finds whatever else stands there.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { joinCandles, minutesOf } from '@fairtick/engine/log-candles';
import { ManualClock } from '@fairtick/kernel/clock';
import { parseCandleEntry } from '@fairtick/kernel/log/candle-entry';
import { seededRandom } from '@fairtick/kernel/random';
import { auditCandles } from '@fairtick/server/audit/candle-audit';
import { CandleCheck } from '@fairtick/server/audit/candle-check';
import { Findings } from '@fairtick/server/audit/findings';
import { auditTicks } from '@fairtick/server/audit/tick-audit';
import { type TickLog, ticksAfter } from '@fairtick/server/domains/market/index';
import { createAppPool } from '@fairtick/server/platform/database/pools';
import { readPlain } from '@fairtick/server/platform/transparency/index';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Closing, market, startClosing } from './candles.ts';
import { openLog, PAIRS } from './ticks.ts';

const MIDNIGHT = Date.UTC(2026, 4, 13);
const MINUTE = 60_000;
const KILLS = 4;

let db: TestDatabase;
let ticks: TickLog;
let servers: Closing[];

beforeEach(async () => {
  db = await createTestDatabase();
  ticks = await openLog(db.app);
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  await ticks.stop();
  await db.drop();
});

/** A server whose clock is far ahead: it asks the database at each look. */
async function server(pool = db.app): Promise<Closing> {
  const started = await startClosing(pool, new ManualClock(MIDNIGHT + 100 * 24 * 60 * MINUTE));
  servers.push(started);
  return started;
}

/** All entries, as text. */
async function logged(): Promise<readonly string[]> {
  const { rows } = await db.owner.query('SELECT size FROM log_heads WHERE log = 4');
  return (await readPlain(db.owner, 4, 0, Number(rows[0]?.size))).map(({ entry }) => Buffer.from(entry).toString());
}

/** What stands there by the ticks alone, all windows that end up to `throughMs`. */
async function expected(throughMs: number): Promise<readonly string[]> {
  const tape = (await ticksAfter(db.owner, -1, 1_000_000)).filter((tick) => tick.receivedTime < throughMs);
  const minutes = minutesOf(tape);
  const hours = joinCandles(minutes, 'hour').filter((one) => one.start + 60 * MINUTE <= throughMs);
  const days = joinCandles(hours, 'day').filter((one) => one.start + 1_440 * MINUTE <= throughMs);
  const all = [...minutes, ...hours, ...days];
  const long = { minute: MINUTE, hour: 60 * MINUTE, day: 1_440 * MINUTE };
  all.sort(
    (a, b) =>
      a.start + long[a.period] - b.start - long[b.period] || long[a.period] - long[b.period] || a.pairId - b.pairId,
  );
  return all.map((one) => {
    const places = PAIRS[one.pairId]?.pricePrecision ?? 0;
    const text = (units: bigint): string => (Number(units) / 1e8).toFixed(places);
    const prices = [one.bidLow, one.bidHigh, one.askLow, one.askHigh].map(text);
    const code = PAIRS[one.pairId]?.code;
    return `fairtick/candle/v1\n${[code, one.period, one.start, one.firstSeq, one.lastSeq, ...prices].join('\n')}\n`;
  });
}

const floor = (timeMs: number): number => timeMs - (timeMs % MINUTE);

async function wrong(): Promise<readonly string[]> {
  const findings = new Findings();
  const pairs = new Map(PAIRS.map((pair, id) => [id, pair]));
  const check = new CandleCheck(findings, true);
  await auditTicks(db.owner, pairs, findings, undefined, check);
  await auditCandles(db.owner, pairs, check, findings);
  return findings.list;
}

test('each minute, hour and day that the ticks have passed has its candle, in the order in which windows end', async () => {
  const { closing, log } = await server();
  let now = MIDNIGHT - 130 * MINUTE;
  for (let look = 0; look < 12; look += 1) {
    now = await market(ticks, seededRandom(look), now, 120, 20_000);
    await closing.look();
    expect(await logged()).toEqual(await expected(floor(now)));
  }
  const entries = (await logged()).map((entry) => parseCandleEntry(Buffer.from(entry))?.period);
  expect(new Set(entries)).toEqual(new Set(['minute', 'hour', 'day']));
  expect((await log.currentCheckpoint()).size).toBe(entries.length);
});

test('a server that comes late closes everything in bounded steps, and the result is the same', async () => {
  const now = await market(ticks, seededRandom(1), MIDNIGHT - 60 * MINUTE, 45_000, 300);
  const { closing } = await server();
  await closing.look();
  expect(await logged()).toEqual(await expected(floor(now)));
}, 60_000);

test('nothing is asked while no minute has ended, and nothing written where none had a tick', async () => {
  const clock = new ManualClock(MIDNIGHT + 4.6 * MINUTE);
  const own = await startClosing(db.app, clock);
  servers.push(own);
  await market(ticks, seededRandom(2), MIDNIGHT + 4 * MINUTE, 50, 1_000);
  await own.closing.look();
  const size = own.log.size;
  const counted = createCounting();
  await own.closing.look();
  expect(counted()).toBe(0);
  expect(own.log.size).toBe(size);

  function createCounting(): () => number {
    const before = db.app.query.bind(db.app);
    let count = 0;
    db.app.query = ((...all: Parameters<typeof before>) => {
      count += 1;
      return before(...all);
    }) as typeof db.app.query;
    return () => count;
  }
});

test('two servers that close at once write each window once', async () => {
  const other = createAppPool(db.ownerUrl);
  const both = [await server(), await server(other)];
  let now = MIDNIGHT - 30 * MINUTE;
  for (let round = 0; round < 15; round += 1) {
    now = await market(ticks, seededRandom(round), now, 40, 15_000);
    await Promise.all(both.map(({ closing }) => closing.look()));
  }
  await both[0]?.closing.look();
  expect(await logged()).toEqual(await expected(floor(now)));
  await servers.pop()?.stop();
  await other.end();
});

/** How long a process may take to begin on a busy machine. */
const START_MS = 60_000;
const scriptPath = fileURLToPath(new URL('./closing-process.ts', import.meta.url));

test(`${KILLS} servers killed while they close leave no window out and none twice`, async () => {
  let now = MIDNIGHT - 60 * MINUTE;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [scriptPath, db.ownerUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    let seen = 0;
    child.stdout.on('data', (bytes: Buffer) => {
      seen += bytes.length;
      if (seen > 4 + kill) child.kill('SIGKILL');
    });
    let alive = true;
    void closed.then(() => {
      alive = false;
    });
    // It says a word once it is there, and dies of what it closes: prices go on until then.
    await vi.waitFor(() => expect(seen).toBeGreaterThan(0), { timeout: START_MS });
    for (let round = 0; alive; round += 1) now = await market(ticks, seededRandom(round), now, 20, 20_000);
    await closed;
  }
  const { closing } = await server();
  await closing.look();
  expect(await logged()).toEqual(await expected(floor(now)));
});

describe('an audit', () => {
  beforeEach(async () => {
    const { closing } = await server();
    await market(ticks, seededRandom(5), MIDNIGHT - 90 * MINUTE, 600, 20_000);
    await closing.look();
  });

  test('finds nothing wrong where nothing is', async () => {
    expect(await wrong()).toEqual([]);
  });

  test('finds a candle that is wider than its ticks', async () => {
    await forge((text) => text.replace(/\n(\d+\.\d+)\n$/, (_, price: string) => `\n${Number(price) + 1}\n`));
    expect((await wrong()).join()).toContain('is not what its ticks give');
  });

  test('finds an hour that its minutes do not give', async () => {
    await forge((text) => text.replace(/\n(\d+\.\d+)\n$/, (_, price: string) => `\n${Number(price) + 1}\n`), 'hour');
    expect((await wrong()).join()).toContain('is not what the shorter candles in it give');
  });

  test('finds a window without its candle', async () => {
    await db.owner.query('ALTER TABLE log_entries DISABLE TRIGGER USER');
    await db.owner.query('ALTER TABLE candle_places DISABLE TRIGGER USER');
    const { rows } = await db.owner.query('SELECT max(idx)::int AS last FROM candle_places');
    await db.owner.query('DELETE FROM log_entries WHERE log = 4 AND idx = $1', [rows[0].last]);
    await db.owner.query('DELETE FROM candle_places WHERE idx = $1', [rows[0].last]);
    await db.owner.query('ALTER TABLE log_heads DISABLE TRIGGER USER');
    await db.owner.query('UPDATE log_heads SET size = size - 1 WHERE log = 4');
    await db.owner.query('UPDATE log_state SET last_received_time = last_received_time + 120000');
    await market(ticks, seededRandom(6), MIDNIGHT + 900 * MINUTE, 3, 100_000);
    expect((await wrong()).join()).toContain('has no candle');
  });

  /** Exchanges one entry together with its hash, as whoever has every right could. */
  async function forge(change: (text: string) => string, period = 'minute'): Promise<void> {
    const all = await logged();
    const idx = all.findIndex((text) => text.split('\n')[2] === period);
    const text = change(all[idx] ?? '');
    expect(text).not.toBe(all[idx]);
    await db.owner.query('ALTER TABLE log_entries DISABLE TRIGGER USER');
    const bytes = Buffer.from(text);
    await db.owner.query(
      `UPDATE log_entries SET entry = $1, leaf_hash = sha256('\\x00'::bytea || $1) WHERE log = 4 AND idx = $2`,
      [bytes, idx],
    );
  }
});

test("the app's role changes and removes no candle, and the log's reach never goes back", async () => {
  const { closing } = await server();
  await market(ticks, seededRandom(7), MIDNIGHT, 30, 20_000);
  await closing.look();
  await expect(db.app.query('UPDATE candle_places SET start = 0')).rejects.toThrow('permission denied');
  await expect(db.app.query('DELETE FROM candle_places')).rejects.toThrow('permission denied');
  await expect(db.app.query('UPDATE candle_state SET through = 0')).rejects.toThrow('the log only grows');
  await expect(db.owner.query('DELETE FROM candle_places')).rejects.toThrow('append-only');
  const again =
    'INSERT INTO candle_places SELECT idx + 10000, pair_id, period, start, first_seq, last_seq FROM candle_places LIMIT 1';
  await expect(db.app.query(again)).rejects.toThrow('duplicate key');
});
