// Interest, penalty and reserve against the exact tables of loans-funds.md §8.6, and by hand.

import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fundBreakEven, fundCapacity, fundDayProfit, fundDaysAt, fundPenalty, fundWhole, fundYearly } from './funds.ts';

const usd = (text: string) => amount(readUnits(text));
const shown = (units: bigint): string => formatUnits(units, 4);

const TABLE: readonly (readonly [string, string, number, string, string, string, string, string])[] = [
  ['1000', '0.5', 30, '5', '5.0000', '150.0000', '50.0000', '182.5'],
  ['100', '0.33', 7, '2', '0.3300', '2.3100', '2.0000', '120.45'],
  ['333.33', '0.333', 10, '3.5', '1.1100', '11.1000', '11.6666', '121.545'],
  ['123.45', '0.01', 365, '1', '0.0123', '4.4895', '1.2345', '3.65'],
  ['50.05', '0.001', 3, '10', '0.0005', '0.0015', '5.0050', '0.365'],
  ['1234.56', '0.125', 90, '7.5', '1.5432', '138.8880', '92.5920', '45.625'],
  ['1', '0.0001', 1, '0', '0.0000', '0.0000', '0.0000', '0.0365'],
];

test('day, whole term, penalty and year by the table', () => {
  for (const [bought, percent, days, damages, day, whole, penalty, year] of TABLE) {
    const terms = { percent: readUnits(percent), days, damages: readUnits(damages) };
    const profit = fundDayProfit(usd(bought), terms);
    expect([bought, shown(profit), shown(fundWhole(profit, days))]).toEqual([bought, day, whole]);
    expect([bought, shown(fundPenalty(usd(bought), terms)), formatUnits(fundYearly(terms))]).toEqual([
      bought,
      penalty,
      year,
    ]);
  }
});

test('days are full days behind the purchase, no more than the term, and none before it', () => {
  const day = 86_400_000;
  expect(
    [day - 1, day, 2 * day - 1, 2 * day, 31 * day, -1].map((behind) => fundDaysAt(1_000, 30, 1_000 + behind)),
  ).toEqual([0, 1, 1, 2, 30, 0]);
});

test('the penalty is paid for by the tenth day of the first row, and never where the term is shorter', () => {
  expect(fundBreakEven(usd('5'), usd('50'), 30)).toBe(10);
  expect(fundBreakEven(usd('5'), usd('50.0001'), 30)).toBe(11);
  expect(fundBreakEven(usd('5'), usd('0'), 30)).toBe(0);
  expect(fundBreakEven(usd('5'), usd('200'), 30)).toBeUndefined();
  expect(fundBreakEven(usd('0'), usd('1'), 30)).toBeUndefined();
});

test('whatever capacity says can be bought is covered by what is free', () => {
  expect(formatUnits(fundCapacity(usd('150'), { percent: readUnits('0.5'), days: 30 }), 2)).toBe('999.99');
  const cases = fc.tuple(fc.bigInt(0n, 10n ** 15n), fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 1, max: 3_650 }));
  fc.assert(
    fc.property(cases, ([free, percent, days]) => {
      const capacity = fundCapacity(amount(free), { percent: percent * 100n, days });
      const profit = fundDayProfit(capacity, { percent: percent * 100n });
      return capacity >= 0n && capacity % 1_000_000n === 0n && fundWhole(profit, days) <= free;
    }),
  );
});
