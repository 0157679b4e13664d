// Closes the windows that the log of ticks has passed, on every server: whoever comes first under the lock of the log's head writes their candles, and the
// others find them written. Nothing is asked of the database while no minute has ended.

import { windowOf } from '@fairtick/engine/log-candles';
import type { Clock } from '@fairtick/kernel/clock';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Logger } from '../../../platform/logger.ts';
import { Looking } from '../../../platform/schedule/looking.ts';
import { TransparencyError } from '../../../platform/transparency/index.ts';
import { type CandlesLog, openCandlesLog } from './candles-log.ts';
import { readPassedTime } from './table.ts';

const LOOK_EVERY_MS = 1_000;

export interface ClosingOptions {
  readonly pool: Pool;
  readonly log: CandlesLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class CandleClosing {
  readonly #options: ClosingOptions;
  readonly #looking: Looking;
  /** Windows that end up to here are closed, as far as this server knows. */
  #through = 0;
  #failing = false;

  constructor(options: ClosingOptions) {
    this.#options = options;
    this.#looking = new Looking({ clock: options.clock, everyMs: LOOK_EVERY_MS, look: () => this.#closeAll() });
  }

  start(): void {
    this.#looking.start();
  }

  /** What is not closed yet is closed by another server, or at the next start. */
  stop(): Promise<void> {
    return this.#looking.stop();
  }

  /** Closes every window that the log has passed, and signs the log with them in it. One look at a time. */
  look(): Promise<void> {
    return this.#looking.now();
  }

  health(): { readonly size: number; readonly failing: boolean } {
    return { size: this.#options.log.size, failing: this.#failing };
  }

  async #closeAll(): Promise<void> {
    const { pool, log, clock, logger } = this.#options;
    try {
      if (windowOf('minute', clock.now()) <= this.#through) return;
      const wanted = windowOf('minute', await readPassedTime(pool));
      const before = log.size;
      while (this.#through < wanted && !this.#looking.stopping.aborted) {
        const [through = wanted] = await log.append([wanted]);
        this.#through = through;
      }
      // Shown at once: a stop of the last minute may be asked about by now.
      if (log.size > before) await log.checkpointCovering(log.size - 1);
      this.#failing = false;
    } catch (error) {
      const corrupt = error instanceof TransparencyError && error.failure === 'corrupt';
      // A database that is away comes back; a log that is not what was signed is for a person to look at.
      if (!this.#failing) logger[corrupt ? 'error' : 'warn']({ err: error }, 'candles: windows wait to be closed');
      this.#failing = true;
    }
  }
}

export interface Candles {
  readonly log: CandlesLog;
  health(): ReturnType<CandleClosing['health']>;
  stop(): Promise<void>;
}

/** The log of candles, opened and closed window by window from here on. */
export async function startCandles({
  logger,
  ...options
}: Omit<Parameters<typeof openCandlesLog>[0], 'onError'> & { readonly logger: Logger }): Promise<Candles> {
  const log = await openCandlesLog({
    ...options,
    onError: (error) => logger.error({ err: error }, 'the log of candles'),
  });
  const closing = new CandleClosing({ ...options, log, logger });
  closing.start();
  return {
    log,
    health: () => closing.health(),
    async stop() {
      await closing.stop();
      await log.stop();
    },
  };
}
