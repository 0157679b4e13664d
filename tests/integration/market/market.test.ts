// The market on a real database and the real log: what a quote goes through, what a user is told, and what a crash leaves.
// Long because all of it needs the same market, feed and log.

import type { Refusal } from '@fairtick/contract/errors';
import type { Pair, Tick } from '@fairtick/engine/types';
import { type Clock, ManualClock } from '@fairtick/kernel/clock';
import { amount, price, readUnits } from '@fairtick/kernel/decimal';
import type { Result } from '@fairtick/kernel/result';
import type { FeedName } from '@fairtick/server/domains/market/feed';
import {
  CATALOGUE,
  fixedPairs,
  Market,
  type MarketOptions,
  marketRoutes,
  marketStore,
  openTickLog,
  readPairs,
  seedPairs,
  type TickLog,
  ticksAfter,
  ticksAt,
  toCandle,
} from '@fairtick/server/domains/market/index';
import { settingsOf } from '@fairtick/server/domains/market/pairs';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { TransparencyError } from '@fairtick/server/platform/transparency/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { testLogKeys } from '../../harness/outside.ts';
import { presetSettings } from '../../harness/preset.ts';
import { ScriptedFeed } from './scripted-feed.ts';

/** A Tuesday: every market is open. */
const NOON = Date.UTC(2026, 2, 3, 12);
const CODES = CATALOGUE.map((pair) => pair.code);
const id = (code: string): number => CATALOGUE.find((pair) => pair.code === code)?.id ?? 0;

let database: TestDatabase;
let clock: ManualClock;
let log: TickLog;
const markets: Market[] = [];

const openLog = (): Promise<TickLog> =>
  openTickLog({
    pool: database.app,
    clock,
    keys: testLogKeys,
    evaluatedThrough: () => -1,
    pairOf: (pairId) => CATALOGUE.find((pair) => pair.id === pairId),
    onError: () => {},
  });

beforeEach(async () => {
  database = await createTestDatabase();
  await seedPairs(database.owner, CATALOGUE);
  clock = new ManualClock(NOON);
  log = await openLog();
});
afterEach(async () => {
  for (const market of markets.splice(0)) await market.stop();
  await log.stop();
  await database.drop();
});

function presetPair(code: string, change: Partial<Pair>): Promise<void> {
  const pair = CATALOGUE.find((one) => one.code === code);
  if (!pair) throw new Error(`no pair ${code}`);
  return presetSettings(database.owner, { [`pair:${pair.id}`]: settingsOf({ ...pair, ...change }) });
}

interface Opened {
  readonly market: Market;
  readonly feed: ScriptedFeed;
  readonly ticks: Tick[];
  readonly errors: string[];
  /** Resolves when so many ticks were published. */
  readonly until: (count: number) => Promise<void>;
}

async function open(
  options: {
    name?: FeedName;
    codes?: readonly string[];
    feed?: ScriptedFeed;
    marketClock?: Clock;
  } & Partial<MarketOptions> = {},
): Promise<Opened> {
  const { name = 'kraken', codes = CODES, ...overrides } = options;
  const feed = options.feed ?? new ScriptedFeed({ name, codes, clock });
  const errors: string[] = [];
  const pairs = await readPairs(database.app);
  const market = new Market({
    terms: fixedPairs(pairs),
    clock,
    append: (ticks) => log.append(ticks),
    logSize: log.size,
    lastTicks: await ticksAt(
      database.app,
      pairs.map((pair) => pair.id),
      Number.MAX_SAFE_INTEGER,
    ),
    store: marketStore(database.app, feed.name),
    onError: (_error, doing) => errors.push(doing),
    ...overrides,
    feed,
  });
  markets.push(market);
  const ticks: Tick[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  market.onTick((tick) => {
    ticks.push(tick);
    for (const wait of waiting) if (ticks.length >= wait.count) wait.resolve();
    waiting = waiting.filter((wait) => ticks.length < wait.count);
  });
  await market.start();
  const until = (count: number): Promise<void> =>
    ticks.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }));
  return { market, feed, ticks, errors, until };
}

describe('pairs', () => {
  test('are seeded once: a row that the operator has changed stays', async () => {
    await presetPair('EURUSD', { feeRate: amount(1_000_000n), enabled: false });
    await seedPairs(database.owner, CATALOGUE);
    const pairs = await readPairs(database.app);
    expect(pairs.length).toBe(24);
    expect(pairs[0]).toMatchObject({ code: 'EURUSD', feeRate: 1_000_000n, enabled: false });
    expect(pairs.slice(1)).toEqual(CATALOGUE.slice(1));
  });
});

describe('a quote', () => {
  test('is real once it is committed: published in the order of the log, with the view that ends with it', async () => {
    const { market, feed, ticks, until } = await open();
    const views: (number | undefined)[] = [];
    market.onTick((tick) => views.push(market.quotes.view().logIndex - tick.logIndex));
    const before = market.quotes.view();
    feed.say('EURUSD', '1.10000', '1.10010');
    feed.say('USDJPY', '150.001', '150.010');
    clock.advance(5);
    feed.say('EURUSD', '1.10001', '1.10011');
    expect(ticks).toEqual([]);
    await until(3);
    expect(views).toEqual([0, 0, 0]);
    expect(ticks).toEqual(await ticksAfter(database.app, -1, 10));
    expect(ticks.map((tick) => [tick.logIndex, tick.seq, tick.receivedTime - NOON, tick.source])).toEqual([
      [0, 0, 0, 'kraken'],
      [1, 0, 0, 'kraken'],
      [2, 1, 5, 'kraken'],
    ]);
    expect(before.logIndex).toBe(-1);
    expect(before.quote(id('EURUSD'))).toBeUndefined();
    expect(market.quotations.of(id('EURUSD'))).toMatchObject({ close: 110_006_000n, open: 110_005_000n, change: 0n });
  });

  test('of a disabled or unknown pair, or dropped by cleaning, never reaches the log', async () => {
    await presetPair('XAUUSD', { enabled: false });
    const { market, feed, until } = await open();
    feed.say('XAUUSD', '4000', '4001');
    feed.say('NOSUCH', '1', '1');
    feed.say('EURUSD', '1.2', '1.1');
    feed.say('EURUSD', '1.1', '1.2', NOON + 60_001);
    feed.say('EURUSD', '1.1', '1.2');
    await until(1);
    expect(log.size).toBe(1);
    expect(market.health().drops.EURUSD).toMatchObject({ crossed: 1, future: 1 });
  });

  test('received times never go back, whatever the wall clock does, also over a restart', async () => {
    const first = await open();
    first.feed.say('EURUSD', '1.1', '1.2', NOON);
    await first.until(1);
    clock.jump(-60_000);
    first.feed.say('EURUSD', '1.1', '1.21', NOON);
    await first.until(2);
    await first.market.stop();
    const second = await open();
    second.feed.say('EURUSD', '1.1', '1.22', NOON);
    await second.until(1);
    expect([...first.ticks, ...second.ticks].map((tick) => tick.receivedTime)).toEqual([NOON, NOON, NOON]);
  });

  test('a throwing listener is reported and stops nothing', async () => {
    const { market, feed, errors, until } = await open();
    market.onTick(() => {
      throw new Error('broken');
    });
    feed.say('EURUSD', '1.1', '1.2');
    await until(1);
    feed.say('EURUSD', '1.1', '1.21');
    await until(2);
    expect(errors).toEqual(['telling of a tick', 'telling of a tick']);
  });
});

describe('while the database is away', () => {
  test('ticks wait in order and are logged when it is back', async () => {
    let away = true;
    let tried = (): void => {};
    const failed = new Promise<void>((resolve) => {
      tried = resolve;
    });
    const { market, feed, ticks, errors, until } = await open({
      append: async (batch) => {
        if (!away) return log.append(batch);
        tried();
        throw new TransparencyError('unavailable', 'away');
      },
    });
    for (let i = 0; i < 5; i += 1) feed.say('EURUSD', '1.1', `1.2${i}`);
    await failed;
    expect(market.health()).toMatchObject({ waiting: 5, lost: 0 });
    expect(market.clock.passedTimeMs()).toBeLessThan(NOON);
    away = false;
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await turn();
    clock.advance(1_000);
    await until(5);
    expect(ticks.map((tick) => tick.ask)).toEqual([0, 1, 2, 3, 4].map((i) => BigInt(120_000_000 + i * 1_000_000)));
    expect(errors).toEqual(['logging ticks']);
  });

  test('from a live feed the oldest are dropped beyond 50,000, and counted; a recording is asked to wait instead', async () => {
    const stuck: MarketOptions['append'] = () => new Promise(() => {});
    const live = await open({ append: stuck });
    for (let i = 0; i < 50_100; i += 1) live.feed.say('EURUSD', '1.1', `1.${20_000 + (i % 1_000)}`);
    expect(live.market.health()).toMatchObject({ waiting: 50_000, lost: 100 });
    const replay = await open({ name: 'replay', append: stuck });
    let asked = 0;
    while (!replay.feed.say('EURUSD', '1.1', `1.${20_000 + (asked % 1_000)}`, NOON + asked)) asked += 1;
    expect(asked).toBe(3_999);
    markets.length = 0;
  });

  test('a tick that the log will not carry is set aside alone', async () => {
    const { market, feed, ticks, until } = await open({
      append: (batch) =>
        batch.some((tick) => tick.ask === 150_000_000n)
          ? Promise.reject(new TransparencyError('bad_entry', 'not this one'))
          : log.append(batch),
    });
    for (const ask of ['1.2', '1.21', '1.5', '1.22']) feed.say('EURUSD', '1.2', ask);
    await until(3);
    expect(ticks.map((tick) => tick.ask)).toEqual([120_000_000n, 121_000_000n, 122_000_000n]);
    expect(market.health()).toMatchObject({ waiting: 0, lost: 1 });
  });
});

describe('how far the log has passed (§7)', () => {
  test('just before the newest logged tick, or two seconds ago when none comes; never beyond a waiting tick; never back', async () => {
    const { market, feed, until } = await open();
    expect(market.clock.passedTimeMs()).toBe(NOON - 2_000);
    clock.advance(1_000);
    feed.say('EURUSD', '1.1', '1.2');
    expect(market.clock.passedTimeMs()).toBe(NOON - 1_000);
    await until(1);
    expect(market.clock.passedTimeMs()).toBe(NOON + 999);
    clock.advance(10_000);
    expect(market.clock.passedTimeMs()).toBe(NOON + 9_000);
    clock.jump(-30_000);
    expect(market.clock.passedTimeMs()).toBe(NOON + 9_000);
    feed.say('EURUSD', '1.1', '1.21', NOON + 11_000);
    await until(2);
    const last = market.quotes.view().quote(id('EURUSD'));
    expect(last?.receivedTime).toBeGreaterThan(NOON + 9_000);
  });
});

describe('market status (§5)', () => {
  test('open while live ticks come; stale at 15 s without one; told within a second; open again with the next', async () => {
    const { market, feed, until } = await open();
    const told: string[] = [];
    market.statuses.onChange((pairId, status) => {
      if (pairId === id('EURUSD')) told.push(`${status.marketStatus} ${status.reason} ${status.asOf - NOON}`);
    });
    expect(market.statuses.of(id('EURUSD')).reason).toBe('stale');
    feed.say('EURUSD', '1.1', '1.2');
    await until(1);
    expect(told).toEqual(['1 open 0']);
    clock.advance(14_999);
    expect(market.statuses.of(id('EURUSD')).reason).toBe('open');
    clock.advance(1);
    expect(told).toEqual(['1 open 0', '0 stale 15000']);
    feed.say('EURUSD', '1.1', '1.2', NOON + 15_000);
    await until(2);
    expect(told.at(-1)).toBe('1 open 15000');
  });

  test('closed by the pair’s hours on the market’s own clock, by the feed’s state, for want of a feed or a rate', async () => {
    await presetPair('XAUUSD', { enabled: false });
    const { market, feed, until } = await open({ name: 'replay', codes: ['EURUSD', 'EURGBP', 'XAUUSD', 'BTCUSD'] });
    feed.say('EURUSD', '1.1', '1.2', NOON);
    feed.say('EURGBP', '0.85', '0.86', NOON);
    feed.say('BTCUSD', '90000', '90001', NOON);
    await until(3);
    const reasons = () =>
      ['EURUSD', 'EURGBP', 'XAUUSD', 'BTCUSD', 'USDJPY'].map((code) => market.statuses.of(id(code)).reason);
    expect(reasons()).toEqual(['open', 'no_rate', 'disabled', 'open', 'no_feed']);
    feed.marketTime = Date.UTC(2026, 2, 7, 12);
    expect(reasons()).toEqual(['hours', 'hours', 'disabled', 'open', 'no_feed']);
    feed.sink.status({ state: 'ended', reason: 'the recording is over' });
    expect(reasons()).toEqual(['feed_down', 'feed_down', 'disabled', 'feed_down', 'no_feed']);
    expect(market.health().feed).toEqual({ state: 'ended', reason: 'the recording is over' });
    feed.sink.status({ state: 'live', reason: '' });
    feed.sink.symbol({ code: 'BTCUSD', state: 'refused', reason: 'not listed' });
    expect(market.statuses.of(id('BTCUSD')).reason).toBe('no_feed');
  });

  test('the last tick of another source does not open a market', async () => {
    const first = await open({ name: 'simulated' });
    first.feed.say('EURUSD', '1.1', '1.2');
    await first.until(1);
    await first.market.stop();
    const second = await open({ name: 'kraken' });
    expect(second.market.statuses.of(id('EURUSD')).reason).toBe('stale');
  });
});

describe('candles over a restart', () => {
  const minute = (market: Market) => market.candles.newest(id('EURUSD'), 1);

  test('ticks after the last flush are folded from the log exactly once, however the process ended', async () => {
    const first = await open();
    first.feed.say('EURUSD', '1.10000', '1.10000');
    first.feed.say('EURUSD', '1.30000', '1.30000', NOON + 1);
    await first.until(2);
    await first.market.candles.flush();
    first.feed.say('EURUSD', '1.20000', '1.20000', NOON + 2);
    await first.until(3);
    const expected = minute(first.market);
    expect(expected).toMatchObject({ open: 110_000_000n, high: 130_000_000n, close: 120_000_000n, volume: 3 });
    // Not stopped: as after kill -9. Its timers die with the clock's owner here.
    markets.length = 0;
    const second = await open();
    expect(minute(second.market)).toEqual(expected);
    await second.market.candles.flush();
    const third = await open();
    expect(minute(third.market)).toEqual(expected);
    expect(second.feed.missing.has('EURUSD')).toBe(false);
    expect(second.feed.missing.has('GBPUSD')).toBe(true);
  });

  test('a flush that fails is made up for by the next', async () => {
    const store = marketStore(database.app, 'kraken');
    let fail = true;
    const { market, feed, errors, until } = await open({
      store: {
        ...store,
        writeCandles: async (candles, through) => {
          if (fail) throw new Error('away');
          await store.writeCandles(candles, through);
        },
      },
    });
    feed.say('EURUSD', '1.1', '1.1');
    await until(1);
    await market.candles.flush();
    expect(errors).toEqual(['storing candles']);
    fail = false;
    await market.candles.flush();
    expect(await store.readFoldedThrough()).toBe(0);
    expect((await store.readCandles(id('EURUSD'))).length).toBe(6);
  });

  test('history is kept, labelled, joined by live ticks, and older candles come from the database', async () => {
    const bars = Array.from({ length: 2_000 }, (_, i) => {
      const at = price(readUnits(`1.${10_000 + i}`));
      return { time: NOON - (2_000 - i) * 60_000, open: at, high: at, low: at, close: at, volume: 1 };
    });
    const history = [{ period: 1, bars, source: 'kraken-history' }] as const;
    const feed = new ScriptedFeed({ name: 'kraken', codes: ['EURUSD'], clock, history });
    const { market, until } = await open({ feed });
    feed.say('EURUSD', '1.2', '1.2');
    await until(1);
    await market.candles.flush();
    const recent = await market.candles.list(id('EURUSD'), 1, 3);
    expect(recent.map((candle) => [candle.time - NOON, candle.source])).toEqual([
      [-120_000, 'kraken-history'],
      [-60_000, 'kraken-history'],
      [0, 'kraken'],
    ]);
    const old = await market.candles.list(id('EURUSD'), 1, 1_000, NOON - 1_200 * 60_000);
    expect(old.length).toBe(800);
    expect(old.map((candle) => candle.time)).toEqual(bars.slice(0, 800).map((bar) => bar.time));
  });

  test('another feed draws its own chart', async () => {
    const first = await open({ name: 'simulated' });
    first.feed.say('EURUSD', '1.1', '1.1');
    await first.until(1);
    await first.market.stop();
    const second = await open({ name: 'kraken' });
    expect(minute(second.market)).toBeUndefined();
    expect(second.feed.missing.has('EURUSD')).toBe(true);
  });
});

describe('what everybody is told alike', () => {
  const context: RequestContext = {
    principal: undefined,
    lang: 'en',
    key: '',
    address: '',
    agent: '',
    deviceHash: null,
    requestId: '',
  };
  const callsOf = (market: Market) => {
    const routes = marketRoutes({
      market,
      log,
      others: { acceptances: log, candles: log },
      db: database.app,
      clock,
      offered: async () => undefined,
    });
    const told = async <T>(answer: Result<T, Refusal> | Promise<Result<T, Refusal>>): Promise<T> => {
      const result = await answer;
      if (!result.ok) throw new Error(result.error.error);
      return result.value;
    };
    return {
      list: () => told(routes.trade_list({}, context)),
      chart: (limit: number) => told(routes.kline({ forex_id: id('EURUSD'), period: '1min', limit }, context)),
      small: () => told(routes.abbreviated_cache_kline({ forex_id: id('EURUSD'), period: '1min' }, context)),
    };
  };

  test('the list is one object while nothing changes, and has each tick from its commit on', async () => {
    const { market, feed, until } = await open();
    const { list } = callsOf(market);
    const closes: (string | undefined)[] = [];
    market.onTick(() => void list().then((pairs) => closes.push(pairs[0]?.ForexQuotations.Close)));
    const before = await list();
    expect(await list()).toBe(before);
    feed.say('EURUSD', '1.10000', '1.10010');
    await until(1);
    clock.advance(10);
    feed.say('EURUSD', '1.20000', '1.20010');
    await until(2);
    const after = await list();
    expect(closes).toEqual(['1.10005', '1.20005']);
    expect(after[0]).toMatchObject({ MarketStatus: 1, ForexQuotations: { Bid: '1.20000', Ask: '1.20010' } });
    clock.advance(10);
    expect(await list()).toBe(after);
    expect(after[1]).toBe(before[1]);
  });

  test('a price that grows old closes its pair in the list without any tick, a feed that goes down at once', async () => {
    const { market, feed, until } = await open();
    const { list } = callsOf(market);
    feed.say('EURUSD', '1.10000', '1.10010');
    await until(1);
    expect((await list())[0]).toMatchObject({ StatusReason: 'open' });
    clock.advance(15_000);
    expect((await list())[0]).toMatchObject({ MarketStatus: 0, StatusReason: 'stale' });
    feed.sink.status({ state: 'down', reason: 'cut' });
    expect((await list())[0]).toMatchObject({ StatusReason: 'feed_down' });
    feed.sink.status({ state: 'live', reason: '' });
    feed.sink.symbol({ code: 'EURUSD', state: 'refused', reason: 'unknown' });
    expect((await list())[0]).toMatchObject({ StatusReason: 'no_feed' });
  });

  test('charts of every length have each tick, each new bar and late history', async () => {
    const { market, feed, ticks, until } = await open();
    const { chart, small } = callsOf(market);
    const fresh = (limit: number) =>
      market.candles
        .recent(id('EURUSD'), 1, limit)
        .map((candle) => toCandle(candle, market.pairs.precision(id('EURUSD'))));
    const same = async (): Promise<void> => {
      expect(await chart(300)).toEqual(fresh(300));
      expect(await chart(7)).toEqual(fresh(7));
      expect(await small()).toEqual(fresh(60));
    };
    await same();
    for (let n = 0; n < 40; n += 1) {
      feed.say('EURUSD', `1.100${10 + n}`, `1.100${20 + n}`);
      await until(ticks.length + 1);
      await same();
      expect(await chart(300)).toBe(await chart(300));
      clock.advance(17_000);
    }
    const at = price(readUnits('1'));
    const bar = { time: NOON - 3_600_000, open: at, high: at, low: at, close: at, volume: 3 };
    feed.sink.history('EURUSD', 1, [bar], 'x-history');
    await same();
    expect((await chart(300))[0]?.Time).toBe(bar.time);
  });
});
