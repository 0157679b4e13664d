// The slow sums themselves, on cases worked out by hand.

import { expect, test } from 'vitest';
import { divided, fraction, halfEven, minus, quoteRate, times, upTo } from './exact.ts';

test('half-even goes to the even neighbour on a tie only, below zero too', () => {
  const cases: readonly [string, string][] = [
    ['0.125', '0.12'],
    ['0.135', '0.14'],
    ['0.1350001', '0.14'],
    ['0.1249999', '0.12'],
    ['-0.125', '-0.12'],
    ['-0.135', '-0.14'],
    ['-0.005', '0'],
    ['-0.0051', '-0.01'],
    ['1.995', '2'],
    ['7', '7'],
    ['100', '100'],
  ];
  for (const [value, rounded] of cases) expect(halfEven(fraction(value), 2)).toBe(rounded);
  expect(halfEven(fraction('2.5'), 0)).toBe('2');
  expect(halfEven(fraction('110'), 0)).toBe('110');
});

test('up never loses a part', () => {
  expect(upTo(fraction('1.0000001'), 6)).toBe('1.000001');
  expect(upTo(fraction('1.000001'), 6)).toBe('1.000001');
  expect(upTo(divided(fraction('1'), fraction('3')), 6)).toBe('0.333334');
});

test('sums and the rate of a yen', () => {
  expect(halfEven(times(fraction('0.3'), minus(fraction('1.1'), fraction('1.2'))), 6)).toBe('-0.03');
  expect(halfEven(quoteRate('155.120', '155.131', 3, true), 12)).toBe('0.006446372626');
  expect(halfEven(quoteRate('1.25001', '1.25002', 5, false), 12)).toBe('1.25002');
});
