// What a screen says before somebody buys or redeems, by the first row of the exact table.

import { expect, test } from 'vitest';
import { mostBought, percentPlaces, readPurchase, redemption, termEnd } from './funds.ts';

const TERMS = {
  ...{ dividend_percentage: '0.5', lock_dividend_days: 30, liquidated_damages: '5' },
  ...{ staring_sub_amount: '100.00', max_sub_amount: '5000.00', capacity: '3000.00' },
};
const fault = (typed: string, terms = TERMS, free = '2000') => {
  const read = readPurchase(typed, terms, free === '' ? undefined : free);
  return 'fault' in read ? read.fault : 'none at all';
};

test('the first row of the table, and by which day its penalty is earned', () => {
  expect(readPurchase('1000', TERMS, '2000')).toEqual({
    sum: { amount: '1000.00', day: '5.0000', whole: '150.0000', penalty: '50.0000', breakEven: 10 },
  });
});

test('each fault by its name', () => {
  expect(['', 'x', '100.001', '0', '-5', '99.99', '5000.01', '2000.01'].map((typed) => fault(typed))).toEqual([
    ...['missing', 'unreadable', 'places', 'none', 'none', 'below', 'above', 'free'],
  ]);
  expect(fault('3000.01', TERMS, '')).toBe('sold_out');
  expect(fault('100', { ...TERMS, dividend_percentage: '0.00001' })).toBe('no_profit');
  expect(fault('3000', TERMS, '3000')).toBe('none at all');
});

test('the most is the least of what is free, allowed and covered', () => {
  expect(mostBought('123.459', TERMS)).toBe('123.45');
  expect(mostBought('9000', TERMS)).toBe('3000.00');
  expect(mostBought('9000', { ...TERMS, capacity: '9999.00' })).toBe('5000.00');
});

test('what redeeming brings, and what is left of it all', () => {
  expect(redemption({ share_amount: '1000.00', penalty: '50.0000', paid: '5.0000' })).toEqual({
    back: '950.0000',
    net: '-45.0000',
  });
  expect(['0.5', '182.50', '5', '0.0001', '10.00'].map(percentPlaces)).toEqual([1, 1, 0, 4, 0]);
  expect(termEnd(1_000, TERMS)).toBe(1_000 + 30 * 86_400_000);
});
