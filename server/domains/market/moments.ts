// Tells whether anything of the market can have changed since somebody last looked, without looking at every pair.

import type { Clock } from '@fairtick/kernel/clock';
import type { MarketClock } from './market-clock.ts';

export class Moments {
  readonly #clock: Clock;
  readonly #marketClock: Pick<MarketClock, 'now'>;
  #number = 0;
  #nowMs = 0;
  #marketMs = 0;

  constructor(clock: Clock, marketClock: MarketClock) {
    this.#clock = clock;
    this.#marketClock = marketClock;
  }

  /** A tick, a bar of the past or the feed's state has come. */
  changed(): void {
    this.#number += 1;
  }

  /** Changes whenever a pair's status or quotation may have changed: while it stays the same, both are as they were. */
  current(): number {
    const nowMs = this.#clock.now();
    const marketMs = this.#marketClock.now();
    if (nowMs !== this.#nowMs || marketMs !== this.#marketMs) {
      this.#number += 1;
      this.#nowMs = nowMs;
      this.#marketMs = marketMs;
    }
    return this.#number;
  }
}
