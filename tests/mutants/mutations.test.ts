// Each kind of mistake on a small text; where code is marked to see what a test reaches, it does the same as before.

import { expect, test } from 'vitest';
import { marked, mutated, mutationsOf } from './mutations.ts';

const told = (text: string): string[] => mutationsOf('x.ts', text).map((one) => mutated(text, one));

test.each([
  ['const a = b + c;', ['const a = b - c;']],
  ['const a = b < c;', ['const a = b <= c;', 'const a = b > c;']],
  ['const a = b && c;', ['const a = b || c;']],
  ['const a = b ?? c;', ['const a = b;']],
  ['const a = !b;', ['const a = b;']],
  ['const a = -b;', ['const a = b;']],
  ['const a = 9n;', ['const a = 10n;']],
  ['const a = 1_000;', ['const a = 1001;']],
  ['const a = true;', ['const a = false;']],
  ['const a = b ? c : d;', ['const a = (c);', 'const a = (d);']],
  ['const a = Math.floor(b);', ['const a = Math.ceil(b);']],
  ['const a = b.filter(c);', ['const a = b;']],
  ['if (a) b = c;', ['if (true) b = c;', 'if (false) b = c;', 'if (a) ;']],
  ['function f() { return a; }', ['function f() { return undefined; }']],
  // Nothing of types, imports and what is thrown.
  ["import { a } from 'b';\ntype C = 1 | 2;\ninterface D { e: 3 }\nconst f: 4 = a;", []],
  [
    'if (a) throw new Error(String(1 + 2));',
    ['if (true) throw new Error(String(1 + 2));', 'if (false) throw new Error(String(1 + 2));'],
  ],
  ['assert(a > 1);', [';']],
])('%s', (text, expected) => {
  expect(told(text)).toEqual(expected);
});

test('a mistake knows its line and the function that it lies in', () => {
  const text = 'const a = 1;\nconst f = () => 2;\nfunction g() {\n  return [3].map((x) => x + h);\n}';
  expect(mutationsOf('x.ts', text).map(({ line, within, kind }) => [line, within, kind])).toEqual([
    [1, 0, 'one more'],
    [2, 1, 'one more'],
    [4, 2, 'returns nothing'],
    [4, 2, 'one more'],
    [4, 3, '+ to -'],
  ]);
});

test('marked code reports what is reached, and answers as before', () => {
  const text =
    'const f = (x) => ({ y: x });\nfunction g(x) { return [x].map((z) => z + 1)[0]; }\nreturn [f(1).y, g(2)];';
  const reached: number[] = [];
  const code = marked('x.js', text, (within) => `report(${within})`);
  const answer: unknown = new Function('report', code)((within: number) => reached.push(within));
  expect(answer).toEqual([1, 3]);
  expect(reached).toEqual([0, 1, 2, 3]);
});
