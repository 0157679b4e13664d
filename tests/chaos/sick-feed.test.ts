// The source of prices and the machine's clock gone wrong, under the whole server: gaps, snapshots, stale, crossed, repeated, far and future
// quotes, time set forward and back. Nothing fills on a price that is not live, trading pauses and says why, and comes back with a tick.

import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_CODES, type ErrorName } from '@fairtick/contract/errors';
import { type Clock, systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { type App, startApp } from '@fairtick/server/main/app';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { testConfig } from '../harness/outside.ts';
import { FakeKraken } from '../integration/market/fake-kraken.ts';
import { call, type Heard } from './api.ts';
import { optionOf, orderOf, User } from './client.ts';
import { looseTerms } from './terms.ts';
import { fieldOf, textOf } from './trader.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const BITCOIN = '21';
const WAIT_MS = 20_000;
const SENT_AGAIN_MS = 3_000;

/** Real timers; the wall clock can be set, and time can be said to have passed. */
class SetClock implements Clock {
  #setMs = 0;
  #passedMs = 0;
  /** Somebody sets the time. */
  set(byMs: number): void {
    this.#setMs += byMs;
  }
  /** So much time goes by in which nothing happened. */
  pass(ms: number): void {
    this.#passedMs += ms;
  }
  /** What a right clock would show: the source's. */
  right(): number {
    return systemClock.now() + this.#passedMs;
  }
  now(): number {
    return this.right() + this.#setMs;
  }
  monotonic(): number {
    return systemClock.monotonic() + this.#passedMs;
  }
  after(delayMs: number, run: () => void) {
    return systemClock.after(delayMs, run);
  }
  every(periodMs: number, run: () => void) {
    return systemClock.every(periodMs, run);
  }
}

let db: TestDatabase;
let fake: FakeKraken;
let clock: SetClock;
let app: App;
let user: User;
/** Why the server would have ended. */
let ends: string[];

const url = (): string => app.appUrl;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function start(): Promise<void> {
  const started = await startApp({
    config: { ...testConfig({ DATABASE_URL: db.ownerUrl, FEED: 'kraken' }), ...{ krakenUrl: fake.url } },
    clock,
    random: seededRandom(1),
    logger: silent,
    onFatal: (reason) => ends.push(reason),
    rateFactor: 1_000,
    checkAnswers: true,
  });
  if (!started.ok) throw new Error(started.error);
  app = started.value;
}

beforeEach(async () => {
  ends = [];
  db = await createTestDatabase();
  fake = await FakeKraken.listen();
  fake.instruments = [{ symbol: 'BTC/USD', pricePrecision: 1 }];
  clock = new SetClock();
  await start();
  await looseTerms(db.owner);
  await app.stop();
  await start();
  await subscribed();
  user = await User.signUp(url);
  await tick('60000.0', '60001.0');
});
afterEach(async () => {
  await app.stop();
  await fake.close();
  expect(ends).toEqual([]);
  expect(await brokenInvariants(db.owner)).toEqual([]);
  await db.drop();
});

const size = async (): Promise<number> => Number((await db.owner.query('SELECT count(*) FROM ticks')).rows[0]?.count);

function quote(bid: string, ask: string, stampMs = clock.right()): void {
  fake.ticker('update', 'BTC/USD', bid, ask, new Date(stampMs).toISOString());
}

/** A quote that becomes a tick, and the newest one. After a silence the feed may just be changing its connection: what is lost with the old one is sent again. */
async function tick(bid: string, ask: string): Promise<void> {
  let sentMs = Number.NEGATIVE_INFINITY;
  await until(async () => {
    if (performance.now() - sentMs > SENT_AGAIN_MS) {
      sentMs = performance.now();
      quote(bid, ask);
    }
    return (await newestBid()) === Number(bid);
  });
}

async function newestBid(): Promise<number> {
  const { rows } = await db.owner.query('SELECT bid FROM ticks ORDER BY log_index DESC LIMIT 1');
  return Number(rows[0]?.bid);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + WAIT_MS;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error('it does not come to that');
    await delay(15);
  }
}

async function reason(): Promise<string> {
  const pairs = (await call(url(), 'trade_list', {}))?.data;
  const pair = Array.isArray(pairs) ? pairs.find((one: unknown) => textOf(one, 'Code') === 'BTCUSD') : undefined;
  return textOf(pair, 'StatusReason');
}

/** Until the feed is subscribed (again): only then are updates heard. */
const subscribed = (): Promise<void> =>
  until(async () => {
    const status = (await call(url(), 'market_status', {}))?.data;
    return fieldOf(status, 'state') === 'live' && fake.open === 1;
  });

/**
 * So much time goes by in which nothing happened, but for the settings, which a server reads every second: whoever could not read them for seconds
 * trades only after the next reading.
 */
async function pass(ms: number): Promise<void> {
  clock.pass(ms);
  await until(async () => {
    const health: { data?: { settings?: { inStep?: boolean } } } = await (await fetch(`${url()}/healthz`)).json();
    return health.data?.settings?.inStep === true;
  });
}

const bitcoin = (typed: Parameters<typeof orderOf>[0] = {}) => orderOf({ forex_id: BITCOIN, multiple: '50', ...typed });
const option = (seconds = '1') => user.send('micro_submit', optionOf({ forex_id: BITCOIN, seconds }));
const refusedWith = (heard: Heard, ...errors: ErrorName[]): void =>
  expect(errors.map((name) => ERROR_CODES[name])).toContain(heard?.code);

async function stored(id: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await db.owner.query(
    `SELECT status::text, close_reason::text AS why, trim_scale(close_price)::text AS price FROM forex_orders WHERE id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

async function outcome(id: string): Promise<{ outcome: string; age: number } | undefined> {
  const { rows } = await db.owner.query(
    `SELECT o.outcome, (o.expiry_time - t.received_time)::int AS age FROM micro_orders o LEFT JOIN ticks t ON t.log_index = o.end_tick
     WHERE o.id = $1 AND o.status = 'closed'`,
    [id],
  );
  return rows[0];
}

describe('gaps', () => {
  test.each([
    [1_000, undefined, undefined],
    [6_000, undefined, 'QUOTE_NOT_FRESH'],
    [16_000, 'QUOTE_STALE', 'QUOTE_STALE'],
    [600_000, 'QUOTE_STALE', 'QUOTE_STALE'],
  ] as const)('of %i ms', async (gapMs, leveraged, short) => {
    const id = await user.order(bitcoin({ stop_loss_price: '59000' }));
    await pass(gapMs);
    // The app hears of it within a second; an order at once.
    const order = await user.send('forex_submit', bitcoin());
    const bet = await option();
    if (leveraged) refusedWith(order, leveraged, 'FEED_DOWN');
    else expect(order?.code).toBe(1);
    if (short) refusedWith(bet, short, 'FEED_DOWN');
    else expect(bet?.code).toBe(1);
    if (leveraged) await until(async () => ['stale', 'feed_down'].includes(await reason()));
    await subscribed();
    expect((await stored(id)).status).toBe('open');
    // The first live tick after the gap is past the stop: it closes there, and trading goes on.
    await tick('58000.0', '58001.0');
    await until(async () => (await stored(id)).status === 'closed');
    expect(await stored(id)).toEqual({ status: 'closed', why: 'stop_loss', price: '58000' });
    expect(await reason()).toBe('open');
    expect((await user.send('forex_submit', bitcoin()))?.code).toBe(1);
  });

  test('the source hangs up: refused and said so; its snapshot on the way back triggers nothing, the first update does', async () => {
    const id = await user.order(bitcoin({ stop_loss_price: '59000' }));
    const before = await size();
    fake.hangUp();
    await until(async () => (await reason()) === 'feed_down');
    refusedWith(await user.send('forex_submit', bitcoin()), 'FEED_DOWN');
    // The fake's snapshot shows a price far below the stop.
    await subscribed();
    await delay(300);
    expect(await size()).toBe(before);
    expect((await stored(id)).status).toBe('open');
    await tick('58500.0', '58501.0');
    await until(async () => (await stored(id)).status === 'closed');
  });
});

describe('quotes that are none', () => {
  test.each([
    ['older than the last', () => quote('50000.0', '50001.0', clock.right() - 5_000)],
    ['crossed', () => quote('50002.0', '50001.0')],
    ['far away and alone', () => quote('40000.0', '40001.0')],
    ['from the future', () => quote('59000.0', '59001.0', clock.right() + 120_000)],
    [
      'not a number',
      () => fake.send('{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":NaN,"ask":1}]}'),
    ],
    ['negative', () => quote('-1.0', '59001.0')],
    ['of another pair', () => fake.ticker('update', 'DOGE/USD', '50000.0', '50001.0')],
  ])('%s: no tick, no trigger', async (_, send) => {
    const id = await user.order(bitcoin({ stop_loss_price: '59500' }));
    const before = await size();
    send();
    // A good one behind it says that it has been heard.
    await tick('60000.5', '60001.5');
    expect(await size()).toBe(before + 1);
    expect((await stored(id)).status).toBe('open');
  });

  test('a repeated quote is one tick, and a far one that is confirmed within 5 s is real', async () => {
    const id = await user.order(bitcoin({ stop_loss_price: '59500' }));
    const before = await size();
    const stamp = clock.right();
    for (let i = 0; i < 5; i += 1) quote('60010.0', '60011.0', stamp);
    await tick('60012.0', '60013.0');
    expect(await size()).toBe(before + 2);
    quote('40000.0', '40001.0');
    quote('40010.0', '40011.0');
    await until(async () => (await size()) === before + 4);
    await until(async () => (await stored(id)).status === 'closed');
    expect(await stored(id)).toEqual({ status: 'closed', why: 'stop_loss', price: '40000' });
  });
});

describe('the clock', () => {
  test.each([-180, 50])(
    'set by %i minutes: options end by a tick of their own last seconds or not at all, and trading goes on',
    async (minutes) => {
      const id = await user.order(bitcoin());
      await tick('60100.0', '60101.0');
      const bet = await option();
      expect(bet?.code).toBe(1);
      await tick('60100.5', '60101.5');
      clock.set(minutes * MINUTE_MS);
      // The next tick, stamped by a source whose clock is right, is live.
      await tick('60200.0', '60201.0');
      await until(async () => (await reason()) === 'open');
      expect((await user.send('forex_submit', bitcoin()))?.code).toBe(1);
      const second = await option();
      expect(second?.code).toBe(1);
      await tick('60200.5', '60201.5');
      clock.pass(3_500);
      await tick('60300.0', '60301.0');
      for (const one of [bet, second]) {
        const settled = textOf(one?.data, 'Id');
        await until(async () => (await outcome(settled)) !== undefined);
        const { outcome: ended, age } = (await outcome(settled)) ?? { outcome: 'void', age: 0 };
        if (ended !== 'void') expect(age).toBeGreaterThanOrEqual(0);
        if (ended !== 'void') expect(age).toBeLessThan(15_000);
      }
      expect((await stored(id)).status).toBe('open');
      const { rows } = await db.owner.query(
        `SELECT count(*)::int AS n FROM micro_orders o JOIN ticks t ON t.log_index = o.end_tick WHERE t.log_index < o.open_tick OR o.closed_time < o.expiry_time`,
      );
      expect(rows[0].n).toBe(0);
    },
  );

  test('set ahead of the database by more than an hour: the server ends before a tick is stamped so, and the next one goes on', async () => {
    const id = await user.order(bitcoin({ stop_loss_price: '59500' }));
    await tick('60100.0', '60101.0');
    const before = await size();
    clock.set(3 * HOUR_MS);
    quote('59000.0', '59001.0');
    await until(async () => ends.length > 0);
    await app.stop();
    // Told with each try of the same tick; the process of a real one is gone after the first.
    expect(new Set(ends.splice(0))).toEqual(new Set(["its clock stands more than an hour ahead of the database's"]));
    expect(await size()).toBe(before);
    expect((await stored(id)).status).toBe('open');
    clock.set(-3 * HOUR_MS);
    await start();
    await subscribed();
    await tick('60200.0', '60201.0');
    await until(async () => (await reason()) === 'open');
    expect((await user.send('forex_submit', bitcoin()))?.code).toBe(1);
    await tick('59000.0', '59001.0');
    await until(async () => (await stored(id)).status === 'closed');
  });

  test('set back by hours while the source freezes: the price is stale after 15 s all the same', async () => {
    clock.set(-3 * HOUR_MS);
    await tick('60100.0', '60101.0');
    clock.pass(16_000);
    refusedWith(await user.send('forex_submit', bitcoin()), 'QUOTE_STALE', 'FEED_DOWN');
    refusedWith(await option(), 'QUOTE_STALE', 'FEED_DOWN');
    await until(async () => ['stale', 'feed_down'].includes(await reason()));
  });

  test('set back between two starts: the log goes on, prices get stale and options end in time', async () => {
    await app.stop();
    clock.set(-3 * HOUR_MS);
    await start();
    await subscribed();
    await tick('60100.0', '60101.0');
    const bet = await option();
    expect(bet?.code).toBe(1);
    await tick('60100.5', '60101.5');
    clock.pass(3_500);
    await tick('60200.0', '60201.0');
    const id = textOf(bet?.data, 'Id');
    await until(async () => (await outcome(id)) !== undefined);
    expect((await outcome(id))?.age).toBeLessThan(15_000);
    clock.pass(16_000);
    refusedWith(await user.send('forex_submit', bitcoin()), 'QUOTE_STALE', 'FEED_DOWN');
  });

  test('back and forth, by hours and minutes, again and again, under trading', async () => {
    const random = seededRandom(3);
    let standsMs = 0;
    for (let i = 0; i < 12; i += 1) {
      // Never further ahead of the database than it takes.
      const wantedMs = Math.min((random.below(13) - 6) * HOUR_MS, 40 * MINUTE_MS);
      clock.set(wantedMs - standsMs);
      standsMs = wantedMs;
      const mid = 60_000 + random.below(400);
      await tick(`${mid}.0`, `${mid + 1}.0`);
      expect((await user.send('forex_submit', bitcoin({ stop_loss_price: String(mid - 50) })))?.code).toBe(1);
      await option();
      await tick(`${mid}.5`, `${mid + 1}.5`);
      await pass(1_500);
    }
    await pass(3_000);
    await tick('60000.0', '60001.0');
    await until(
      async () => (await db.owner.query(`SELECT 1 FROM micro_orders WHERE status <> 'closed'`)).rows.length === 0,
    );
    const { rows } = await db.owner.query(
      `SELECT o.id FROM micro_orders o JOIN ticks t ON t.log_index = o.end_tick WHERE o.expiry_time - t.received_time NOT BETWEEN 0 AND 15000 OR t.log_index < o.open_tick`,
    );
    expect(rows).toEqual([]);
  });
});
