// Prices and rates of a tick: rules E4 and E53.

import { price, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { closingPrice, midPrice, openingPrice, quoteRate, rateFromMid } from './quotes.ts';
import type { Tick } from './types.ts';

const p = (text: string) => price(readUnits(text));
const tick = { bid: p('1.10000'), ask: p('1.10003') };

test('E4: buys open and sells close at ask + markup, sells open and buys close at bid - markup', () => {
  const markup = p('0.00002');
  expect(openingPrice('buy', tick, markup)).toBe(p('1.10005'));
  expect(closingPrice('sell', tick, markup)).toBe(p('1.10005'));
  expect(openingPrice('sell', tick, markup)).toBe(p('1.09998'));
  expect(closingPrice('buy', tick, markup)).toBe(p('1.09998'));
});

test('E53: the mid is rounded half-even to the pair’s places', () => {
  expect(midPrice({ bid: p('1.10000'), ask: p('1.10003') }, 5)).toBe(p('1.10002'));
  expect(midPrice({ bid: p('1.10000'), ask: p('1.10001') }, 5)).toBe(p('1.10000'));
  expect(midPrice({ bid: p('1.10001'), ask: p('1.10002') }, 5)).toBe(p('1.10002'));
  expect(midPrice({ bid: p('1.10001'), ask: p('1.10002') }, 8)).toBe(p('1.100015'));
  expect(midPrice({ bid: p('1'), ask: p('2') }, 0)).toBe(p('2'));
});

test('E4: the rate is the mid, or its inverse to 12 places half-even', () => {
  expect(rateFromMid(p('1.27'), false)).toBe(readUnits('1.27', 12));
  expect(rateFromMid(p('150'), true)).toBe(readUnits('0.006666666667', 12));
  expect(rateFromMid(p('0.98'), true)).toBe(readUnits('1.020408163265', 12));
});

test('E4: without a rate pair the rate is 1; without its quote there is none', () => {
  const rated: Tick = { ...tick, pairId: 2, seq: 0, logIndex: 0, sourceTime: 0, receivedTime: 0, source: 'test' };
  const view = { logIndex: 0, quote: (id: number) => (id === 2 ? rated : undefined) };
  expect(quoteRate({ ratePairId: undefined, rateInverse: false }, view, () => 5)?.rate).toBe(readUnits('1', 12));
  expect(quoteRate({ ratePairId: 3, rateInverse: false }, view, () => 5)).toBeUndefined();
  expect(quoteRate({ ratePairId: 2, rateInverse: false }, view, () => 5)).toEqual({
    rate: readUnits('1.10002', 12),
    tick: rated,
  });
});
