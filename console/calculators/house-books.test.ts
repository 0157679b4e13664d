import { describe, expect, test } from 'vitest';
import { heldBy, moveSides } from './house-books.ts';

const accounts = [
  { account: 'capital', available: '15000.00' },
  { account: 'trading', available: '20000.00' },
  { account: 'fees', available: '6.10' },
  { account: 'external', available: '-855.00' },
  { account: 'external:house', available: '-50000.00' },
];
const sides = (move: Parameters<typeof moveSides>[0]['move'], amount: string, product: 'trading' | '' = '') =>
  moveSides({ move, product, amount }, accounts)?.map(({ account, old, next }) => [account, old, next]);

test('a pool is shown by what it holds', () => {
  expect(accounts.map(heldBy)).toEqual(['15000.00', '20000.00', '6.10', '855.00', '50000.00']);
});

// The day in the books of money-staff.md §5.
describe('both sides of a move', () => {
  test('capital comes in: both the pool and the capital have more', () => {
    expect(sides('capital_in', '100')).toEqual([
      ['external:house', '50000.00', '50100.00'],
      ['capital', '15000.00', '15100.00'],
    ]);
  });

  test('a settlement takes from one pool what the other is short of', () => {
    expect(sides('settle_to_clients', '33.90')).toEqual([
      ['external:house', '50000.00', '49966.10'],
      ['external', '855.00', '888.90'],
    ]);
  });

  test('capital is assigned to a product that is named, and to nothing else', () => {
    expect(sides('assign', '1', 'trading')).toEqual([
      ['capital', '15000.00', '14999.00'],
      ['trading', '20000.00', '20001.00'],
    ]);
    expect([sides('assign', '1'), sides('capital_in', '1', 'trading'), sides('fees_taken', 'x')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('what is not there is said before it is refused', () => {
    expect(moveSides({ move: 'fees_taken', product: '', amount: '6.11' }, accounts)?.map(({ short }) => short)).toEqual(
      [true, false],
    );
  });
});
