// The log for a server that follows: ticks come over NATS, and from the database where one is missing or NATS is silent. They are handed on in the
// order of the log, none left out.

import type { Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Logger } from '../platform/logger.ts';

export interface FollowOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The newest place that was handed on. */
  readonly newest: () => number;
  readonly take: (tick: Tick) => void;
  /** Logged ticks after a place, in order. */
  readonly ticksAfter: (logIndex: number, limit: number) => Promise<readonly Tick[]>;
}

const PAGE = 5_000;
/** The log is read from the database when this server has not known itself to be up to date for this long. */
const SILENT_MS = 1_000;
/** A server that has not been up to date for this long stops trading, so that no decision sees an older log. */
const IN_STEP_MS = 3_000;

export class Follow {
  readonly #options: FollowOptions;
  #reading: Promise<void> | undefined;
  /** The newest place heard of. */
  #heard = -1;
  /** When it was last known that the log has nothing newer. */
  #wholeMs = Number.NEGATIVE_INFINITY;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  get inStep(): boolean {
    return this.#options.clock.monotonic() - this.#wholeMs < IN_STEP_MS;
  }

  hear(ticks: readonly Tick[]): void {
    const { newest, take } = this.#options;
    for (const tick of ticks) {
      this.#heard = Math.max(this.#heard, tick.logIndex);
      if (this.#reading || tick.logIndex <= newest()) continue;
      if (tick.logIndex === newest() + 1) take(tick);
      else void this.read();
    }
  }

  /** The server that takes prices in says how far the log goes. It has sent every earlier tick before this. */
  reaches(logIndex: number): void {
    this.#heard = Math.max(this.#heard, logIndex);
    if (this.#heard > this.#options.newest()) void this.read();
    else if (!this.#reading) this.#wholeMs = this.#options.clock.monotonic();
  }

  /** Called regularly: reads the log where it has been silent for too long. */
  look(): void {
    if (this.#options.clock.monotonic() - this.#wholeMs > SILENT_MS) void this.read();
  }

  /** Reads everything that is logged by now. A failure is written to the operator's log, and `look` tries again. */
  read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const { clock, logger, newest, take, ticksAfter } = this.#options;
    try {
      for (;;) {
        const begunMs = clock.monotonic();
        const page = await ticksAfter(newest(), PAGE);
        for (const tick of page) take(tick);
        if (page.length < PAGE && newest() >= this.#heard) {
          this.#wholeMs = begunMs;
          return;
        }
      }
    } catch (error) {
      logger.warn({ err: error }, 'the log could not be read; it is tried again');
    }
  }
}
