import { readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { chosen, marginEffect, mostOf, readSum, shareOf, swapped } from './transfers.ts';

describe('sides', () => {
  test('the same account on both sides changes the other side, so that they never match', () => {
    expect(chosen({ from: 1, to: 2 }, 'from', 2)).toEqual({ from: 2, to: 1 });
    expect(chosen({ from: 1, to: 2 }, 'to', 1)).toEqual({ from: 2, to: 1 });
    expect(chosen({ from: 1, to: 2 }, 'to', 3)).toEqual({ from: 1, to: 3 });
    expect(chosen({ from: 1, to: 2 }, 'from', 3)).toEqual({ from: 3, to: 2 });
  });

  test('the swap exchanges them', () => {
    expect(swapped({ from: 1, to: 3 })).toEqual({ from: 3, to: 1 });
  });
});

/** money-staff.md §9: available, locked, floating, and what may leave at most. */
test.each([
  { available: '500', locked: '0', floating: '0', most: '500.00', bound: '0.00' },
  { available: '1000', locked: '1100.20', floating: '-250.75', most: '749.25', bound: '250.75' },
  { available: '1000', locked: '1100.20', floating: '300', most: '1000.00', bound: '0.00' },
  { available: '1000', locked: '1100.20', floating: '-1100', most: '0.00', bound: '1000.00' },
])('$available free with $floating open: $most can leave', ({ available, floating, most, bound }) => {
  const freeMargin = readUnits(available) + readUnits(floating);
  const found = mostOf(2, available, { freeMargin });
  expect(found).toEqual({ most: readUnits(most), bound: readUnits(bound) });
});

test('of the other accounts all that is free can leave; of forex nothing is known before its figures are', () => {
  expect(mostOf(1, '12.5', undefined)).toEqual({ most: readUnits('12.5'), bound: 0n });
  expect(mostOf(2, '12.5', undefined)).toBeUndefined();
});

test('a part of the most is cut to cents, all of it is whole', () => {
  const most = readUnits('0.100006');
  expect(shareOf(most, 25)).toBe('0.02');
  expect(shareOf(most, 100)).toBe('0.100006');
});

test('what leaves forex lowers the margin level, what comes raises it, and other transfers do not touch it', () => {
  const forex = { netValue: readUnits('1849.45'), usedMargin: readUnits('1100.20') };
  expect(marginEffect({ from: 2, to: 1 }, readUnits('749.25'), forex)?.after).toEqual({
    netValue: '1100.20',
    usedMargin: '1100.20',
    level: '100.00',
  });
  expect(marginEffect({ from: 1, to: 2 }, readUnits('100'), forex)?.after.netValue).toBe('1949.45');
  expect(marginEffect({ from: 1, to: 3 }, readUnits('100'), forex)).toBeUndefined();
  expect(marginEffect({ from: 2, to: 1 }, 1n, { ...forex, usedMargin: 0n })).toBeUndefined();
});

test.each([
  ['', 'missing'],
  ['ten', 'unreadable'],
  ['-1', 'none'],
  ['0', 'none'],
  ['0.0000001', 'places'],
  ['9999999999999999', 'large'],
  ['749.26', 'above'],
])('"%s" is %s', (typed, fault) => {
  expect(readSum(typed, readUnits('749.25'))).toEqual({ fault });
});

test('a sum up to the most can be sent', () => {
  expect(readSum('749.25', readUnits('749.25'))).toEqual({ sum: readUnits('749.25') });
});
