import { expect, test } from 'vitest';
import { accountTotal, totalOf } from './balances.ts';

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
