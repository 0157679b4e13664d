import { expect, test } from 'vitest';
import { mannWhitney } from './ranks.ts';

const upTo = (count: number, first = 0): number[] => Array.from({ length: count }, (_, at) => first + at);

test('two samples of one distribution do not differ, two that lie apart do', () => {
  expect(mannWhitney(upTo(200), upTo(200))).toBeCloseTo(1, 5);
  expect(mannWhitney(upTo(200), upTo(200, 200))).toBeLessThan(1e-9);
  expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1);
});

test('one shifted by 30 of 200 places is z = 4.80 by hand', () => {
  // Of 40,000 pairs 14,365 are the other way round and 170 equal: U is 14,450 of a mean of 20,000, with a spread of 1,156.1.
  const p = mannWhitney(upTo(200), upTo(200, 30));
  expect(p).toBeGreaterThan(1.5e-6);
  expect(p).toBeLessThan(1.7e-6);
});
