// Rules E53 to E55.

import { amount, price, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { settleMicro } from './settlement.ts';

const p = (text: string) => price(readUnits(text));
const EXPIRY = 1_000_000;
const order = {
  direction: 'up' as const,
  stake: amount(readUnits('10')),
  profitRatio: amount(readUnits('0.85')),
  lossLevel: 0 as const,
  pricePrecision: 5,
  openPrice: p('1.1'),
  expiryTime: EXPIRY,
};
const last = (mid: string, agoMs: number) => ({ bid: p(mid), ask: p(mid), receivedTime: EXPIRY - agoMs });

test('E53, E55: the mid of the last tick decides', () => {
  expect(settleMicro(order, last('1.10001', 0))).toEqual({
    outcome: 'win',
    endPrice: p('1.10001'),
    result: readUnits('8.5'),
  });
  expect(settleMicro(order, last('1.09999', 14_999))).toMatchObject({ outcome: 'loss', result: readUnits('-10') });
  expect(settleMicro(order, last('1.1', 1))).toMatchObject({ outcome: 'tie', result: 0n });
});

test('E54: a tick 15 s old, or none, makes it void', () => {
  const nothing = { outcome: 'void', endPrice: undefined, result: 0n };
  expect(settleMicro(order, last('1.2', 15_000))).toEqual(nothing);
  expect(settleMicro(order, undefined)).toEqual(nothing);
});

test('E53: a tick after the expiry is never handed in', () => {
  expect(() => settleMicro(order, last('1.2', -1))).toThrow('broken promise');
});
