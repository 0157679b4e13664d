// Rules E53 to E56.

import { amount, price, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { mayOpen, openingMid, settleMicro } from './settlement.ts';

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

test('E56: the first tick after acceptance opens when it came within 2 s, to the millisecond', () => {
  const accepted = { acceptedTime: EXPIRY, expiryTime: EXPIRY + 9_000, openDelayMs: 0, pricePrecision: 4 };
  const first = (lateMs: number) => ({ bid: p('1.10000'), ask: p('1.10010'), receivedTime: EXPIRY + lateMs });
  expect(openingMid(accepted, first(0))).toBe(p('1.1'));
  // Under way when the option was accepted.
  expect(openingMid(accepted, first(-5))).toBe(p('1.1'));
  expect(openingMid(accepted, first(2_000))).toBe(p('1.1'));
  expect(openingMid(accepted, first(2_001))).toBeUndefined();
  expect(openingMid(accepted, undefined)).toBeUndefined();
  const later = { ...accepted, openDelayMs: 3_000 };
  expect(openingMid(later, first(5_000))).toBe(p('1.1'));
  expect(openingMid(later, first(5_001))).toBeUndefined();
  const at = (lateMs: number) => ({ logIndex: 7, receivedTime: EXPIRY + lateMs });
  expect(mayOpen({ ...later, armedIndex: 6 }, at(2_999))).toBe(false);
  expect(mayOpen({ ...later, armedIndex: 6 }, at(3_000))).toBe(true);
  expect(mayOpen({ ...accepted, armedIndex: 6 }, at(-5))).toBe(true);
  expect(mayOpen({ ...accepted, armedIndex: 7 }, at(1))).toBe(false);
  const short = { ...accepted, expiryTime: EXPIRY + 1_000 };
  expect(openingMid(short, first(1_000))).toBe(p('1.1'));
  expect(openingMid(short, first(1_001))).toBeUndefined();
});

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
