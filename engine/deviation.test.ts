// Rule E130: a market order is not filled at a worse price than it allows; what the fast function says is what counting points says.

import { price } from '@fairtick/kernel/decimal';
import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { isPastBound, pipSize } from './deviation.ts';
import { pointsToUnits, worstPoint } from './reference/deviation.ts';

test('a pip is the fourth place of five and the second of three, else the last', () => {
  expect([5, 3, 2, 4, 0].map((places) => String(pipSize(places)))).toEqual([
    '10000',
    '1000000',
    '1000000',
    '10000',
    '100000000',
  ]);
});

test('E130: to the point, on both sides, and a better price always', () => {
  const bound = { expected: price(110_010_000n), pips: 120_000_000n };
  const buy = (fill: bigint): boolean => isPastBound('buy', price(fill), bound, 5);
  const sell = (fill: bigint): boolean => isPastBound('sell', price(fill), bound, 5);
  expect([buy(110_022_000n), buy(110_023_000n), buy(1n)]).toEqual([false, true, false]);
  expect([sell(109_998_000n), sell(109_997_000n), sell(900_000_000n)]).toEqual([false, true, false]);
  const none = { ...bound, pips: 0n };
  expect(isPastBound('buy', price(110_010_000n), none, 5)).toBe(false);
  expect(isPastBound('buy', price(110_011_000n), none, 5)).toBe(true);
});

test('E130: the same as the slow model, for random prices of every precision', () => {
  const random = seededRandom(1);
  for (let round = 0; round < 20_000; round += 1) {
    const precision = random.below(6);
    const side = random.below(2) === 0 ? 'buy' : 'sell';
    const expected = BigInt(1_000 + random.below(1_000_000));
    const tenths = random.below(400);
    const fill = expected + BigInt(random.below(101) - 50);
    const worst = worstPoint(side, expected, tenths, precision);
    const slow = side === 'buy' ? fill > worst : fill < worst;
    const bound = { expected: price(pointsToUnits(expected, precision)), pips: BigInt(tenths) * 10_000_000n };
    const said = [side, expected, fill, tenths, precision].join(' ');
    expect(`${said} ${isPastBound(side, price(pointsToUnits(fill, precision)), bound, precision)}`).toBe(
      `${said} ${slow}`,
    );
  }
});
