// Which period of a job is due: none twice, none forgotten that was asked for, never two at once.

import { expect, test } from 'vitest';
import { daily, duePeriod, every, type Missed, type RunOnRecord } from './periods.ts';

const DAY = 86_400_000;
const NOON = 20_000 * DAY + DAY / 2;
const TODAY = 20_000 * DAY;

const job = (missed: Missed) => ({ periods: daily(), missed });
const run = (daysAgo: number, change: Partial<RunOnRecord> = {}): RunOnRecord => ({
  period: TODAY - daysAgo * DAY,
  finished: true,
  leaseUntil: 0,
  retryTime: 0,
  ...change,
});
const open = (daysAgo: number, change: Partial<RunOnRecord> = {}) => run(daysAgo, { finished: false, ...change });

test('a period starts where its clock says, before 1970 too', () => {
  expect(daily(17 * 3_600_000).startOf(NOON)).toBe(TODAY - 7 * 3_600_000);
  expect(daily().startOf(TODAY)).toBe(TODAY);
  expect(every(1_000).startOf(-1)).toBe(-1_000);
  expect(daily().next(TODAY)).toBe(TODAY + DAY);
});

test('a job that was never run begins with the period of now', () => {
  for (const missed of ['every', 'newest'] as const) expect(duePeriod(job(missed), [], NOON)).toBe(TODAY);
});

test('what is finished is not due again, and the next is due at its start', () => {
  for (const missed of ['every', 'newest'] as const) {
    expect(duePeriod(job(missed), [run(0)], TODAY + DAY - 1)).toBeUndefined();
    expect(duePeriod(job(missed), [run(0)], TODAY + DAY)).toBe(TODAY + DAY);
  }
});

test('after a downtime: each period from the oldest on, or the one of now alone', () => {
  expect(duePeriod(job('every'), [run(4)], NOON)).toBe(TODAY - 3 * DAY);
  expect(duePeriod(job('newest'), [run(4)], NOON)).toBe(TODAY);
});

test('nothing while somebody is at a run, of whichever period; once their lease has ended it is taken over', () => {
  for (const missed of ['every', 'newest'] as const) {
    expect(duePeriod(job(missed), [open(1, { leaseUntil: NOON + 1 })], NOON)).toBeUndefined();
    expect(duePeriod(job(missed), [run(1), open(0, { leaseUntil: NOON })], NOON)).toBe(TODAY);
  }
  expect(duePeriod(job('every'), [open(1, { leaseUntil: NOON })], NOON)).toBe(TODAY - DAY);
  expect(duePeriod(job('newest'), [open(1, { leaseUntil: NOON })], NOON)).toBe(TODAY);
});

test('a failed run is due after its pause, and no later one before it', () => {
  const failed = open(2, { retryTime: NOON + 1 });
  expect(duePeriod(job('every'), [failed], NOON)).toBeUndefined();
  expect(duePeriod(job('every'), [failed], NOON + 1)).toBe(TODAY - 2 * DAY);
  expect(duePeriod(job('newest'), [open(0, { retryTime: NOON + 1 })], NOON)).toBeUndefined();
  // A new day is a new run.
  expect(duePeriod(job('newest'), [failed], NOON)).toBe(TODAY);
});

test('a clock that was set back makes nothing due that was done', () => {
  for (const missed of ['every', 'newest'] as const)
    expect(duePeriod(job(missed), [run(0)], NOON - 3 * DAY)).toBeUndefined();
});
