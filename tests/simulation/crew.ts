// Many seeds on as many threads as the machine has processors.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Ended } from './run.ts';
import type { Order, Told } from './worker.ts';

const MOST_THREADS = 8;

export interface Crew {
  readonly seeds: readonly number[];
  readonly events: number;
  readonly threads?: number | undefined;
  readonly onEvents?: (count: number) => void;
  /** Answer false to start no more seeds. */
  readonly onEnded: (seed: number, ended: Ended) => boolean;
}

/** Resolves when every seed that was started has ended. Rejects when a thread dies. */
export async function runAll({ seeds, events, threads, onEvents, onEnded }: Crew): Promise<void> {
  const waiting = [...seeds];
  const count = Math.min(threads ?? Math.min(availableParallelism(), MOST_THREADS), waiting.length);
  await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] });
          const next = (): void => {
            const seed = waiting.shift();
            if (seed === undefined) {
              void worker.terminate();
              resolve();
            } else worker.postMessage({ seed, events } satisfies Order);
          };
          worker.on('message', (told: Told) => {
            if (told.kind === 'progress') return onEvents?.(told.done);
            if (!onEnded(told.seed, told.ended)) waiting.length = 0;
            return next();
          });
          worker.on('error', reject);
          next();
        }),
    ),
  );
}
