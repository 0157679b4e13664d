import { expect, test } from 'vitest';
import { plainDecimal } from './field.tsx';

test.each([
  ['12.5', '12.5'],
  ['12,5', '12.5'],
  ['١٢٫٥', '12.5'],
  ['۱۲٫۵', '12.5'],
  ['12،5', '12.5'],
  ['.5', '.5'],
  ['-1', '-1'],
  ['−1', '-1'],
  [' 1 234 ', '1234'],
  ['\u20661.5\u2069', '1.5'],
  // Not three digits, or nothing that thousands could follow: decimals.
  ['1,00', '1.00'],
  ['1,0005', '1.0005'],
  ['0,125', '0.125'],
  ['1234,567', '1234.567'],
  ['1.105', '1.105'],
  // A thousand for one person and one for another: no number until it is clear.
  ['1,000', '1,000'],
  ['-12,500', '-12,500'],
  ['١،٠٠٠', '1،000'],
  // No number: it stays to be seen.
  ['1.2.3', '1.2.3'],
  ['1,234.50', '1,234.50'],
  ['-5e3', '-5e3'],
  ['abc', 'abc'],
])('typed "%s" is read as "%s"', (typed, plain) => {
  expect(plainDecimal(typed)).toBe(plain);
});
