import { ONE_RATE, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { orderOf } from './order.fixture.ts';
import { closePriceNow, jumpedStop, netAtPrice, netOfAll, netResult } from './positions.ts';

const quote = { bid: '1.10000', ask: '1.10020' };
const order = orderOf({});

test('a close is a jump when it lies more than 0.02 % past the stop, not for a step or two', () => {
  const closed = (UpdatePrice: string, OrderType: 1 | 2 = 1) => jumpedStop({ ...order, OrderType, UpdatePrice });
  // The stop is 1.0990; 0.02 % of it is 0.0002198.
  expect(['1.0990', '1.09899', '1.09879'].map((price) => closed(price))).toEqual([false, false, false]);
  expect([closed('1.09878'), closed('1.0985')]).toEqual([true, true]);
  expect([closed('1.0985', 2), closed('1.09921', 2), closed('1.09922', 2)]).toEqual([false, false, true]);
  expect(jumpedStop({ ...order, CloseReason: 'user' })).toBe(false);
});

test('fee and nights come off a result; what waits, or waited in vain, has paid neither', () => {
  expect(netResult(order)).toBe(readUnits('-171.1002'));
  expect(netResult({ ...order, Nights: '30' })).toBe(readUnits('-201.1002'));
  expect(netResult({ ...order, Nights: '-12.5' })).toBe(readUnits('-158.6002'));
  expect(netResult({ ...order, Status: 1 }, '20')).toBe(readUnits('18.8998'));
  expect(([0, 2] as const).map((Status) => netResult({ ...order, Status, FactProfits: '0' }))).toEqual([0n, 0n]);
});

test('what a price would leave after fee and nights, and the closing price by the markup of the order', () => {
  expect(netAtPrice(order, '1.1012', ONE_RATE)).toBe(readUnits('98.8998'));
  expect(netAtPrice({ ...order, Nights: '8' }, '1.1012', ONE_RATE)).toBe(readUnits('90.8998'));
  expect(netAtPrice(order, '', ONE_RATE)).toBeUndefined();
  expect(closePriceNow(order, quote)).toBe(readUnits('1.0999'));
});

test('several orders come to the sum after their own fees and nights, or to nothing that can be said', () => {
  const orders = [orderOf({ Id: '1', Nights: '30' }), orderOf({ Id: '2', FactProfits: '50', TradeFee: '0.5' })];
  expect(netOfAll(['2', '1'], orders)).toBe(readUnits('-151.6002'));
  expect(netOfAll(['2'], orders)).toBe(readUnits('49.5'));
  expect(netOfAll(['2', '3'], orders)).toBeUndefined();
});
