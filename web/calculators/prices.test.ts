import { readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { rateOf, sidePrices } from './prices.ts';

const units = (text: string): bigint => readUnits(text);
const quote = { bid: '1.10000', ask: '1.10020' };

test('the markup widens both sides alike', () => {
  expect(sidePrices({ Markup: '0.0001' }, quote)).toEqual({ sell: units('1.0999'), buy: units('1.1003') });
  expect(sidePrices({ Markup: '0' }, { bid: '', ask: '' })).toBeUndefined();
});

test('yen results become dollars by the inverse mid of USD/JPY', () => {
  const usdjpy = { RatePairId: 2, RateInverse: true };
  const rate = rateOf(usdjpy, { quote: { bid: '124.990', ask: '125.010' }, pair: { PricePrecision: 3 } });
  expect(rate).toBe(8_000_000_000n);
  expect(rateOf(usdjpy, { quote: undefined, pair: { PricePrecision: 3 } })).toBeUndefined();
});
