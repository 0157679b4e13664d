// The bounds being worked out for one holder, pair by pair, and its watches aimed at them. The arrays are reused.

import type { Bounds, Leg } from './equity-box.ts';
import type { Watches } from './watches.ts';

/** Bounds that lie beyond every double-exact price are cut to it: no price reaches them. */
const FURTHEST = BigInt(Number.MAX_SAFE_INTEGER);
const toKey = (price: bigint): number => Number(price > FURTHEST ? FURTHEST : price < -FURTHEST ? -FURTHEST : price);

export class Aims {
  readonly #watches: Watches;
  /** By place. */
  readonly #down: number[] = [];
  readonly #up: number[] = [];
  readonly bounds: Bounds = {
    bidAtOrBelow: (place, price) => {
      this.#down[place] = Math.max(this.#down[place] ?? -Infinity, toKey(price));
    },
    askAtOrAbove: (place, price) => {
      this.#up[place] = Math.min(this.#up[place] ?? Infinity, toKey(price));
    },
  };

  constructor(watches: Watches) {
    this.#watches = watches;
  }

  /** One watch on each pair that enters the legs: at the bounds just worked out, or (not `bounded`) at every tick. */
  aim(holder: number, legs: readonly Leg[], bounded: boolean): void {
    for (const { place, ratePlace } of legs) {
      this.#aimAt(holder, place, bounded);
      if (ratePlace >= 0) this.#aimAt(holder, ratePlace, bounded);
    }
    this.#down.length = 0;
    this.#up.length = 0;
  }

  #aimAt(holder: number, place: number, bounded: boolean): void {
    const down = bounded ? (this.#down[place] ?? -Infinity) : Infinity;
    const up = bounded ? (this.#up[place] ?? Infinity) : Infinity;
    this.#watches.set(holder, place, down, up);
  }
}
