// Hours as figures: when there is one, and over which days it goes.

import { formatUnits, UNIT } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { curveFigures } from './curve.ts';
import type { EquityPoint } from './returns.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const START = Date.UTC(2026, 9, 1, 23);
const at = (time: number, dollars: number, flow = 0): EquityPoint => ({
  time,
  equity: BigInt(Math.round(dollars * 100)) * (UNIT / 100n),
  flow: BigInt(flow) * UNIT,
});
/** One more each day, the first hour first. */
const days = (count: number, from = START): EquityPoint[] =>
  Array.from({ length: count + 1 }, (_, day) => at(from + day * DAY, 100 + day));
const text = (value: bigint | undefined): string => (value === undefined ? '' : formatUnits(value, 2));

test('of nothing and of one hour there is nothing', () => {
  for (const one of [[], [[]], [days(0)]]) {
    const { drawdown, week, life, sharpe } = curveFigures(one);
    expect([drawdown, week, life, sharpe].map(text)).toEqual(['', '', '', '']);
  }
  expect(curveFigures([days(0)]).curve).toEqual([{ time: START, value: 100n * UNIT }]);
});

test('a return is of as many days as it says, and Sharpe of twenty-one at least', () => {
  const few = curveFigures([days(6)]);
  expect([few.week, few.month, few.life, few.sharpe].map(text)).toEqual(['', '', '6.00', '']);
  const month = curveFigures([days(30)]);
  // 130 against 123, and against 100.
  expect([month.week, month.month, month.quarter, month.life].map(text)).toEqual(['5.69', '30.00', '', '30.00']);
  expect(month.sharpe).toBeGreaterThan(0n);
  expect(curveFigures([days(20)]).sharpe).toBeUndefined();
  expect(month.curve).toHaveLength(31);
  expect(month.curve.at(-1)).toEqual({ time: START + 30 * DAY, value: 130n * UNIT });
});

test('a fall within a day is one, though its end shows nothing of it', () => {
  const hours = [at(START, 100), at(START + HOUR, 60), at(START + 2 * HOUR, 100)];
  expect(text(curveFigures([hours]).drawdown)).toBe('40.00');
});

test('from one account of a record to the next nothing is won or lost', () => {
  const next = days(2, START + 90 * DAY).map((point) => ({ ...point, equity: point.equity * 50n }));
  const both = curveFigures([days(2), next]);
  expect(text(both.life)).toBe('4.04');
  expect(text(both.drawdown)).toBe('0.00');
  expect(both.curve.map(({ time }) => time)).toEqual([
    ...[START, START + DAY, START + 2 * DAY],
    ...[START + 91 * DAY, START + 92 * DAY],
  ]);
});
