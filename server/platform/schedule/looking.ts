// Looks again and again for what is due, one look at a time: for whatever of the server works off rows of the database.

import type { CancelTimer, Clock } from '@fairtick/kernel/clock';

export interface LookingOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  /** From the start to the first look; `everyMs` where nothing is said. */
  readonly firstAfterMs?: number;
  /** Works off what is due and resolves when nothing is. Never rejects: it is left to itself. Begins nothing further once `stopping` has fired. */
  readonly look: () => Promise<void>;
}

export class Looking {
  readonly #options: LookingOptions;
  readonly #stopping = new AbortController();
  #cancel: CancelTimer | undefined;
  #current: Promise<void> | undefined;

  constructor(options: LookingOptions) {
    this.#options = options;
  }

  /** Fires when it stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Begins once, however often it is called. */
  start(): void {
    const { clock, everyMs, firstAfterMs = everyMs } = this.#options;
    const look = (): void => void this.now();
    this.#cancel ??= clock.after(firstAfterMs, () => {
      this.#cancel = clock.every(everyMs, look);
      look();
    });
  }

  /** Waits for the look under way. */
  async stop(): Promise<void> {
    this.#cancel?.();
    this.#stopping.abort();
    await this.#current;
  }

  /** Looks at once; with the look under way, where there is one. */
  now(): Promise<void> {
    this.#current ??= this.#options.look().finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }
}
