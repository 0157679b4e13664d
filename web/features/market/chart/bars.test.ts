// Older pages, reconnects and live updates must leave one bar a time, in order.

import { expect, test } from 'vitest';
import { type Bar, fitOf, joinBars } from './bars.ts';

const bar = (time: number, close = 1): Bar => ({ time, open: 1, high: 1, low: 1, close, madeUp: false });

test('older and newer bars join in order, the newer wins', () => {
  const joined = joinBars([bar(60), bar(120, 1)], [bar(180), bar(120, 2)]);
  expect(joined.map((one) => [one.time, one.close])).toEqual([
    [60, 1],
    [120, 2],
    [180, 1],
  ]);
});

test('a live bar replaces, appends, is stale or shows a gap', () => {
  expect(fitOf(undefined, bar(60), '1min')).toBe('first');
  expect(fitOf(bar(60), bar(60), '1min')).toBe('replace');
  expect(fitOf(bar(60), bar(120), '1min')).toBe('append');
  expect(fitOf(bar(60), bar(0), '1min')).toBe('stale');
  expect(fitOf(bar(60), bar(240), '1min')).toBe('gap');
});
