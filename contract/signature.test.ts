// A dot is no signature.

import { expect, test } from 'vitest';
import { isSignature } from './signature.ts';

const stroke = (points: number) => Array.from({ length: points }, (_, at) => [at * 3, at % 4, at * 16]);

test.each([
  [[stroke(6)], true],
  [[stroke(1), stroke(40)], true],
  [[stroke(5)], false],
  [[stroke(3), stroke(3), stroke(3)], false],
  [[Array.from({ length: 40 }, (_, at) => [7, 7, at])], false],
  [[], false],
  [[[[1, 2]]], false],
  [{}, false],
])('strokes %#', (strokes, good) => expect(isSignature(JSON.stringify(strokes))).toBe(good));

test('what is no list of strokes is none', () => {
  for (const text of ['', 'x', 'null', '[[["1",2,3]]]']) expect(isSignature(text)).toBe(false);
});
