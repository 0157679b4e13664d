// A day of the axis begins at midnight of the chosen zone, whatever its clocks do.

import { expect, test } from 'vitest';
import { calendarOf } from '../../../calculators/zone-calendar.ts';
import { WEIGHT, weightOf } from './zone-time.ts';

const at = (...parts: [number, number, number, number?, number?]): number => {
  const [year, month, day, hour = 0, minute = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute) / 1000;
};

test('Tokyo’s day begins at 15:00 UTC, and midnight UTC is an hour like any other there', () => {
  const tokyo = calendarOf('Asia/Tokyo');
  expect(weightOf(tokyo, at(2026, 1, 5, 14, 55), at(2026, 1, 5, 15))).toBe(WEIGHT.day);
  expect(weightOf(tokyo, at(2026, 1, 5, 23, 55), at(2026, 1, 6))).toBeLessThan(WEIGHT.day);
  expect(weightOf(tokyo, at(2026, 1, 31, 14, 55), at(2026, 1, 31, 15))).toBe(WEIGHT.month);
  expect(weightOf(tokyo, at(2026, 12, 31, 14, 55), at(2026, 12, 31, 15))).toBe(WEIGHT.year);
});

test('a zone with a quarter of an hour of its own, and one whose clocks are set back', () => {
  const kathmandu = calendarOf('Asia/Kathmandu');
  expect(weightOf(kathmandu, at(2026, 1, 5, 18, 14), at(2026, 1, 5, 18, 15))).toBe(WEIGHT.day);
  const york = calendarOf('America/New_York');
  expect(weightOf(york, at(2026, 11, 1, 3, 59), at(2026, 11, 1, 4))).toBe(WEIGHT.month);
  // 01:00 comes twice in that night.
  expect(weightOf(york, at(2026, 11, 1, 5, 59), at(2026, 11, 1, 6))).toBeLessThan(WEIGHT.day);
  expect(weightOf(york, at(2026, 11, 2, 4, 59), at(2026, 11, 2, 5))).toBe(WEIGHT.day);
});

test('within a day the larger border wins', () => {
  const utc = calendarOf('UTC');
  expect(weightOf(utc, at(2026, 1, 5, 11, 59), at(2026, 1, 5, 12))).toBe(33);
  expect(weightOf(utc, at(2026, 1, 5, 12, 59), at(2026, 1, 5, 13))).toBe(30);
  expect(weightOf(utc, at(2026, 1, 5, 12, 1), at(2026, 1, 5, 12, 2))).toBe(20);
});
