// The recorded market through the real parts: exact counts of what is cleaned away, minutes against expected ones, and a replay that is
// stopped and started again without losing or repeating a tick. The shared recordings' tests skip where they are not on the machine.

import type { Tick } from '@fairtick/engine/types';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { CandleStore } from '@fairtick/server/domains/market/candles';
import { Cleaner } from '@fairtick/server/domains/market/cleaning';
import type { Bar } from '@fairtick/server/domains/market/feed';
import { findRecordings, readBars, readTicks } from '@fairtick/server/domains/market/feeds/recordings';
import {
  BUNDLED_RECORDINGS,
  CATALOGUE,
  fixedPairs,
  type Market,
  openMarket,
  openTickLog,
  seedPairs,
  type TickLog,
  ticksAfter,
} from '@fairtick/server/domains/market/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { testLogKeys } from '../../harness/outside.ts';
import { recordingsDir } from '../../harness/recordings.ts';

const shared = recordingsDir();
const pairOf = (code: string) => {
  const pair = CATALOGUE.find((one) => one.code === code);
  if (!pair) throw new Error(`no pair ${code}`);
  return pair;
};

async function clean(file: string, code: string) {
  const cleaner = new Cleaner({ ...pairOf(code), futureLimitMs: undefined });
  const real: { bid: bigint; ask: bigint; sourceTime: number }[] = [];
  for await (const batch of readTicks(file)) {
    for (const tick of batch) {
      if (!tick) throw new Error('an unreadable line');
      real.push(...cleaner.accept({ bid: tick.bid, ask: tick.ask, sourceTime: tick.time }, tick.time));
    }
  }
  return { real, drops: cleaner.counts() };
}

describe.skipIf(shared === undefined)('the shared recordings', () => {
  const folder = shared ?? '';
  const nothing = { invalid: 0, precision: 0, crossed: 0, future: 0, older: 0, duplicate: 0, jump: 0 };

  test('EURUSD-FXCM 2014-05-02: 12,061 crossed quotes are dropped, 13,004 zero spreads and all the rest are real', async () => {
    const { real, drops } = await clean(`${folder}/EURUSD-FXCM.ticks.2014-05-02.csv.gz`, 'EURUSD');
    expect(drops).toEqual({ ...nothing, crossed: 12_061 });
    expect(real.length).toBe(96_406 - 12_061);
    expect(real.filter((tick) => tick.bid === tick.ask).length).toBe(13_004);
  });

  test.each([
    ['EURUSD.ticks.2014-05-02_05.csv.gz', 'EURUSD', 75_682, 0],
    ['NZDUSD.ticks.2014-05-02_05.csv.gz', 'NZDUSD', 71_565, 0],
    ['USDCHF.ticks.2016-01-04_05.csv.gz', 'USDCHF', 130_451, 0],
    ['XAUUSD.ticks.2014-05-01.csv.gz', 'XAUUSD', 129_744, 0],
  ])('%s: every quote is real but for exact repeats', async (name, code, rows, other) => {
    const { real, drops } = await clean(`${folder}/${name}`, code);
    expect(real.length + drops.duplicate).toBe(rows);
    expect({ ...drops, duplicate: 0 }).toEqual(nothing);
    expect(drops.duplicate).toBeGreaterThanOrEqual(other);
    expect(drops.duplicate).toBeLessThan(100);
  });

  test.each([
    ['USDCHF', '2016-01-04_05'],
    ['AUDUSD', '2020-01-30_31'],
  ])('%s: minutes folded from ticks equal the expected ones, bar for bar', async (code, days) => {
    const pair = pairOf(code);
    const store = new CandleStore();
    for await (const batch of readTicks(`${folder}/${code}.ticks.${days}.csv.gz`)) {
      for (const tick of batch) if (tick) store.fold(pair.id, tick.time, tick.bid, 'replay');
    }
    const expected: Bar[] = [];
    for await (const batch of readBars(`${folder}/${code}.m1.bid.${days}.csv.gz`)) expected.push(...batch);
    const kept = store.list(pair.id, 1, 1_500);
    expect(kept.length).toBeGreaterThan(1_400);
    const plain = kept.map(({ time, open, high, low, close, volume }) => ({ time, open, high, low, close, volume }));
    expect(plain).toEqual(expected.slice(-kept.length));
  });

  test('the whole folder can be a replay: files in order of time, another venue’s overlap left out by name', async () => {
    const found = await findRecordings(folder, new Set(CATALOGUE.map((pair) => pair.code)));
    if (!found.ok) throw new Error(found.error);
    expect([...found.value.ticks.keys()].sort()).toEqual([
      'AUDUSD',
      'BTCUSD',
      'EURUSD',
      'NZDUSD',
      'USDCHF',
      'USDJPY',
      'XAUUSD',
    ]);
    expect(found.value.ticks.get('EURUSD')?.map((file) => file.name)).toEqual([
      'EURUSD.ticks.2014-05-02_05.csv.gz',
      'EURUSD.ticks.2016-01-04_05.csv.gz',
      'EURUSD.ticks.2019-01-01.csv.gz',
      'EURUSD.ticks.2019-02-04.csv.gz',
      'EURUSD.ticks.2026-07-13T12.csv.gz',
    ]);
    expect(found.value.notes).toEqual([
      'EURUSD-FXCM.ticks.2014-05-02.csv.gz is left out: EURUSD.ticks.2014-05-02_05.csv.gz covers the same time.',
    ]);
  });
});

describe('the bundled recording', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await seedPairs(database.owner, CATALOGUE);
  });
  afterAll(() => database.drop());

  async function play(
    speed: number,
  ): Promise<{ market: Market; log: TickLog; next: (holds: (tick: Tick) => boolean) => Promise<void> }> {
    const log = await openTickLog({
      pool: database.app,
      clock: systemClock,
      keys: testLogKeys,
      evaluatedThrough: () => -1,
      pairOf: (pairId) => CATALOGUE.find((pair) => pair.id === pairId),
      onError: () => {},
    });
    const opened = await openMarket({
      terms: fixedPairs(CATALOGUE),
      pool: database.app,
      clock: systemClock,
      random: seededRandom(1),
      choice: {
        feed: 'replay',
        replayDir: BUNDLED_RECORDINGS,
        replaySpeed: speed,
        seed: 1,
        simHours: 'always',
        leaves: undefined,
      },
      log,
      note: () => {},
      onError: (error) => {
        throw error;
      },
    });
    if (!opened.ok) throw new Error(opened.error);
    const market = opened.value;
    const next = (holds: (tick: Tick) => boolean): Promise<void> =>
      new Promise((resolve) => {
        market.onTick((tick) => {
          if (holds(tick)) resolve();
        });
      });
    return { market, log, next };
  }

  test('stopped in the middle and started again: the log holds each of its ticks once, in order, at the recorded times', async () => {
    const expected = new Map<string, { bid: bigint; ask: bigint; sourceTime: number }[]>();
    for (const [code, name] of [
      ['EURUSD', 'EURUSD.ticks.2014-05-02T1220_1310.csv.gz'],
      ['NZDUSD', 'NZDUSD.ticks.2014-05-02T1220_1310.csv.gz'],
    ] as const) {
      expected.set(code, (await clean(`${BUNDLED_RECORDINGS}/${name}`, code)).real);
    }
    const first = await play(100_000);
    const enough = first.next((tick) => tick.logIndex >= 5_000);
    await first.market.start();
    await enough;
    await first.market.stop();
    await first.log.stop();

    const second = await play(1_000_000);
    const ended = new Promise<void>((resolve) => {
      second.market.statuses.onChange(() => {
        if (second.market.health().feed.state === 'ended') resolve();
      });
    });
    await second.market.start();
    await ended;
    await second.market.stop();
    await second.log.stop();

    const logged: Tick[] = [];
    for (;;) {
      const page = await ticksAfter(database.app, logged.length - 1, 5_000);
      if (page.length === 0) break;
      logged.push(...page);
    }
    for (const [code, ticks] of expected) {
      const own = logged.filter((tick) => tick.pairId === pairOf(code).id);
      expect(own.map(({ bid, ask, sourceTime }) => ({ bid, ask, sourceTime }))).toEqual(ticks);
    }
    const late = logged.filter((tick, i) => tick.sourceTime < (logged[i - 1]?.sourceTime ?? 0));
    expect(late).toEqual([]);
  });

  test('has a past to look at before its first tick, under its own label, and a chart of the payrolls minute after it', async () => {
    const { market, log } = await play(1_000_000);
    await market.start();
    const eurusd = pairOf('EURUSD').id;
    const first = Date.UTC(2014, 4, 2, 12, 20);
    const past = await market.candles.list(eurusd, 1, 1_000, first);
    expect(past.length).toBeGreaterThan(900);
    expect(new Set(past.map((candle) => candle.source))).toEqual(new Set(['replay-history-bid']));
    const [payrolls] = await market.candles.list(eurusd, 1, 1, Date.UTC(2014, 4, 2, 12, 31));
    expect(payrolls?.source).toBe('replay');
    expect(Number((payrolls?.high ?? 0n) - (payrolls?.low ?? 0n)) / 1e4).toBeGreaterThan(40);
    expect(market.statuses.of(eurusd).reason).toBe('feed_down');
    await market.stop();
    await log.stop();
  });
});
