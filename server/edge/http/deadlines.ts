// Ends waiting, not work: what is not there in time is answered as late. One timer for all that wait.

import type { CancelTimer, Clock } from '@fairtick/kernel/clock';

export const LATE = Symbol('late');

interface Waiting {
  readonly due: number;
  readonly late: () => void;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #stepMs: number;
  /** In order of their due time, since all have the same limit. */
  readonly #waiting = new Set<Waiting>();
  #cancel: CancelTimer | undefined;

  /** Late is told at `limitMs` at the soonest and `stepMs` after it at the latest. */
  constructor(clock: Clock, limitMs: number, stepMs = 100) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#stepMs = stepMs;
  }

  /** The work's value, or LATE. What the work does after that is ignored, an error included. */
  race<T>(work: Promise<T>): Promise<T | typeof LATE> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { due: this.#clock.monotonic() + this.#limitMs, late: () => resolve(LATE) };
      this.#waiting.add(waiting);
      this.#cancel ??= this.#clock.every(this.#stepMs, () => this.#sweep());
      work.then(
        (value) => {
          this.#waiting.delete(waiting);
          resolve(value);
        },
        (error: unknown) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  #sweep(): void {
    const now = this.#clock.monotonic();
    for (const waiting of this.#waiting) {
      if (waiting.due > now) return;
      this.#waiting.delete(waiting);
      waiting.late();
    }
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
