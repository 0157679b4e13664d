import { expect, test } from 'vitest';
import { fittedSize } from './fitted-size.ts';

test('the longer side becomes the longest allowed, and the shape stays', () => {
  expect(fittedSize({ width: 8_000, height: 5_000 }, 2_400)).toEqual({ width: 2_400, height: 1_500 });
  expect(fittedSize({ width: 3_000, height: 4_000 }, 2_400)).toEqual({ width: 1_800, height: 2_400 });
});

test('a picture that fits keeps its size, and none vanishes', () => {
  expect(fittedSize({ width: 2_400, height: 1 }, 2_400)).toEqual({ width: 2_400, height: 1 });
  expect(fittedSize({ width: 30_000, height: 2 }, 2_400)).toEqual({ width: 2_400, height: 1 });
});
