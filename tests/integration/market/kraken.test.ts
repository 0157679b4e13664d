// The kraken feed against a server that speaks its documented frames and every trap of them, over real sockets. Waiting times are a ManualClock's.

import { ManualClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import type { Bar, FeedQuote, FeedSink, FeedStatus, SymbolStatus } from '@fairtick/server/domains/market/feed';
import { chooseFeed } from '@fairtick/server/domains/market/feeds/choose';
import { KrakenFeed } from '@fairtick/server/domains/market/feeds/kraken';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeKraken } from './fake-kraken.ts';

const START = Date.UTC(2026, 8, 24, 3, 54);
const NONE: ReadonlySet<string> = new Set();

class Listener implements FeedSink {
  readonly quotes: FeedQuote[] = [];
  readonly statuses: FeedStatus[] = [];
  readonly symbols = new Map<string, SymbolStatus>();
  readonly histories = new Map<string, readonly Bar[]>();
  unreadable = 0;
  #watchers: (() => void)[] = [];

  quote(quote: FeedQuote): void {
    this.quotes.push(quote);
    this.#changed();
  }
  malformed(): void {
    this.unreadable += 1;
    this.#changed();
  }
  status(status: FeedStatus): void {
    this.statuses.push(status);
    this.#changed();
  }
  symbol(status: SymbolStatus): void {
    this.symbols.set(status.code, status);
    this.#changed();
  }
  history(code: string, period: number, bars: readonly Bar[], source: string): void {
    this.histories.set(`${code} ${period} ${source}`, bars);
    this.#changed();
  }
  state(): string | undefined {
    return this.statuses.at(-1)?.state;
  }
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.#watchers = this.#watchers.filter((watcher) => watcher !== look);
        resolve();
      };
      this.#watchers.push(look);
      look();
    });
  }
  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }
}

let fake: FakeKraken;
let clock: ManualClock;
let feed: KrakenFeed;
let heard: Listener;

beforeEach(async () => {
  fake = await FakeKraken.listen();
  fake.instruments = [
    { symbol: 'EUR/USD', pricePrecision: 5 },
    { symbol: 'BTC/USD', pricePrecision: 1 },
  ];
  clock = new ManualClock(START);
  heard = new Listener();
  feed = new KrakenFeed({ url: fake.url, pairs: CATALOGUE, clock, random: seededRandom(1) });
});
afterEach(async () => {
  await feed.stop();
  await fake.close();
});

async function live(): Promise<void> {
  await feed.start(heard);
  await heard.until(() => heard.state() === 'live' && heard.symbols.get('BTCUSD')?.state === 'live');
}
const tickers = () => fake.asked.filter((asked) => asked.channel === 'ticker');
/** The socket is in order: once a later frame is through, what came before it was heard. */
async function settle(): Promise<void> {
  const before = heard.unreadable;
  fake.send('not json');
  await heard.until(() => heard.unreadable > before);
}

describe('the kraken feed', () => {
  test('asks for quotes on every change of best bid and offer, once, and gives updates with their exact decimals', async () => {
    await live();
    expect(tickers()).toEqual([
      { method: 'subscribe', channel: 'ticker', symbols: ['EUR/USD', 'BTC/USD'], interval: undefined, trigger: 'bbo' },
    ]);
    fake.ticker('update', 'EUR/USD', '1.14280', '1.14290', '2026-09-24T03:54:18.054886Z');
    fake.ticker('update', 'BTC/USD', '96400.0', '9.64001e4');
    await heard.until(() => heard.quotes.length === 2);
    expect(heard.quotes).toEqual([
      { code: 'EURUSD', bid: 114_280_000n, ask: 114_290_000n, sourceTime: Date.UTC(2026, 8, 24, 3, 54, 18, 54) },
      {
        code: 'BTCUSD',
        bid: 9_640_000_000_000n,
        ask: 9_640_010_000_000n,
        sourceTime: Date.UTC(2026, 8, 24, 3, 54, 18, 54),
      },
    ]);
  });

  test('a snapshot is never a tick, neither at first nor after a reconnect', async () => {
    await live();
    await settle();
    fake.hangUp();
    await heard.until(() => heard.state() === 'down');
    clock.advance(1_000);
    await heard.until(() => heard.state() === 'live' && heard.symbols.get('BTCUSD')?.state === 'live');
    await settle();
    expect(heard.quotes).toEqual([]);
    expect(fake.connections).toBe(2);
    fake.ticker('update', 'EUR/USD', '1.1', '1.2');
    await heard.until(() => heard.quotes.length === 1);
  });

  test('what the source does not list, has stopped, or quotes finer than the pair is refused with a reason', async () => {
    fake.instruments = [
      { symbol: 'EUR/USD', pricePrecision: 5 },
      { symbol: 'BTC/USD', pricePrecision: 1 },
      { symbol: 'ETH/USD', pricePrecision: 2, status: 'cancel_only' },
      { symbol: 'USD/JPY', pricePrecision: 4 },
      { symbol: 'XBT/USD', pricePrecision: 1 },
      { symbol: 'sol/usd', pricePrecision: 2 },
    ];
    await live();
    const reason = (code: string) => `${heard.symbols.get(code)?.state}: ${heard.symbols.get(code)?.reason}`;
    expect(reason('SOLUSD')).toBe('refused: the source does not list it');
    expect(reason('ETHUSD')).toBe('refused: the source’s state of it is cancel_only'.replace('’', "'"));
    expect(reason('USDJPY')).toBe('refused: the source quotes 4 places, the pair has fewer');
    fake.instruments = [{ symbol: 'ETH/USD', pricePrecision: 2 }];
    fake.instrument('update');
    await heard.until(() => heard.symbols.get('ETHUSD')?.state === 'live');
    fake.ticker('update', 'ETH/USD', '3210.10', '3210.20');
    await heard.until(() => heard.quotes.length === 1);
  });

  test('a symbol refused in its acknowledgement is told, while the others go on', async () => {
    await feed.start(heard);
    fake.instruments = [{ symbol: 'EUR/USD', pricePrecision: 5 }];
    await fake.until(() => fake.asked.length === 1);
    fake.instruments.push({ symbol: 'GBP/USD', pricePrecision: 5 });
    fake.instrument('update');
    fake.instruments = [{ symbol: 'EUR/USD', pricePrecision: 5 }];
    await heard.until(() => heard.symbols.get('GBPUSD')?.reason.startsWith('Currency') === true);
    expect(heard.symbols.get('GBPUSD')?.reason).toBe('Currency pair not supported GBP/USD');
    await heard.until(() => heard.state() === 'live');
  });

  test('silence of a symbol is noticed while heartbeats go on, and so is an unanswered subscription', async () => {
    fake.instruments.push({ symbol: 'GBP/USD', pricePrecision: 5 });
    fake.mute.add('GBP/USD');
    await live();
    for (let second = 0; second < 60; second += 5) {
      fake.send('{"channel":"heartbeat"}');
      if (second === 30) fake.ticker('update', 'EUR/USD', '1.1', '1.2');
      await settle();
      clock.advance(5_000);
    }
    expect(heard.symbols.get('EURUSD')?.state).toBe('live');
    expect(heard.symbols.get('BTCUSD')).toEqual({ code: 'BTCUSD', state: 'silent', reason: 'no quote for a minute' });
    expect(heard.symbols.get('GBPUSD')).toEqual({
      code: 'GBPUSD',
      state: 'silent',
      reason: 'no answer to the subscription',
    });
    expect(fake.asked.some((asked) => asked.method === 'ping')).toBe(false);
    fake.ticker('update', 'BTC/USD', '1.0', '2.0');
    await heard.until(() => heard.symbols.get('BTCUSD')?.state === 'live');
  });

  test('a quiet line is pinged after 10 s and given up after 15 s', async () => {
    await live();
    await settle();
    clock.advance(10_000);
    await fake.until(() => fake.asked.some((asked) => asked.method === 'ping'));
    await settle();
    clock.advance(14_000);
    expect(heard.state()).toBe('live');
    await settle();
    clock.advance(15_000);
    await heard.until(() => heard.state() === 'down');
  });

  test('reconnects after 1 s x 1.5 each time with jitter, never with two connections', async () => {
    await live();
    for (let failure = 0; failure < 4; failure += 1) {
      fake.hangUp();
      await heard.until(() => heard.state() === 'down');
      await fake.until(() => fake.open === 0);
      const before = fake.connections;
      const longest = 1_000 * 1.5 ** failure;
      clock.advance(longest / 2 - 1);
      for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(fake.connections).toBe(before);
      clock.advance(longest / 2 + 1);
      await fake.until(() => fake.connections === before + 1);
      await heard.until(() => heard.state() === 'live');
      expect(fake.open).toBe(1);
    }
  });

  test('the source’s own stop pauses quotes with a reason, and its return resumes them', async () => {
    await live();
    for (const system of ['maintenance', 'cancel_only']) {
      fake.status(system);
      await heard.until(() => heard.state() === 'paused');
      expect(heard.statuses.at(-1)?.reason).toBe(`the source is in ${system}`);
      fake.ticker('update', 'EUR/USD', '1.1', '1.2');
      await settle();
      expect(heard.quotes.length).toBe(0);
      fake.status('online');
      await heard.until(() => heard.state() === 'live');
    }
    fake.status('post_only');
    fake.ticker('update', 'EUR/USD', '1.1', '1.2');
    await heard.until(() => heard.quotes.length === 1);
  });

  test('unreadable frames and prices are counted and harm nothing', async () => {
    await live();
    fake.send('{"channel":"ticker","type":"update","data":[{"symbol":"EUR/USD","bid":null,"ask":1.2}]}');
    fake.send('[1,2]');
    fake.send('{"channel":"ticker","type":"update","data":"x"}');
    fake.send('{"channel":"unheard-of","data":[{}]}');
    fake.send('{"error":"Method not found","success":false}');
    await settle();
    expect(heard.unreadable).toBe(3);
    expect(heard.quotes).toEqual([]);
    expect(heard.state()).toBe('live');
  });

  test('the past comes by period from ohlc snapshots, stamped with the start of each bar, empty minutes left empty', async () => {
    const row = (interval: number, begin: string, end: string): string =>
      `{"symbol":"EUR/USD","open":1.10000,"high":1.20000,"low":1.00000,"close":1.15000,"trades":15,"volume":0.58051276,` +
      `"vwap":1.1,"interval_begin":"${begin}","interval":${interval},"timestamp":"${end}"}`;
    fake.bars.set(
      'EUR/USD 1',
      `${row(1, '2026-09-24T03:50:00.000000000Z', '2026-09-24T03:51:00.000000Z')},` +
        row(1, '2026-09-24T03:52:00.000000000Z', '2026-09-24T03:53:00.000000Z'),
    );
    fake.bars.set('EUR/USD 1440', row(1440, '2026-09-24T00:00:00.000000000Z', '2026-09-25T00:00:00.000000Z'));
    await live();
    const asks = () => fake.asked.filter((asked) => asked.channel === 'ohlc' && asked.method === 'subscribe');
    for (let period = 1; period <= 6; period += 1) {
      await fake.until(() => asks().length === period);
      await settle();
      clock.advance(5_000);
    }
    await heard.until(() => heard.histories.has('EURUSD 1440 kraken-history'));
    expect(asks().map((asked) => asked.interval)).toEqual([1, 5, 15, 30, 60, 1440]);
    expect(heard.histories.get('EURUSD 1 kraken-history')?.map((bar) => bar.time)).toEqual([
      Date.UTC(2026, 8, 24, 3, 50),
      Date.UTC(2026, 8, 24, 3, 52),
    ]);
    expect(heard.histories.get('EURUSD 1 kraken-history')?.[0]).toMatchObject({ open: 110_000_000n, volume: 15 });
    await fake.until(() => fake.asked.filter((asked) => asked.method === 'unsubscribe').length === 6);
  });
});

describe('auto', () => {
  const choose = async (url: string, time: ManualClock, known?: string) => {
    const notes: string[] = [];
    const choice = {
      feed: 'auto',
      replayDir: undefined,
      replaySpeed: 1,
      seed: 1,
      simHours: 'always',
      leaves: undefined,
      krakenUrl: url,
    } as const;
    const parts = {
      clock: time,
      random: seededRandom(1),
      pairs: CATALOGUE,
      last: new Map(),
      known,
      note: (s: string) => notes.push(s),
    };
    return { chosen: chooseFeed(choice, parts), notes };
  };

  test.each(['kraken', 'simulated'] as const)(
    'stays with %s where the log is of it, whoever answers',
    async (known) => {
      for (const url of [fake.url, 'ws://127.0.0.1:9']) {
        const { chosen } = await choose(url, clock, known);
        const result = await chosen;
        if (!result.ok) throw new Error(result.error);
        expect(result.value.name).toBe(known);
        await result.value.stop();
      }
    },
  );

  test('is kraken where it answers', async () => {
    const { chosen } = await choose(fake.url, clock);
    const result = await chosen;
    if (!result.ok) throw new Error(result.error);
    expect(result.value.name).toBe('kraken');
    await result.value.start(heard, NONE);
    expect(heard.state()).toBe('live');
    expect(fake.connections).toBe(1);
    await result.value.stop();
  });

  test('is the simulation where nothing answers within 5 s, and where the source is in maintenance', async () => {
    fake.system = 'maintenance';
    const { chosen, notes } = await choose(fake.url, clock);
    await fake.until(() => fake.asked.length > 0);
    clock.advance(5_000);
    const result = await chosen;
    expect(result.ok && result.value.name).toBe('simulated');
    expect(notes).toEqual([
      'kraken does not answer: prices are simulated, and so they stay in this database (FEED_LEAVES=simulated leaves them).',
      'Prices are simulated, and whoever knows SEED=1 can foretell them.',
    ]);
    await fake.until(() => fake.open === 0);
    const url = fake.url;
    await fake.close();
    const second = await choose(url, clock);
    clock.advance(5_000);
    const again = await second.chosen;
    expect(again.ok && again.value.name).toBe('simulated');
    fake = await FakeKraken.listen();
  });
});
