// The one runner of what must happen at a time: each period of a job once, on however many servers, made up for after a stop. Due by the database's
// clock. Nights and expiries of options are not its business: those are due by the log's time, so that a replay decides them equally, and stay in
// trading.

import type { Clock } from '@fairtick/kernel/clock';
import type { Pool } from '../database/pools.ts';
import type { Logger } from '../logger.ts';
import { Looking } from './looking.ts';
import { duePeriod, type Missed, type Periods } from './periods.ts';
import {
  type Claim,
  claimRun,
  failRun,
  finishRun,
  type JobState,
  readJobStates,
  releaseRun,
  renewLease,
} from './table.ts';

/** What a job is told of the run it makes. */
export interface Run {
  /** Start of the period, UTC ms. */
  readonly period: number;
  readonly attempt: number;
  /** Fires when this server stops or another has taken the run over: the job must begin nothing further. */
  readonly signal: AbortSignal;
  /**
   * The idempotency key of a part of the run. A run that died in the middle is made again: what must not happen twice is a command or a record
   * write with this key.
   */
  key(part: string): string;
}

export interface Job {
  /** Never changed: runs are stored under it. */
  readonly name: string;
  readonly periods: Periods;
  readonly missed: Missed;
  /** Resolves with what is worth telling; a rejection is tried again. */
  run(run: Run): Promise<object>;
}

export interface ScheduleOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: readonly Job[];
  /** A server that is silent for this long loses its run. Renewed three times as often. */
  readonly leaseMs?: number;
  /** After the first failure of a run; doubled by each further one, up to an hour. */
  readonly retryMs?: number;
}

/** The first look comes this long after the start, which has more urgent work. */
const FIRST_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 15_000;
const LEASE_MS = 60_000;
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
const FAILURE_LENGTH = 500;

export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #looking: Looking;
  #known: readonly JobState[] = [];

  constructor(options: ScheduleOptions) {
    const names = new Set(options.jobs.map(({ name }) => name));
    if (names.size < options.jobs.length) throw new Error('two jobs have one name');
    this.#options = options;
    const times = { everyMs: LOOK_EVERY_MS, firstAfterMs: FIRST_AFTER_MS };
    this.#looking = new Looking({ clock: options.clock, ...times, look: () => this.#lookAll() });
  }

  start(): void {
    this.#looking.start();
  }

  /** Signals the run under way and waits for it. Another server takes up what it leaves undone. */
  stop(): Promise<void> {
    return this.#looking.stop();
  }

  /** Runs everything that is due, job by job, and resolves when nothing is due any more. One look at a time. */
  look(): Promise<void> {
    return this.#looking.now();
  }

  async states(): Promise<readonly JobState[]> {
    const { pool, jobs } = this.#options;
    this.#known = await readJobStates(
      pool,
      jobs.map(({ name }) => name),
    );
    return this.#known;
  }

  /** As of the last look: it is asked for while the database is away, too. Why a run failed is in the log and the table. */
  health(): readonly Omit<JobState, 'failure'>[] {
    return this.#known.map(({ job, finished, open, attempts }) => ({ job, finished, open, attempts }));
  }

  async #lookAll(): Promise<void> {
    const { jobs, logger } = this.#options;
    for (const job of jobs) {
      try {
        while (!this.#looking.stopping.aborted && (await this.#runNext(job)));
      } catch (error) {
        // The database is away: whatever was claimed is free again when its lease has ended.
        logger.warn({ err: error }, `schedule: ${job.name} cannot be looked at`);
      }
    }
    await this.states().catch(() => {});
  }

  /** Whether a run was finished: then the next may be due. */
  async #runNext(job: Job): Promise<boolean> {
    const { pool, leaseMs = LEASE_MS } = this.#options;
    const claim = await claimRun(pool, job.name, leaseMs, (runs, nowMs) => duePeriod(job, runs, nowMs));
    return claim !== undefined && (await this.#make(job, claim));
  }

  async #make(job: Job, claim: Claim): Promise<boolean> {
    const { pool, clock, logger, leaseMs = LEASE_MS } = this.#options;
    const lost = new AbortController();
    const renewing = clock.every(leaseMs / 3, () => {
      renewLease(pool, claim, leaseMs).then(
        (own) => own || lost.abort(),
        (error: unknown) => logger.warn({ err: error }, `schedule: the lease on ${job.name} could not be renewed`),
      );
    });
    const { period, attempt } = claim;
    const about = { period, attempt };
    try {
      const told = await job.run({
        ...about,
        signal: AbortSignal.any([this.#looking.stopping, lost.signal]),
        key: (part) => `schedule/${job.name}/${period}/${part}`,
      });
      const own = await finishRun(pool, claim);
      logger.info({ ...told, ...about }, own ? `schedule: ${job.name}` : `schedule: ${job.name} was taken over`);
      return own;
    } catch (error) {
      logger.warn({ err: error, ...about }, `schedule: ${job.name} failed`);
      await this.#giveBack(claim, error);
      return false;
    } finally {
      renewing();
    }
  }

  async #giveBack(claim: Claim, error: unknown): Promise<void> {
    const { pool, retryMs = RETRY_MS } = this.#options;
    if (this.#looking.stopping.aborted) {
      await releaseRun(pool, claim);
      return;
    }
    const said = error instanceof Error ? error.message : String(error);
    const waitMs = Math.min(LONGEST_RETRY_MS, retryMs * 2 ** Math.min(claim.attempt - 1, 20));
    await failRun(pool, claim, said.slice(0, FAILURE_LENGTH), waitMs);
  }
}
