// Slots against a plain map, and columns at their edges.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { doubleColumn, int32Column, requireInt64, WideColumn } from './columns.ts';
import { Slots } from './slots.ts';

test('slots are found as in a map, through any taking and releasing of ids that collide or differ in one half only', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = seededRandom(seed);
    const slots = new Slots();
    const known = new Map<bigint, number>();
    const ids = Array.from({ length: 120 }, (_, n) => {
      const low = BigInt(n % 3 === 0 ? 7 : random.below(4_000_000_000));
      return (BigInt(n % 5) << 32n) | low | (BigInt(n) << 40n);
    });
    for (let step = 0; step < 1_500; step += 1) {
      const id = ids[random.below(ids.length)] ?? 0n;
      const slot = known.get(id);
      expect(slots.find(id)).toBe(slot ?? -1);
      if (slot === undefined) known.set(id, slots.take(id));
      else {
        slots.release(slot);
        known.delete(id);
      }
      if (step % 100 !== 0) continue;
      for (const [one, at] of known) expect([slots.find(one), slots.idAt(at)]).toEqual([at, one]);
    }
    expect(slots.size).toBe(known.size);
    expect([...slots.taken()].sort((a, b) => a - b)).toEqual([...known.values()].sort((a, b) => a - b));
    expect(new Set(known.values()).size).toBe(known.size);
  }
});

test('the largest ids keep every digit, and a slot that was released is given out again', () => {
  const slots = new Slots();
  const largest = 9_223_372_036_854_775_807n;
  const first = slots.take(largest);
  const second = slots.take(1n);
  expect([slots.idAt(first), slots.idAt(second)]).toEqual([largest, 1n]);
  slots.release(first);
  expect(slots.find(largest)).toBe(-1);
  expect(slots.take(2n)).toBe(first);
  expect(() => slots.take(1n)).toThrow('no slot yet');
});

test('a column reads 0 where nothing was set, over page edges too', () => {
  const column = int32Column();
  expect(column.get(1_000_000)).toBe(0);
  column.set(9_000, -5);
  column.set(4_095, 1);
  column.set(4_096, 2);
  expect([column.get(9_000), column.get(4_095), column.get(4_096), column.get(8_999)]).toEqual([-5, 1, 2, 0]);
  const prices = doubleColumn();
  prices.set(3, Number.MAX_SAFE_INTEGER);
  expect(prices.get(3)).toBe(Number.MAX_SAFE_INTEGER);
});

test('wide numbers come back with sign and every digit; what does not fit is refused', () => {
  const column = new WideColumn();
  const edge = 2n ** 127n;
  const values = [0n, -1n, 1n, 2n ** 64n - 1n, -(2n ** 64n), 2n ** 63n, -(2n ** 63n), edge - 1n, -edge];
  values.forEach((value, at) => {
    column.set(at, value);
  });
  expect(values.map((_, at) => column.get(at))).toEqual(values);
  expect(() => column.set(0, edge)).toThrow('128 bits');
  expect(() => column.set(0, -edge - 1n)).toThrow('128 bits');
  expect(() => requireInt64(2n ** 63n)).toThrow('92 billion');
  expect(() => requireInt64(-(2n ** 63n))).not.toThrow();
});
