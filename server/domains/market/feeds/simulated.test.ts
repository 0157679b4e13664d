// The simulated market: the same seed gives the same ticks, volatility and spread are as calibrated, the past fits the present.

import { ManualClock } from '@fairtick/kernel/clock';
import { max, min } from '@fairtick/kernel/decimal';
import { seededRandom } from '@fairtick/kernel/random';
import { describe, expect, test } from 'vitest';
import type { Bar, FeedQuote, FeedSink, LastPrice, PeriodMinutes } from '../feed.ts';
import { MINUTE_MS, PERIOD_MINUTES } from '../feed.ts';
import { CATALOGUE } from '../pairs.ts';
import { SimulatedFeed, type SimulatedOptions } from './simulated.ts';
import { simulatedHistory } from './simulated-history.ts';

const MONDAY_NOON = Date.UTC(2026, 10, 16, 12);
const SATURDAY_NOON = Date.UTC(2026, 10, 14, 12);

interface Heard {
  readonly quotes: FeedQuote[];
  readonly history: Map<string, readonly Bar[]>;
  readonly sink: FeedSink;
}

function listen(): Heard {
  const quotes: FeedQuote[] = [];
  const history = new Map<string, readonly Bar[]>();
  return {
    quotes,
    history,
    sink: {
      quote: (quote) => {
        quotes.push(quote);
      },
      malformed: () => {},
      status: () => {},
      symbol: () => {},
      history: (code, period, bars, source) => history.set(`${code} ${period} ${source}`, bars),
    },
  };
}

async function run(startMs: number, forMs: number, extra: Partial<SimulatedOptions> = {}): Promise<Heard> {
  const clock = new ManualClock(startMs);
  const heard = listen();
  const last: ReadonlyMap<string, LastPrice> = new Map();
  const feed = new SimulatedFeed({
    seed: 7,
    random: seededRandom(1),
    pairs: CATALOGUE,
    clock,
    hours: 'always',
    last,
    ...extra,
  });
  await feed.start(heard.sink, new Set());
  clock.advance(forMs);
  await feed.stop();
  clock.advance(10_000);
  return heard;
}
const midOf = (quote: FeedQuote): number => Number(quote.bid + quote.ask) / 2e8;

describe('the simulated market', () => {
  test('the same seed and clock give the same ticks, another seed others', async () => {
    const first = await run(MONDAY_NOON, 20_000);
    expect((await run(MONDAY_NOON, 20_000)).quotes).toEqual(first.quotes);
    expect((await run(MONDAY_NOON, 20_000, { seed: 8 })).quotes).not.toEqual(first.quotes);
  });

  test('every pair ticks at least every 4 s with a positive spread of whole points', async () => {
    const { quotes } = await run(MONDAY_NOON, 60_000);
    for (const pair of CATALOGUE) {
      const own = quotes.filter((quote) => quote.code === pair.code);
      expect(own.length).toBeGreaterThan(20);
      own.forEach((quote, i) => {
        expect(quote.sourceTime - (own[i - 1]?.sourceTime ?? MONDAY_NOON)).toBeLessThanOrEqual(4_000);
        expect(quote.ask > quote.bid).toBe(true);
        expect(quote.bid % 10n ** BigInt(8 - pair.pricePrecision)).toBe(0n);
      });
    }
  });

  test('a cross follows its legs: the way round through three pairs gains less than the spreads cost', async () => {
    const { quotes } = await run(MONDAY_NOON, 120_000);
    const newest = new Map<string, FeedQuote>();
    for (const quote of quotes) newest.set(quote.code, quote);
    const mid = (code: string): number => {
      const quote = newest.get(code);
      return quote ? midOf(quote) : Number.NaN;
    };
    expect(Math.abs(mid('EURUSD') / mid('GBPUSD') / mid('EURGBP') - 1)).toBeLessThan(0.0003);
    expect(Math.abs((mid('GBPUSD') * mid('USDJPY')) / mid('GBPJPY') - 1)).toBeLessThan(0.0003);
    expect(Math.abs((mid('EURUSD') * mid('USDCHF')) / mid('EURCHF') - 1)).toBeLessThan(0.0003);
  });

  test('SIM_HOURS: always open, or closed where the real market is', async () => {
    const always = await run(SATURDAY_NOON, 5_000);
    expect(always.quotes.some((quote) => quote.code === 'EURUSD')).toBe(true);
    const market = await run(SATURDAY_NOON, 5_000, { hours: 'market' });
    expect(new Set(market.quotes.map((quote) => quote.code))).toEqual(
      new Set(['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD']),
    );
  });

  test('a restart goes on from the last logged price', async () => {
    const before = await run(MONDAY_NOON, 600_000);
    const last = new Map<string, LastPrice>();
    for (const quote of before.quotes) last.set(quote.code, { ...quote, source: 'simulated' });
    const after = await run(MONDAY_NOON + 700_000, 10_000, { last });
    for (const pair of CATALOGUE) {
      const then = last.get(pair.code);
      const now = after.quotes.find((quote) => quote.code === pair.code);
      if (!then || !now) throw new Error(`no quote of ${pair.code}`);
      expect(Math.abs(midOf(now) / midOf({ ...then, code: pair.code }) - 1)).toBeLessThan(0.002);
    }
  });

  test('after a stall the missed quotes are skipped, not poured out', async () => {
    const clock = new ManualClock(MONDAY_NOON);
    const stalling = { ...clockOf(clock), monotonic: () => clock.monotonic() + skipped };
    let skipped = 0;
    const heard = listen();
    const feed = new SimulatedFeed({
      seed: 7,
      random: seededRandom(1),
      pairs: CATALOGUE,
      clock: stalling,
      hours: 'always',
      last: new Map(),
    });
    await feed.start(heard.sink, new Set());
    clock.advance(5_000);
    const before = heard.quotes.length;
    skipped = 3_600_000;
    clock.advance(1_000);
    expect(heard.quotes.length - before).toBeLessThan(100);
    await feed.stop();
  });
});

function clockOf(clock: ManualClock) {
  return {
    now: () => clock.now(),
    after: (delayMs: number, call: () => void) => clock.after(delayMs, call),
    every: (periodMs: number, call: () => void) => clock.every(periodMs, call),
  };
}

describe('its past', () => {
  const request = {
    seed: 3,
    pairs: CATALOGUE,
    endTime: MONDAY_NOON + 12_345,
    mids: new Map<string, number>(),
  } as const;
  const histories = simulatedHistory({ ...request, hours: 'always' });
  const bars = (code: string, period: PeriodMinutes): readonly Bar[] => histories.get(code)?.get(period) ?? [];

  test('has at least 1,000 minutes and 200 days of every pair, without holes, ending now', () => {
    for (const pair of CATALOGUE) {
      expect(bars(pair.code, 1).length).toBeGreaterThanOrEqual(1_000);
      expect(bars(pair.code, 1440).length).toBeGreaterThanOrEqual(200);
      for (const period of PERIOD_MINUTES) {
        const own = bars(pair.code, period);
        const span = period * MINUTE_MS;
        expect(own[own.length - 1]?.time).toBe(Math.floor(request.endTime / span) * span);
        const spoilt = own.filter((bar, i) => {
          const before = own[i - 1];
          const follows = before === undefined || (bar.time - before.time === span && bar.open === before.close);
          return !follows || bar.low > min(bar.open, bar.close) || bar.high < max(bar.open, bar.close);
        });
        expect(spoilt).toEqual([]);
      }
    }
  });

  test('all periods of a pair end at the same price: the start price', () => {
    for (const period of PERIOD_MINUTES) expect(bars('EURUSD', period).at(-1)?.close).toBe(114_280_000n);
  });

  test('an hour is the sum of its minutes', () => {
    const minutes = bars('XAUUSD', 1);
    const hour = bars('XAUUSD', 60).at(-3);
    if (!hour) throw new Error('no hours');
    const own = minutes.filter((bar) => bar.time >= hour.time && bar.time < hour.time + 60 * MINUTE_MS);
    expect(own.length).toBe(60);
    expect(own[0]?.open).toBe(hour.open);
    expect(own.at(-1)?.close).toBe(hour.close);
    expect(own.map((bar) => bar.high).reduce(max)).toBe(hour.high);
    expect(own.reduce((sum, bar) => sum + bar.volume, 0)).toBe(hour.volume);
  });

  test('its daily moves have the yearly volatility they are calibrated to', () => {
    const yearly = new Map([
      ['EURUSD', 0.07],
      ['XAUUSD', 0.15],
      ['US500', 0.16],
      ['BTCUSD', 0.5],
      ['SOLUSD', 0.85],
    ]);
    const pairs = CATALOGUE.filter((pair) => yearly.has(pair.code));
    const moves = new Map<string, number[]>(pairs.map((pair) => [pair.code, []]));
    for (let seed = 0; seed < 8; seed += 1) {
      for (const [code, history] of simulatedHistory({ ...request, pairs, seed, hours: 'always' })) {
        const closes = (history.get(1440) ?? []).map((bar) => Number(bar.close));
        moves.get(code)?.push(...closes.slice(1).map((close, i) => Math.log(close / (closes[i] ?? close))));
      }
    }
    for (const [code, own] of moves) {
      const realised = Math.sqrt((own.reduce((sum, move) => sum + move * move, 0) / own.length) * 365.25);
      expect(realised / (yearly.get(code) ?? 0)).toBeGreaterThan(0.85);
      expect(realised / (yearly.get(code) ?? 0)).toBeLessThan(1.15);
    }
  });

  test('with market hours no bar lies in a weekend', () => {
    const market = simulatedHistory({ ...request, hours: 'market' });
    const saturday = market
      .get('EURUSD')
      ?.get(60)
      ?.filter((bar) => new Date(bar.time).getUTCDay() === 6);
    expect(saturday).toEqual([]);
    expect(
      market
        .get('BTCUSD')
        ?.get(60)
        ?.some((bar) => new Date(bar.time).getUTCDay() === 6),
    ).toBe(true);
  });

  test('the noon of London and New York moves more than the night, and the night has the wider spread', async () => {
    const noise = async (hour: number): Promise<{ move: number; spread: number }> => {
      const { quotes } = await run(Date.UTC(2026, 10, 16, hour), 1_800_000, {
        pairs: CATALOGUE.filter((pair) => pair.code === 'EURUSD'),
      });
      let move = 0;
      let spread = 0;
      quotes.slice(1).forEach((quote, i) => {
        move += (midOf(quote) - midOf(quotes[i] ?? quote)) ** 2;
        spread += Number(quote.ask - quote.bid);
      });
      return { move, spread: spread / quotes.length };
    };
    const noon = await noise(13);
    const night = await noise(21);
    expect(noon.move).toBeGreaterThan(night.move * 4);
    expect(night.spread).toBeGreaterThan(noon.spread * 2);
  });
});
