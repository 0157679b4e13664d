import { expect, test } from 'vitest';
import { linePath } from './sparkline.tsx';

test('the highest value stands on top, the lowest at the bottom, first to last from left to right', () => {
  expect(linePath([1, 3, 2])).toBe('M0.0 37.0L50.0 3.0L100.0 20.0');
});

test('a flat line lies in the middle; fewer than two values are no line', () => {
  expect(linePath([5, 5])).toBe('M0.0 20.0L100.0 20.0');
  expect(linePath([5])).toBe('');
});
