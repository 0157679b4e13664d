// What the pieces of inputs take and refuse, at their edges.

import { describe, expect, test } from 'vitest';
import { idText, whole } from './endpoint.ts';

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
