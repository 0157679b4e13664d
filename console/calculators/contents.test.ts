import { expect, test } from 'vitest';
import { laidOut } from './contents.ts';

test('JSON is laid out, anything else stays as it came', () => {
  expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(laidOut('not json')).toBe('not json');
  expect(laidOut('')).toBe('');
});
