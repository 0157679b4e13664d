import { expect, test } from 'vitest';
import { accountTotal, freeShare, totalOf, withOpenResults } from './balances.ts';

test('the total counts what is locked in orders, to the last of 8 places', () => {
  const balances = [
    { balance: '10000', lockBalance: '0' },
    { balance: '99899.123456', lockBalance: '100.876543' },
    { balance: '0.00000001', lockBalance: '100000' },
  ];
  expect(totalOf(balances)).toBe('209999.99999901');
});

test('sums are exact where floats are not', () => {
  expect(accountTotal({ balance: '0.1', lockBalance: '0.2' })).toBe('0.30');
});

test('the bar shows which part is free, and none where nothing is there', () => {
  expect(freeShare({ balance: '75', lockBalance: '25' })).toBe(75);
  expect(freeShare({ balance: '0', lockBalance: '25' })).toBe(0);
  expect(freeShare({ balance: '0', lockBalance: '0' })).toBeUndefined();
});

test('open results stand beside the total, not in it, and only where there are some', () => {
  const balances = [
    { type: 'change', balance: '6320.55', lockBalance: '0' },
    { type: 'forex', balance: '3214.20', lockBalance: '842.30' },
  ] as const;
  expect(withOpenResults(balances, '4020.10')).toEqual({ total: '10340.65', result: '-36.40' });
  expect(withOpenResults(balances, '4056.50')).toBeUndefined();
  expect(withOpenResults(balances, undefined)).toBeUndefined();
});
