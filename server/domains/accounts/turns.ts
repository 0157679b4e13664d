// Work that waits its turn: a few at once, so many behind them, and of one asker no more than a share of those.

import { Unavailable } from '../../platform/endpoints.ts';

export interface TurnsOptions {
  readonly atOnce: number;
  readonly waiting: number;
  /** Of one asker. */
  readonly waitingOfOne: number;
}

export class Turns {
  readonly #options: TurnsOptions;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingOf = new Map<string, number>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** `asker`: who may only have a share of those who wait; anybody where it is left out. Rejects with Unavailable where too many wait. */
  async take<T>(asker: string | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running += 1;
    else await this.#wait(asker);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Whoever ends hands its place over, so the count of those who run stays as it is. */
  async #wait(asker: string | undefined): Promise<void> {
    const { waiting, waitingOfOne } = this.#options;
    const before = asker === undefined ? 0 : (this.#waitingOf.get(asker) ?? 0);
    if (this.#waiting.length >= waiting || before >= waitingOfOne) throw new Unavailable('too many logins are waiting');
    if (asker !== undefined) this.#waitingOf.set(asker, before + 1);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (asker === undefined) return;
    const left = (this.#waitingOf.get(asker) ?? 1) - 1;
    if (left === 0) this.#waitingOf.delete(asker);
    else this.#waitingOf.set(asker, left);
  }
}
