import { expect, test } from 'vitest';
import { differenceOf } from './difference.ts';

test.each([
  ['the same', 30, 30, []],
  ['a number', 30, 20, [['value', '30', '20']]],
  ['the same in another order', { a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 }, []],
  ['a field deep inside', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [['value.a.c', '2', '3']]],
  [
    'a field that goes and one that comes',
    { a: 1 },
    { b: 1 },
    [
      ['value.a', '1', ''],
      ['value.b', '', '1'],
    ],
  ],
  ['a list as a whole', { a: [1, 2] }, { a: [2, 1] }, [['value.a', '[1,2]', '[2,1]']]],
  [
    'named things by their names',
    [
      { name: 'EU', caps: { coin: 2 } },
      { name: 'JP', caps: {} },
    ],
    [{ name: 'EU', caps: { coin: 5 } }],
    [
      ['value.EU.caps.coin', '2', '5'],
      ['value.JP', '{"name":"JP","caps":{}}', ''],
    ],
  ],
  [
    'two of one name as a whole',
    [{ name: 'A' }, { name: 'A' }],
    [{ name: 'A' }],
    [['value', '[{"name":"A"},{"name":"A"}]', '[{"name":"A"}]']],
  ],
  ['another kind of value', [1], { a: 1 }, [['value', '[1]', '{"a":1}']]],
])('%s', (_, old, next, rows) =>
  expect(differenceOf('value', old, next)).toEqual(
    rows.map(([field, before, after]) => ({ field, old: before, new: after })),
  ),
);
