// What time it is by the database's clock, told from what it answers: the middle of the quickest of the last answers is the nearest.

import type { Clock } from '@fairtick/kernel/clock';

const KEPT = 8;

interface Sample {
  /** The database's clock less ours that never goes back, ms. */
  readonly offsetMs: number;
  readonly tripMs: number;
}

export class DatabaseClock {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #samples: Sample[] = [];
  #best: Sample = { offsetMs: 0, tripMs: Infinity };
  #told = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** The database said `databaseMs` (UTC ms) to what was asked at `askedMs` of the monotonic clock and is answered now. */
  heard(askedMs: number, databaseMs: number): void {
    const tripMs = this.#clock.monotonic() - askedMs;
    this.#samples = [...this.#samples.slice(1 - KEPT), { offsetMs: databaseMs - askedMs - tripMs / 2, tripMs }];
    this.#best = this.#samples.reduce((best, one) => (one.tripMs <= best.tripMs ? one : best));
  }

  /** UTC ms; never goes back. Wrong by `errorMs` at most, as long as neither clock is set. */
  now(): number {
    this.#told = Math.max(this.#told, this.#clock.monotonic() + this.#best.offsetMs);
    return this.#told;
  }

  get errorMs(): number {
    return this.#best.tripMs / 2;
  }
}
