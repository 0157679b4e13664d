// The schedule on a real database: each period once, whichever server, whatever dies.

import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { createAppPool, type Pool } from '@fairtick/server/platform/database/pools';
import type { Logger } from '@fairtick/server/platform/logger';
import { daily, duePeriod, type Missed } from '@fairtick/server/platform/schedule/periods';
import { type Job, type Run, Schedule } from '@fairtick/server/platform/schedule/schedule';
import { claimRun } from '@fairtick/server/platform/schedule/table';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

const DAY = 86_400_000;
const LIMIT_MS = 20_000;

let db: TestDatabase;
let today: number;
let runs: number[];
let said: string[];

beforeEach(async () => {
  [runs, said] = [[], []];
  db = await createTestDatabase();
  const { rows } = await db.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
  today = daily().startOf(Number(rows[0]?.now));
});
afterEach(() => db.drop());

const logger: Logger = {
  debug: () => {},
  info: (_fields, text) => void said.push(text),
  warn: (_fields, text) => void said.push(text),
  error: (_fields, text) => void said.push(text),
};

const jobOf = (missed: Missed, work: (run: Run) => Promise<void> = async () => {}): Job => ({
  name: 'job',
  periods: daily(),
  missed,
  run: async (run) => {
    runs.push((run.period - today) / DAY);
    await work(run);
    return {};
  },
});

const server = (job: Job, pool: Pool = db.app, leaseMs = 60_000): Schedule =>
  new Schedule({ pool, clock: systemClock, logger, jobs: [job], leaseMs, retryMs: 1 });

const finishedDaysAgo = (days: number) =>
  db.owner.query(
    'INSERT INTO schedule_runs (job, period, lease_until, attempts, finished_time) VALUES ($1, $2, 0, 1, 1)',
    ['job', today - days * DAY],
  );

/** Looks again and again until `seen`. */
async function lookUntil(schedule: Schedule, seen: () => boolean): Promise<void> {
  const startedMs = systemClock.monotonic();
  while (!seen()) {
    await schedule.look();
    if (systemClock.monotonic() - startedMs > LIMIT_MS) throw new Error(`was not run: ${said.join(', ')}`);
  }
}

test('servers that look at once run a period once between them, and not again', async () => {
  const other = createAppPool(db.ownerUrl);
  const servers = [db.app, other, db.app, other].map((pool) => server(jobOf('every'), pool));
  await Promise.all(servers.map((one) => one.look()));
  await Promise.all(servers.map((one) => one.look()));
  expect(runs).toEqual([0]);
  await other.end();
});

test('missed days are made up for, the oldest first, by several servers each once; or the newest alone', async () => {
  await finishedDaysAgo(5);
  const servers = [server(jobOf('every')), server(jobOf('every'))];
  for (const one of [...servers, ...servers]) await one.look();
  expect(runs).toEqual([-4, -3, -2, -1, 0]);
  runs = [];
  const newest = new Schedule({
    pool: db.app,
    clock: systemClock,
    logger,
    jobs: [{ ...jobOf('newest'), name: 'other' }],
  });
  await newest.look();
  expect(runs).toEqual([0]);
});

test('servers that make up for many days at once never do one twice, and keep their order', async () => {
  await finishedDaysAgo(12);
  const other = createAppPool(db.ownerUrl);
  const pause = () => new Promise<void>((resume) => setImmediate(resume));
  const servers = [server(jobOf('every', pause)), server(jobOf('every', pause), other)];
  while (runs.length < 12) await Promise.all(servers.map((one) => one.look()));
  expect(runs).toEqual(Array.from({ length: 12 }, (_, n) => n - 11));
  await other.end();
});

test('a run that fails is made again, before any later one, and says what was wrong', async () => {
  await finishedDaysAgo(2);
  let bad = true;
  const schedule = server(
    jobOf('every', async () => {
      if (bad) throw new Error('no paper');
    }),
  );
  await schedule.look();
  expect(runs).toEqual([-1]);
  expect(await schedule.states()).toEqual([
    { job: 'job', finished: today - 2 * DAY, open: today - DAY, attempts: 1, failure: 'no paper' },
  ]);
  bad = false;
  await lookUntil(schedule, () => runs.length === 3);
  expect(runs).toEqual([-1, -1, 0]);
  expect(await schedule.states()).toEqual([{ job: 'job', finished: today, open: null, attempts: null, failure: null }]);
});

test('a run whose server died between claim and finish is taken over when its lease has ended, not before', async () => {
  const job = jobOf('newest');
  const dead = await claimRun(db.app, 'job', 400, (known, nowMs) => duePeriod(job, known, nowMs));
  expect(dead).toEqual({ job: 'job', period: today, attempt: 1 });
  const schedule = server(job);
  await schedule.look();
  expect(runs).toEqual([]);
  await lookUntil(schedule, () => runs.length === 1);
  const { rows } = await db.owner.query('SELECT attempts, finished_time > 0 AS finished FROM schedule_runs');
  expect(rows).toEqual([{ attempts: 2, finished: true }]);
});

test('a server that lived on past its lease is told, and does not finish what another has taken over', async () => {
  const clock = new ManualClock(0);
  let hold: () => void = () => {};
  const held = new Promise<void>((resume) => {
    hold = resume;
  });
  let told: AbortSignal | undefined;
  const began = new Promise<void>((resume) => {
    const slow = jobOf('newest', async ({ signal }) => {
      told = signal;
      resume();
      await held;
    });
    const first = new Schedule({ pool: db.app, clock, logger, jobs: [slow], leaseMs: 200 });
    void first.look().then(() => said.push('the first is done'));
  });
  await began;
  const second = server(jobOf('newest'));
  // Its clock stands still: it does not renew.
  await lookUntil(second, () => runs.length === 2);
  const aborted = new Promise((resume) => told?.addEventListener('abort', resume));
  clock.advance(200);
  await aborted;
  hold();
  await lookUntil(second, () => said.includes('the first is done'));
  expect(said).toContain('schedule: job was taken over');
  expect(runs).toEqual([0, 0]);
});

test('a lease that is renewed keeps a long run', async () => {
  let done = false;
  const first = server(
    jobOf('newest', async () => {
      const startedMs = systemClock.monotonic();
      while (systemClock.monotonic() - startedMs < 4_000) await second.look();
      done = true;
    }),
    db.app,
    3_000,
  );
  const second = server(jobOf('newest'));
  await first.look();
  expect([runs, done]).toEqual([[0], true]);
});

test('a server that stops lets go at once, and another goes on', async () => {
  let looking = Promise.resolve();
  const first = await new Promise<Schedule>((began) => {
    const patient = jobOf('newest', ({ signal }) => {
      began(schedule);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    });
    const schedule = server(patient);
    looking = schedule.look();
  });
  await first.stop();
  await looking;
  await server(jobOf('newest')).look();
  expect(runs).toEqual([0, 0]);
});

test('what is finished is finished for ever', async () => {
  await server(jobOf('newest')).look();
  const reopen = 'UPDATE schedule_runs SET finished_time = NULL, lease_until = 0';
  for (const pool of [db.app, db.owner]) await expect(pool.query(reopen)).rejects.toThrow('does not change');
  await expect(db.app.query('DELETE FROM schedule_runs')).rejects.toThrow('permission denied');
});
