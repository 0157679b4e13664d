import { expect, test } from 'vitest';
import { isJson, laidOut } from './contents.ts';

test('JSON is laid out, anything else stays as it came', () => {
  expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(laidOut('not json')).toBe('not json');
  expect(laidOut('')).toBe('');
});

test('what is JSON is known before it is sent', () => {
  expect(['{}', '0', '"x"', '', '{', "{'a':1}"].map(isJson)).toEqual([true, true, true, false, false, false]);
});
