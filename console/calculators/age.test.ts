import { expect, test } from 'vitest';
import { ageOf, countdown } from './age.ts';

test('an age is in minutes for an hour, in hours for two days, then in days', () => {
  const MINUTE = 60_000;
  expect(ageOf(0, 59 * MINUTE + 59_999)).toEqual({ value: 59, unit: 'minute' });
  expect(ageOf(0, 60 * MINUTE)).toEqual({ value: 1, unit: 'hour' });
  expect(ageOf(0, 48 * 60 * MINUTE - 1)).toEqual({ value: 47, unit: 'hour' });
  expect(ageOf(0, 48 * 60 * MINUTE)).toEqual({ value: 2, unit: 'day' });
  expect(ageOf(5, 0)).toEqual({ value: 0, unit: 'minute' });
});

test('a countdown says 0:00 only when it is over', () => {
  expect(countdown(15 * 60_000)).toBe('15:00');
  expect(countdown(59_001)).toBe('1:00');
  expect(countdown(1)).toBe('0:01');
  expect(countdown(0)).toBe('0:00');
  expect(countdown(-5)).toBe('0:00');
});
