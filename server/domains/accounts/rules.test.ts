// Names, numbers and percents of accounts.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalPassword, profitPercent, uidOf } from './rules.ts';

test('two ids never share a uid, and a uid has no sign that reads as another', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (a, b) => {
      expect(uidOf(a) === uidOf(b)).toBe(a === b);
      expect(uidOf(a)).toMatch(/^[0-9A-HJKMNP-TV-Z]{1,13}$/);
    }),
  );
});

test('a password typed in another composition is the same one', () => {
  expect(normalPassword('caf\u0065\u0301')).toBe(normalPassword('caf\u00e9'));
});

test.each([
  ['10', '110000', '0.01'],
  ['-2750', '110000', '-2.50'],
  ['0.5', '40000', '0.00'],
  ['1.5', '10000', '0.02'],
  ['2.5', '10000', '0.02'],
  ['1', '0', '0.00'],
])('%s of %s is %s percent', (profits, total, percent) => {
  expect(profitPercent(amount(readUnits(profits)), amount(readUnits(total)))).toBe(percent);
});
