// Gives acts their places in the public log, each second, on every server: whoever comes first under the lock of the log's head places what waits,
// and the others find it placed.

import type { Clock } from '@fairtick/kernel/clock';
import type { Pool } from '../database/pools.ts';
import type { Logger } from '../logger.ts';
import { Looking } from '../schedule/looking.ts';
import { TransparencyError } from '../transparency/index.ts';
import type { ActsLog } from './acts-log.ts';
import { readWaitingActs } from './table.ts';

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 1_000;

export interface IntegratorOptions {
  readonly pool: Pool;
  readonly log: ActsLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class ActsIntegrator {
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

  /** Places the acts that are committed, and signs the log with them in it. One look at a time. */
  look(): Promise<void> {
    return this.#looking.now();
  }

  health(): { readonly size: number; readonly failing: boolean } {
    return { size: this.#options.log.size, failing: this.#failing };
  }

  async #placeAll(): Promise<void> {
    const { pool, log, logger } = this.#options;
    let newest = -1;
    try {
      while (!this.#looking.stopping.aborted) {
        const ids = await readWaitingActs(pool, AT_ONCE);
        if (ids.length === 0) break;
        newest = Math.max(newest, ...(await log.append(ids)));
      }
      // Shown at once: the log's own period would come too late for the 5 s that are promised.
      if (newest >= 0) await log.checkpointCovering(newest);
      this.#failing = false;
    } catch (error) {
      const corrupt = error instanceof TransparencyError && error.failure === 'corrupt';
      // A database that is away comes back; a log that is not what was signed is for a person to look at.
      if (!this.#failing)
        logger[corrupt ? 'error' : 'warn']({ err: error }, 'acts: they wait for their places in the log');
      this.#failing = true;
    }
  }
}
