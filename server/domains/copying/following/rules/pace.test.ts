// How often a trader's openings are copied.

import { expect, test } from 'vitest';
import { type Paced, pacedOpening } from './pace.ts';

const DAY = 86_400_000;
const LIMITS = { openingsADay: 3, betweenMs: 2_000 };
const NEW: Paced = { copiedDay: 0, copiedNum: 0, copiedTime: 0 };

/** Of openings at these times, one after the other. */
function barredOf(times: readonly number[]): string[] {
  let paced = NEW;
  return times.map((time) => {
    const { barred, after } = pacedOpening(paced, time, LIMITS);
    paced = after;
    return barred ?? 'copied';
  });
}

test.each([
  ['the first', [DAY], ['copied']],
  ['one a millisecond too soon, and one in time', [DAY, DAY + 1_999, DAY + 2_000], ['copied', 'trader_pace', 'copied']],
  [
    'what came too soon does not put off the next',
    [DAY, DAY + 1_500, DAY + 2_000],
    ['copied', 'trader_pace', 'copied'],
  ],
  [
    'the fourth of a day, and the first of the next',
    [DAY, DAY + 5_000, DAY + 10_000, DAY + 15_000, 2 * DAY - 1, 2 * DAY, 2 * DAY + 2_000],
    ['copied', 'copied', 'copied', 'trader_day', 'trader_day', 'copied', 'copied'],
  ],
  ['two milliseconds on both sides of midnight', [2 * DAY - 1, 2 * DAY + 1], ['copied', 'trader_pace']],
  [
    'one decided late counts for the newest day',
    [2 * DAY + 5_000, DAY + 5_000, 2 * DAY + 10_000, 2 * DAY + 15_000],
    ['copied', 'copied', 'copied', 'trader_day'],
  ],
] as const)('%s', (_, times, expected) => {
  expect(barredOf(times)).toEqual(expected);
});

test('a day without openings, and openings without a distance', () => {
  expect(pacedOpening(NEW, DAY, { openingsADay: 0, betweenMs: 0 }).barred).toBe('trader_day');
  const { after } = pacedOpening(NEW, DAY, { openingsADay: 2, betweenMs: 0 });
  expect(pacedOpening(after, DAY, { openingsADay: 2, betweenMs: 0 })).toEqual({
    barred: undefined,
    after: { copiedDay: 1, copiedNum: 2, copiedTime: DAY },
  });
});
