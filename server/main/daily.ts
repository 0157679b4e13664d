// What is done once a day, beside the trading: soon after the start, then every 24 hours. Each job may run twice, or on two servers at once.

import type { Clock } from '@fairtick/kernel/clock';
import type { Logger } from '../platform/logger.ts';

export interface DailyJob {
  readonly name: string;
  /** Resolves with what is worth telling. */
  run(): Promise<object>;
}

const DAY_MS = 86_400_000;
/** A start has better things to do first. */
const FIRST_AFTER_MS = 60_000;

/** Jobs run one after the other; one that fails is told of and tried again the next day. The answer stops it, and waits for what runs. */
export function runDaily(jobs: readonly DailyJob[], clock: Clock, logger: Logger): () => Promise<void> {
  let running = Promise.resolve();
  let stopped = false;
  const all = async (): Promise<void> => {
    for (const job of jobs) {
      if (stopped) return;
      try {
        logger.info(await job.run(), `daily: ${job.name}`);
      } catch (error) {
        logger.warn({ err: error }, `daily: ${job.name} failed`);
      }
    }
  };
  const start = (): void => {
    running = running.then(all);
  };
  const cancelFirst = clock.after(FIRST_AFTER_MS, start);
  const cancelDaily = clock.every(DAY_MS, start);
  return async () => {
    stopped = true;
    cancelFirst();
    cancelDaily();
    await running;
  };
}
