// What is copied of a trader on a pair, in memory.

import { price, quantity, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { Copied } from './copied.ts';

const LOT = readUnits('1');
const copy = (
  id: bigint,
  followId: bigint | undefined,
  more: { status?: 'open' | 'closed'; pairId?: number } = {},
) => ({
  ...{ id, followId, pairId: 1, status: 'open' as const, quantity: quantity(LOT) },
  terms: { contNum: quantity(readUnits('100000')), markup: price(0n), ratePairId: undefined, rateInverse: false },
  ...more,
});
const UNITS = readUnits('100000');

test('open copies with real money are added by trader and pair, each once, and taken away when they close', () => {
  const copied = new Copied();
  copied.relation({ id: 1n, traderId: 7n, realm: 'live' });
  copied.relation({ id: 2n, traderId: 7n, realm: 'live' });
  copied.relation({ id: 3n, traderId: 8n, realm: 'live' });
  copied.relation({ id: 4n, traderId: 7n, realm: 'demo' });
  for (const one of [copy(11n, 1n), copy(12n, 2n), copy(12n, 2n), copy(13n, 3n), copy(14n, 4n), copy(15n, undefined)])
    copied.put(one);
  copied.put(copy(16n, 1n, { pairId: 2 }));
  expect([copied.units(7n, 1), copied.units(8n, 1), copied.units(7n, 2)]).toEqual([2n * UNITS, UNITS, UNITS]);
  copied.put(copy(11n, 1n, { status: 'closed' }));
  copied.put(copy(11n, 1n, { status: 'closed' }));
  copied.put(copy(14n, 4n, { status: 'closed' }));
  expect(copied.units(7n, 1)).toBe(UNITS);
});

test('copies of a relation that has ended count until they close', () => {
  const copied = new Copied();
  copied.relation({ id: 1n, traderId: 7n, realm: 'live' });
  copied.put(copy(11n, 1n));
  copied.ended(1n);
  expect(copied.units(7n, 1)).toBe(UNITS);
  copied.put(copy(11n, 1n, { status: 'closed' }));
  expect(copied.units(7n, 1)).toBe(0n);
});
