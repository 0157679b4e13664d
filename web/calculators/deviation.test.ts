import { price, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { allowedPips, boundSent } from './deviation.ts';

const sides = (sell: string, buy: string) => ({ sell: price(readUnits(sell)), buy: price(readUnits(buy)) });

test('twice the spread, in pips, never less than it, and one pip at least', () => {
  expect(allowedPips(sides('1.10000', '1.10006'), 5)).toBe('1.2');
  expect(allowedPips(sides('154.200', '154.213'), 3)).toBe('2.6');
  expect(allowedPips(sides('96400.00', '96415.00'), 2)).toBe('3000.0');
  expect(allowedPips(sides('1.10000', '1.10001'), 5)).toBe('1.0');
  expect(allowedPips(sides('1.10000', '1.10000'), 5)).toBe('1.0');
});

test('what is sent is the price of the side as it stood on the button', () => {
  const prices = sides('1.10000', '1.10006');
  expect(boundSent('buy', prices, 5)).toEqual({ expected_price: '1.10006', max_deviation: '1.2' });
  expect(boundSent('sell', prices, 5)).toEqual({ expected_price: '1.10000', max_deviation: '1.2' });
});
