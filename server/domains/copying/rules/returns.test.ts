// Returns that money coming and going can't move, by the table of the product's page on copying.

import { formatUnits, parseDecimal } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import {
  daysOf,
  type EquityPoint,
  indexOf,
  ONE,
  profitFactor,
  returnsOf,
  sharpeOf,
  timeWeighted,
  worstDrawdown,
} from './returns.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 2, 12);

function units(text: string): bigint {
  const read = parseDecimal(text);
  if (!read.ok) throw new Error(text);
  return read.value;
}
const point = (time: number, equity: string, flow = '0'): EquityPoint => ({
  time,
  equity: units(equity),
  flow: units(flow),
});
/** Table 4.7. */
const TABLE = [
  point(NOON, '10000'),
  point(NOON + DAY, '10100'),
  point(NOON + 2 * DAY, '15251', '5000'),
  point(NOON + 3 * DAY, '14488.45'),
  point(NOON + 4 * DAY, '10144.8845', '-4488.45'),
];

test('table 4.7: what comes in and goes out is no return', () => {
  const returns = returnsOf(TABLE);
  expect(returns).toEqual([ONE / 100n, ONE / 100n, -5n * (ONE / 100n), ONE / 100n]);
  expect(formatUnits(timeWeighted(returns, 6), 6)).toBe('-2.121405');
  expect(formatUnits(timeWeighted(returns), 2)).toBe('-2.12');
  expect(formatUnits(worstDrawdown(indexOf(returns)), 2)).toBe('5.00');
  expect(formatUnits(sharpeOf(returns) ?? 0n, 6)).toBe('-3.184162');
});

test('of one point, of days that are all alike, and of nothing there is no Sharpe', () => {
  expect(sharpeOf(returnsOf(TABLE.slice(0, 2)))).toBeUndefined();
  expect(sharpeOf([ONE / 100n, ONE / 100n, ONE / 100n])).toBeUndefined();
  expect(timeWeighted([])).toBe(0n);
  expect(worstDrawdown(indexOf([]))).toBe(0n);
});

test('money that is paid into an empty account and lost is a loss of it, and what has nothing to lose loses nothing', () => {
  expect(returnsOf([point(0, '0'), point(1, '0'), point(2, '60', '100')])).toEqual([0n, -4n * (ONE / 10n)]);
  expect(returnsOf([point(0, '-5'), point(1, '-7')])).toEqual([0n]);
  // Net value below zero: all is lost, once.
  expect(indexOf(returnsOf([point(0, '10'), point(1, '-5'), point(2, '-4')]))).toEqual([ONE, 0n, 0n]);
});

test('drawdown is from the highest point before, and is not undone by what follows', () => {
  const index = [100n, 120n, 90n, 130n, 104n, 200n].map((one) => one * ONE);
  expect(formatUnits(worstDrawdown(index), 2)).toBe('25.00');
});

test('a day is its last hour, with all that came in on it', () => {
  const hours = [
    point(NOON, '100'),
    point(NOON + 3_600_000, '110'),
    point(NOON + 7_200_000, '160', '50'),
    point(NOON + DAY, '150', '-10'),
    point(NOON + DAY + 3_600_000, '145', '-5'),
  ];
  expect(daysOf(hours)).toEqual([
    hours[0],
    point(NOON + 7_200_000, '160', '50'),
    point(NOON + DAY + 3_600_000, '145', '-15'),
  ]);
  expect(daysOf([])).toEqual([]);
});

test('profit factor', () => {
  expect(formatUnits(profitFactor(units('65.51'), units('-27.25')) ?? 0n, 2)).toBe('2.40');
  expect(profitFactor(units('65.51'), 0n)).toBeUndefined();
});
