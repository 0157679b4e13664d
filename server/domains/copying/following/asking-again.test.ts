import { expect, test } from 'vitest';
import { askedAgainInMs } from './asking-again.ts';

test('four times at once, then after a second, and ever more seldom to once in sixteen', () => {
  expect([0, 1, 4, 5, 6, 7, 8, 9, 10, 10_000].map(askedAgainInMs)).toEqual([
    0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000,
  ]);
});
