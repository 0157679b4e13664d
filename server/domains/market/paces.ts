// How fast each pair's quotes come, and why nothing new opens on a pair that trades.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { type OpeningBounds, type OpeningHold, Pace } from '@fairtick/engine/pace';
import type { Pair, Tick } from '@fairtick/engine/types';

/** By the hours that a pair trades by. */
export type OpeningBoundsByClass = Readonly<Record<Pair['hours'], OpeningBounds>>;

export class Paces {
  readonly #paces = new Map<number, Pace>();

  take(tick: Tick): void {
    let pace = this.#paces.get(tick.pairId);
    if (!pace) {
      pace = new Pace();
      this.#paces.set(tick.pairId, pace);
    }
    pace.take(tick);
  }

  /** ms; undefined where a quote's age opens or closes nothing but what it does anyway. */
  limitMs({ id, freshMs }: Pick<Pair, 'id' | 'freshMs'>): number | undefined {
    return this.#paces.get(id)?.limitMs(freshMs);
  }

  hold({ id, freshMs }: Pick<Pair, 'id' | 'freshMs'>, nowMs: number, bounds: OpeningBounds): OpeningHold | undefined {
    return this.#paces.get(id)?.hold(nowMs, bounds, freshMs);
  }
}

interface HoldsAt {
  openingHold(pairId: number, bounds: OpeningBounds): OpeningHold | undefined;
}

/** `by`: quote: at the newest price, so that its age counts (E131); price: at one that is still to come. Jumps and wide spreads hold both (E132). */
export function heldRefusal(
  market: HoldsAt,
  pair: Pick<Pair, 'id' | 'showCode' | 'hours'>,
  bounds: OpeningBoundsByClass,
  by: 'quote' | 'price',
): Refusal | undefined {
  switch (market.openingHold(pair.id, bounds[pair.hours])) {
    case undefined:
      return undefined;
    case 'old':
      return by === 'quote' ? refuse('QUOTE_OLD', { pair: pair.showCode }) : undefined;
    case 'spread':
    case 'jump':
      return refuse('PAIR_HELD', { pair: pair.showCode });
  }
}
