// When a job is due: pure. A period is known by its start, UTC ms by the database's clock, and is due from then on.

export interface Periods {
  /** The start of the period that holds this moment. */
  startOf(timeMs: number): number;
  /** The start of the period after the one that starts there. */
  next(startMs: number): number;
}

const DAY_MS = 86_400_000;

/** Days of 24 hours, each due at this time of day in UTC. */
export const daily = (atMs = 0): Periods => every(DAY_MS, atMs);

/** Periods of one length, counted from 1970-01-01 and `offsetMs`. */
export const every = (lengthMs: number, offsetMs = 0): Periods => ({
  startOf: (timeMs) => Math.floor((timeMs - offsetMs) / lengthMs) * lengthMs + offsetMs,
  next: (startMs) => startMs + lengthMs,
});

/** What a job that was away makes up for: each period, the oldest first, one after the other; or only the one of now. */
export type Missed = 'every' | 'newest';

/** A run that is on record. */
export interface RunOnRecord {
  readonly period: number;
  readonly finished: boolean;
  /** A server holds the run until then, and may renew it. */
  readonly leaseUntil: number;
  /** After a failure, not before this. */
  readonly retryTime: number;
}

/**
 * The period to run now, if any. `runs`: the unfinished ones and the newest, by period. Two runs of a job are never under way at once; a job that
 * was never run begins with the period of now.
 */
export function duePeriod(
  { periods, missed }: { readonly periods: Periods; readonly missed: Missed },
  runs: readonly RunOnRecord[],
  nowMs: number,
): number | undefined {
  const open = runs.filter((run) => !run.finished);
  if (open.some((run) => run.leaseUntil > nowMs)) return undefined;
  const current = periods.startOf(nowMs);
  const newest = runs.at(-1);
  const wanted = missed === 'every' ? (open[0]?.period ?? (newest ? periods.next(newest.period) : current)) : current;
  const known = runs.find((run) => run.period === wanted);
  if (wanted > nowMs || known?.finished === true || (known && known.retryTime > nowMs)) return undefined;
  // The database's clock was set back: what was done stays done.
  return missed === 'newest' && newest && newest.period > wanted ? undefined : wanted;
}

/** Each day once. A missed day is not made up for: the next run finds what it left. */
export const EACH_DAY = { periods: daily(), missed: 'newest' } as const;

/** Weeks, each due at its Monday's 00:00 UTC: the first of 1970 was a fifth of January. */
export const EACH_MONDAY = { periods: every(7 * DAY_MS, 4 * DAY_MS), missed: 'newest' } as const;

/** As `EACH_DAY`, each hour. */
export const EACH_HOUR = { periods: every(3_600_000), missed: 'newest' } as const;
