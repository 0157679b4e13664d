// The SQL of the schedule: claims of periods under a lease, by the database's clock, so that several servers do each once.

import { holdName } from '../database/named-lock.ts';
import type { Pool, Queries } from '../database/pools.ts';
import type { RunOnRecord } from './periods.ts';

/** A run that is this server's, as long as nobody has claimed it since. */
export interface Claim {
  readonly job: string;
  /** Start of the period, UTC ms. */
  readonly period: number;
  /** From 1; the next claim of the period is the next attempt. */
  readonly attempt: number;
}

interface RunRow {
  readonly period: bigint;
  readonly lease_until: bigint;
  readonly retry_time: bigint;
  readonly finished: boolean;
}

/** Read at once; there are as many as servers have died in the middle of one, and one more. */
const MOST_OPEN = 100;

async function readRuns(tx: Queries, job: string): Promise<{ nowMs: number; runs: RunOnRecord[] }> {
  await holdName(tx, `schedule/${job}`);
  const clock = await tx.query<{ now: bigint }>('SELECT database_ms() AS now');
  const { rows } = await tx.query<RunRow>({
    name: 'schedule_runs',
    text: `(SELECT period, lease_until, retry_time, false AS finished FROM schedule_runs
             WHERE job = $1 AND finished_time IS NULL ORDER BY period LIMIT ${MOST_OPEN})
           UNION (SELECT period, lease_until, retry_time, finished_time IS NOT NULL FROM schedule_runs
             WHERE job = $1 ORDER BY period DESC LIMIT 1)
           ORDER BY period`,
    values: [job],
  });
  const runs = rows.map((row) => ({
    period: Number(row.period),
    finished: row.finished,
    leaseUntil: Number(row.lease_until),
    retryTime: Number(row.retry_time),
  }));
  return { nowMs: Number(clock.rows[0]?.now ?? 0n), runs };
}

/**
 * Claims the period that `due` names, if any, for `leaseMs`. Older ones that nobody finished are given up where `due` passes them over. One
 * server after the other, job by job.
 */
export async function claimRun(
  pool: Pool,
  job: string,
  leaseMs: number,
  due: (runs: readonly RunOnRecord[], nowMs: number) => number | undefined,
): Promise<Claim | undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const { nowMs, runs } = await readRuns(client, job);
    const period = due(runs, nowMs);
    const attempt = period === undefined ? undefined : await insertRun(client, job, period, leaseMs);
    await client.query('COMMIT');
    return period === undefined || attempt === undefined ? undefined : { job, period, attempt };
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection whose transaction failed is thrown away: what it still holds is unknown.
    client.release(broken);
  }
}

async function insertRun(tx: Queries, job: string, period: number, leaseMs: number): Promise<number | undefined> {
  await tx.query({
    name: 'schedule_give_up',
    text: `UPDATE schedule_runs SET finished_time = database_ms(), failure = coalesce(failure, 'nobody finished it') || '; passed over'
           WHERE job = $1 AND period < $2 AND finished_time IS NULL`,
    values: [job, period],
  });
  const { rows } = await tx.query<{ attempts: number }>({
    name: 'schedule_claim',
    text: `INSERT INTO schedule_runs (job, period, lease_until, attempts) VALUES ($1, $2, database_ms() + $3, 1)
           ON CONFLICT (job, period) DO UPDATE SET lease_until = excluded.lease_until, attempts = schedule_runs.attempts + 1
           RETURNING attempts`,
    values: [job, period, leaseMs],
  });
  return rows[0]?.attempts;
}

const OWN = 'job = $1 AND period = $2 AND attempts = $3 AND finished_time IS NULL';

/** False where the run is no longer this server's. */
async function updateOwn(db: Queries, name: string, set: string, claim: Claim, more: unknown[] = []): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `schedule_${name}`,
    text: `UPDATE schedule_runs SET ${set} WHERE ${OWN}`,
    values: [claim.job, claim.period, claim.attempt, ...more],
  });
  return rowCount === 1;
}

export const renewLease = (db: Queries, claim: Claim, leaseMs: number): Promise<boolean> =>
  updateOwn(db, 'renew', 'lease_until = database_ms() + $4', claim, [leaseMs]);

export const finishRun = (db: Queries, claim: Claim): Promise<boolean> =>
  updateOwn(db, 'finish', 'finished_time = database_ms(), failure = NULL', claim);

/** Free for anybody after `waitMs`. */
export const failRun = (db: Queries, claim: Claim, failure: string, waitMs: number): Promise<boolean> =>
  updateOwn(db, 'fail', 'lease_until = 0, failure = $4, retry_time = database_ms() + $5', claim, [failure, waitMs]);

/** Free for anybody at once: this server stops. */
export const releaseRun = (db: Queries, claim: Claim): Promise<boolean> =>
  updateOwn(db, 'release', 'lease_until = 0', claim);

export interface JobState {
  readonly job: string;
  /** Start of the newest finished period, UTC ms. */
  readonly finished: number | null;
  /** Start of the oldest one that is under way or failed. */
  readonly open: number | null;
  readonly attempts: number | null;
  readonly failure: string | null;
}

export async function readJobStates(db: Queries, jobs: readonly string[]): Promise<JobState[]> {
  const { rows } = await db.query<{
    job: string;
    finished: bigint | null;
    open: bigint | null;
    attempts: number | null;
    failure: string | null;
  }>({
    name: 'schedule_states',
    text: `SELECT j.job, o.period AS open, o.attempts, o.failure,
             (SELECT max(period) FROM schedule_runs f WHERE f.job = j.job AND f.finished_time IS NOT NULL) AS finished
           FROM unnest($1::text[]) AS j (job) LEFT JOIN LATERAL (
             SELECT * FROM schedule_runs r WHERE r.job = j.job AND r.finished_time IS NULL ORDER BY r.period LIMIT 1) o ON true`,
    values: [jobs],
  });
  const moment = (ms: bigint | null): number | null => (ms === null ? null : Number(ms));
  return rows.map((row) => ({ ...row, finished: moment(row.finished), open: moment(row.open) }));
}
