// The simulation's own calendar and the engine's say the same at every half hour of years in which clocks changed and holidays fell on all kinds of days.

import { isOpen } from '@fairtick/engine/hours';
import { expect, test } from 'vitest';
import { tradesAt } from './market-hours.ts';

const HALF_HOUR_MS = 1_800_000;

test.each([2016, 2021, 2022, 2024, 2028])('every half hour of %i, and a millisecond before', (year) => {
  const wrong: string[] = [];
  for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 2); time += HALF_HOUR_MS)
    for (const hours of ['fx', 'metal', 'index', 'always'] as const)
      for (const at of [time, time - 1])
        if (tradesAt(hours, at) !== isOpen(hours, at)) wrong.push(`${hours} ${new Date(at).toISOString()}`);
  expect(wrong).toEqual([]);
});

test('it reads the clock itself: summer and winter, Christmas and its eve', () => {
  const at = (text: string): boolean => tradesAt('metal', Date.parse(text));
  expect(['2024-06-12T20:59:59Z', '2024-06-12T21:00:00Z', '2024-06-12T22:00:00Z'].map(at)).toEqual([true, false, true]);
  expect(['2024-12-12T21:59:59Z', '2024-12-12T22:00:00Z', '2024-12-12T23:00:00Z'].map(at)).toEqual([true, false, true]);
  expect(['2024-12-24T21:59:59Z', '2024-12-25T12:00:00Z', '2024-12-25T23:00:00Z'].map(at)).toEqual([true, false, true]);
});
