import { expect, test } from 'vitest';
import { plainDecimal } from './field.tsx';

test.each([
  ['12.5', '12.5'],
  ['12,5', '12.5'],
  ['١٢٫٥', '12.5'],
  ['۱۲٫۵', '12.5'],
  ['1.2.3', '1.23'],
  ['-5e3', '53'],
  ['abc', ''],
  ['.5', '.5'],
])('typed "%s" is read as "%s"', (typed, plain) => {
  expect(plainDecimal(typed)).toBe(plain);
});
