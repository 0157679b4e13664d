// Brings what waits into a log, each second, on every server: whoever comes first under the lock of the log's head places it, and the others find it
// placed.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool, Queries } from '../database/pools.ts';
import type { Logger } from '../logger.ts';
import { Looking } from '../schedule/looking.ts';
import type { RowsLog } from './rows-log.ts';
import { TransparencyError } from './types.ts';

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 1_000;

export interface IntegratorOptions {
  /** What waits, for the server's own log. */
  readonly what: string;
  readonly log: Pick<RowsLog, 'size' | 'checkpointCovering'>;
  /** Places what waits and resolves with its last place, -1 where nothing did. Begins nothing further once it is stopping. */
  readonly place: (stopping: AbortSignal) => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class Integrator {
  readonly #options: IntegratorOptions;
  readonly #looking: Looking;
  #failing = false;

  constructor(options: IntegratorOptions) {
    this.#options = options;
    this.#looking = new Looking({ clock: options.clock, everyMs: LOOK_EVERY_MS, look: () => this.#placeAll() });
  }

  start(): void {
    this.#looking.start();
  }

  /** What still waits is placed by another server, or at the next start. */
  stop(): Promise<void> {
    return this.#looking.stop();
  }

  /** Places what is committed, and signs the log with it in it. One look at a time. */
  look(): Promise<void> {
    return this.#looking.now();
  }

  health(): { readonly size: number; readonly failing: boolean } {
    return { size: this.#options.log.size, failing: this.#failing };
  }

  async #placeAll(): Promise<void> {
    const { what, log, place, logger } = this.#options;
    try {
      const newest = await place(this.#looking.stopping);
      // Shown at once: the log's own period would come too late for the 5 s that are promised.
      if (newest >= 0) await log.checkpointCovering(newest);
      this.#failing = false;
    } catch (error) {
      const corrupt = error instanceof TransparencyError && error.failure === 'corrupt';
      // A database that is away comes back; a log that is not what was signed is for a person to look at.
      if (!this.#failing)
        logger[corrupt ? 'error' : 'warn']({ err: error }, `${what}: they wait for their places in the log`);
      this.#failing = true;
    }
  }
}

export interface RowsIntegratorOptions extends Omit<IntegratorOptions, 'place' | 'log'> {
  readonly pool: Pool;
  readonly log: RowsLog;
  /** Ids of the oldest rows without a place. */
  readonly waiting: (db: Queries, limit: number) => Promise<readonly Id[]>;
}

/** Of a log whose entries are rows. */
export const rowsIntegrator = ({ pool, waiting, ...options }: RowsIntegratorOptions): Integrator =>
  new Integrator({
    ...options,
    place: async (stopping) => {
      let newest = -1;
      while (!stopping.aborted) {
        const ids = await waiting(pool, AT_ONCE);
        if (ids.length === 0) break;
        newest = Math.max(newest, ...(await options.log.append(ids)));
      }
      return newest;
    },
  });
