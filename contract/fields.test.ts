// What the pieces of inputs take and refuse, at their edges.

import { describe, expect, test } from 'vitest';
import { idText, whole } from './fields.ts';

const takes = (value: unknown): boolean => idText.safeParse(value).success;

describe('an id', () => {
  test('is what a 64-bit number holds, as text or number', () => {
    for (const value of ['1', '9223372036854775807', 7]) expect(takes(value)).toBe(true);
    // A database refuses the whole statement for one such number, and with it everybody else's commands.
    for (const value of ['9223372036854775808', '9999999999999999999', '10000000000000000000'])
      expect(takes(value)).toBe(false);
  });
  test('is written plainly', () => {
    for (const value of ['', '0', '-1', '+1', '01', ' 1', '1.0', '1e3', '0x1', '１', 1.5, 1e21, null, {}])
      expect(`${value} ${takes(value)}`).toBe(`${value} false`);
  });
});

test('a whole number has its bounds and one spelling', () => {
  const read = (value: unknown) => whole(1, 100).safeParse(value);
  expect(read('100')).toMatchObject({ success: true, data: 100 });
  for (const value of ['0', '101', '1.5', '1e1', '0x10', '', ' 5', '٣', Number.NaN, 1.5])
    expect(read(value).success).toBe(false);
});

test.each(['', ' ', '1 ', '0x1', '1e0', '1.0', 'NaN', null, true, [1], 1.5, Number.POSITIVE_INFINITY])(
  'a whole number is not %j',
  (value) => {
    expect(whole(0, 9).safeParse(value).success).toBe(false);
  },
);
test('a whole number is plain digits or a JSON number inside its bounds', () => {
  expect(whole(0, 9).parse('7')).toBe(7);
  expect(whole(0, 9).parse(9)).toBe(9);
  expect(whole(0, 9).safeParse('10').success).toBe(false);
});
