import { describe, expect, test } from 'vitest';
import { loginName, WAITS_BY_NAME } from './rules.ts';

describe('the name that somebody signs in by', () => {
  test.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    ['+852 9123 4567', '+85291234567'],
    ['85291234567', '+85291234567'],
    ['852-91234567', '+85291234567'],
    // As the form sends what was typed beside the code: with the zero of numbers at home, with which they could register.
    ['+8860912345678', '+886912345678'],
    ['44 07400 123456', '+447400123456'],
    ['+49015112345678', '+4915112345678'],
    // Not a number, and still one form of it: failures count by it.
    ['+999123456', '+999123456'],
    ['ann', undefined],
    ['0912345678', undefined],
    ['', undefined],
    ['8529123456\u200b7', undefined],
    ['9'.repeat(16), undefined],
  ])('%s', (typed, name) => expect(loginName(typed)).toBe(name));
});

test('five failures are free, the waits double from 2 s, and none is longer than a minute', () => {
  const waitAfter = (failures: number) => WAITS_BY_NAME[Math.min(failures, WAITS_BY_NAME.length - 1)];
  expect([1, 2, 3, 4].map(waitAfter)).toEqual([0, 0, 0, 0]);
  expect([5, 6, 7, 8, 9, 10, 11, 50].map(waitAfter)).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});
