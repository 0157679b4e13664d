// Rules §5, candles: six periods of the mid, gaps left as gaps, the change of a day, and history joined to live ticks.

import { formatUnits, price, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { CandleStore, changePercent, KEPT } from './candles.ts';
import { MINUTE_MS, PERIOD_MINUTES } from './feed.ts';

const at = (text: string) => price(readUnits(text));
const HOUR = 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 0, 5, 12);

describe('candles', () => {
  test('a tick enters the bar of each period that its time lies in', () => {
    const store = new CandleStore();
    const time = NOON + 37 * MINUTE_MS + 59_999;
    store.fold(1, time, at('1.5'), 'simulated');
    expect(PERIOD_MINUTES.map((period) => store.newest(1, period)?.time)).toEqual([
      NOON + 37 * MINUTE_MS,
      NOON + 35 * MINUTE_MS,
      NOON + 30 * MINUTE_MS,
      NOON + 30 * MINUTE_MS,
      NOON,
      Date.UTC(2026, 0, 5),
    ]);
  });

  test('open, high, low, close and the number of ticks', () => {
    const store = new CandleStore();
    for (const text of ['1.2', '1.5', '1.1', '1.3']) store.fold(1, NOON, at(text), 'simulated');
    expect(store.newest(1, 1)).toEqual({
      pairId: 1,
      period: 1,
      time: NOON,
      open: at('1.2'),
      high: at('1.5'),
      low: at('1.1'),
      close: at('1.3'),
      volume: 4,
      source: 'simulated',
    });
  });

  test('a minute without ticks has no candle', () => {
    const store = new CandleStore();
    store.fold(1, NOON, at('1'), 'x');
    store.fold(1, NOON + 5 * MINUTE_MS, at('2'), 'x');
    expect(store.list(1, 1, 10).map((candle) => candle.time)).toEqual([NOON, NOON + 5 * MINUTE_MS]);
  });

  test('list gives the newest before `to` (exclusive), oldest first, as copies', () => {
    const store = new CandleStore();
    for (let i = 0; i < 5; i += 1) store.fold(1, NOON + i * MINUTE_MS, at('1'), 'x');
    expect(store.list(1, 1, 2, NOON + 3 * MINUTE_MS).map((candle) => candle.time)).toEqual([
      NOON + MINUTE_MS,
      NOON + 2 * MINUTE_MS,
    ]);
    const [copy] = store.list(1, 1, 1);
    store.fold(1, NOON + 4 * MINUTE_MS, at('9'), 'x');
    expect(copy?.close).toBe(at('1'));
  });

  test('memory keeps a bounded number', () => {
    const store = new CandleStore();
    for (let i = 0; i < KEPT[1] + 1_000; i += 1) store.fold(1, i * MINUTE_MS, at('1'), 'x');
    expect(store.list(1, 1, 100_000).length).toBeLessThanOrEqual(KEPT[1] + 200);
    expect(store.newest(1, 1)?.time).toBe((KEPT[1] + 999) * MINUTE_MS);
  });

  test('history fills what is absent, begins the bar that ticks have begun, and overwrites nothing else', () => {
    const store = new CandleStore();
    store.fold(1, NOON, at('5'), 'kraken');
    store.fold(1, NOON + MINUTE_MS, at('6'), 'kraken');
    const bar = (time: number) => ({ time, open: at('1'), high: at('7'), low: at('0.5'), close: at('2'), volume: 3 });
    store.addHistory(1, 1, [bar(NOON - MINUTE_MS), bar(NOON), bar(NOON + MINUTE_MS)], 'kraken-history');
    const shown = store
      .list(1, 1, 10)
      .map((candle) => [candle.open, candle.high, candle.low, candle.close, candle.source].map(String).join(' '));
    expect(shown).toEqual([
      '100000000 700000000 50000000 200000000 kraken-history',
      '500000000 500000000 500000000 500000000 kraken',
      '100000000 700000000 50000000 600000000 kraken-history',
    ]);
  });

  test('the price of a day ago is the last that stood then, also over a weekend; with a shorter past the oldest known', () => {
    const store = new CandleStore();
    store.fold(1, NOON, at('1.5'), 'x');
    store.fold(1, NOON + HOUR, at('2'), 'x');
    store.fold(1, NOON + 60 * HOUR, at('4'), 'x');
    expect(store.dayAgo(1, NOON + 60 * HOUR)).toBe(at('2'));
    expect(store.dayAgo(1, NOON + 24 * HOUR + 30 * MINUTE_MS)).toBe(at('1.5'));
    expect(store.dayAgo(1, NOON + HOUR)).toBe(at('1.5'));
    expect(store.dayAgo(2, NOON)).toBeUndefined();
  });

  test('change in percent: half-even at 2 places', () => {
    expect(formatUnits(changePercent(at('2'), at('2.5')), 2)).toBe('25.00');
    expect(formatUnits(changePercent(at('800'), at('801')), 2)).toBe('0.12');
    expect(formatUnits(changePercent(at('800'), at('803')), 2)).toBe('0.38');
    expect(formatUnits(changePercent(at('3'), at('2')), 2)).toBe('-33.33');
  });

  test('what has changed is taken once, and again when it could not be stored', () => {
    const store = new CandleStore();
    store.fold(1, NOON, at('1'), 'x');
    const taken = store.takeDirty();
    expect(taken.candles.length).toBe(PERIOD_MINUTES.length);
    expect(store.takeDirty().candles).toEqual([]);
    taken.putBack();
    store.fold(1, NOON, at('2'), 'x');
    const again = store.takeDirty().candles;
    expect(again.length).toBe(PERIOD_MINUTES.length);
    expect(again[0]?.close).toBe(at('2'));
    expect(taken.candles[0]?.close).toBe(at('1'));
  });
});
