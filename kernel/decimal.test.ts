// Reading decimals: the short way that database texts take gives what the long way gives, and refuses what it refuses.

import { expect, test } from 'vitest';
import { formatUnits, parseDecimal, RATE_PLACES, readUnits, UNIT_PLACES } from './decimal.ts';
import { seededRandom } from './random.ts';

test('any amount or rate comes back as it was written, short or long, with all its places or without', () => {
  const random = seededRandom(11);
  for (let n = 0; n < 5_000; n += 1) {
    const digits = 1 + random.below(21);
    let units = 0n;
    for (let at = 0; at < digits; at += 1) units = units * 10n + BigInt(random.below(10));
    if (random.below(4) === 0) units = -units;
    const places = random.below(2) === 0 ? UNIT_PLACES : RATE_PLACES;
    for (const shown of [0, places]) {
      const text = formatUnits(units, shown, places);
      const long = parseDecimal(text, places);
      expect([text, readUnits(text, places)]).toEqual([text, long.ok && long.value]);
      expect(readUnits(text, places)).toBe(units);
    }
  }
});

test.each([
  '',
  '.',
  '.50000000',
  '-.50000000',
  '1,00000000',
  '1.0000000a',
  '1.000000 0',
  ' 1.00000000',
  '+-1.00000000',
  '1e3.00000000',
  '0x1.00000000',
  '1.000000001',
])('%j is no amount', (text) => {
  expect(() => readUnits(text)).toThrow('not a decimal');
});
