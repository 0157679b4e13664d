// One value, one text: the order in which somebody wrote the keys down is not part of it.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('keys are sorted at every depth, and nothing stands between', () => {
  const value = { b: [1, null, 'x"y'], a: { d: false, c: '' }, A: '為' };
  expect(canonicalJson(value)).toBe('{"A":"為","a":{"c":"","d":false},"b":[1,null,"x\\"y"]}');
});

test('it is JSON, and the same for every order of the keys', () => {
  const flat = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)));
  fc.assert(
    fc.property(flat, (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual({ ...value });
    }),
  );
});

test('a fraction has no one text', () => {
  expect(() => canonicalJson({ a: 0.5 })).toThrow('whole');
});
