// How much a time matters on the chart's axis: its days begin where they do in the chosen zone, and not at midnight in UTC.

import type { Calendar } from '../../../calculators/zone-calendar.ts';

/** How much a time matters as a mark of the axis, by the library's own scale. */
export const WEIGHT = { year: 70, month: 60, day: 50 } as const;
const WITHIN_A_DAY: readonly (readonly [seconds: number, weight: number])[] = [
  [43_200, 33],
  [21_600, 32],
  [10_800, 31],
  [3_600, 30],
  [1_800, 22],
  [300, 21],
  [60, 20],
  [1, 10],
];

/** Of the step from one bar to the next: the largest border of the calendar that lies between. */
export function weightOf(calendar: Calendar, before: number, now: number): number {
  const [a, b] = [calendar(before), calendar(now)];
  if (a.year !== b.year) return WEIGHT.year;
  if (a.month !== b.month) return WEIGHT.month;
  if (a.day !== b.day) return WEIGHT.day;
  const crossed = WITHIN_A_DAY.find(
    ([span]) => Math.floor((before + a.offset) / span) !== Math.floor((now + b.offset) / span),
  );
  return crossed?.[1] ?? 0;
}
