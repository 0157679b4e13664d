// The log itself: only what a feed said, cleaned as the rules want it, in order. Each tick is looked at once.

import type { Tick } from '@fairtick/engine/types';
import type { Watch } from './watch.ts';

const CONFIRM_MS = 5_000;
/** Quotes of a pair kept for finding the one that confirms another. */
const REMEMBERED = 2_000;

export type Said = Pick<Tick, 'pairId' | 'bid' | 'ask' | 'sourceTime'>;

export class TickCheck {
  readonly #watch: Watch;
  /** What the feed said, by pair code, prices and source time. */
  readonly #said = new Set<string>();
  readonly #quotes = new Map<number, Said[]>();
  #checked = 0;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  said(quote: Said): void {
    this.#said.add(placeOf(quote));
    const ofPair = this.#quotes.get(quote.pairId) ?? [];
    this.#quotes.set(quote.pairId, ofPair);
    ofPair.push(quote);
    if (ofPair.length > REMEMBERED) ofPair.shift();
  }

  /** Ticks new since the last look; the newest of each pair waits until what confirms it is there. */
  look(): void {
    const { database, fail } = this.#watch;
    for (; this.#checked < database.ticks.length; this.#checked += 1) {
      const tick = database.ticks[this.#checked];
      if (!tick) break;
      const ofPair = database.ticksOfPair.get(tick.pairId) ?? [];
      const before = ofPair[tick.seq - 1];
      const what = `tick ${tick.logIndex} of pair ${tick.pairId}`;
      if (!this.#said.has(placeOf(tick))) fail('prices come from the feed', what);
      if (tick.bid <= 0n || tick.bid > tick.ask) fail('no crossed tick', what);
      const earlier = database.ticks[tick.logIndex - 1];
      if (earlier && tick.receivedTime < earlier.receivedTime) fail('received time never goes back', what);
      if (before && tick.sourceTime < before.sourceTime) fail('no older tick', what);
      if (before && this.#jumps(tick, before) && !this.#confirmed(tick)) fail('a jump is confirmed', what);
    }
  }

  #jumps(tick: Said, from: Said): boolean {
    const percent = BigInt(this.#watch.pair(tick.pairId)?.maxJumpPercent ?? 20);
    const [now, then] = [tick.bid + tick.ask, from.bid + from.ask];
    return (now > then ? now - then : then - now) * 100n > then * percent;
  }

  /** Another quote near it was said within 5 s: after it, or it is the one that confirms. */
  #confirmed(tick: Tick): boolean {
    const near = (this.#quotes.get(tick.pairId) ?? []).filter(
      (quote) => Math.abs(quote.sourceTime - tick.sourceTime) <= CONFIRM_MS && quote.bid <= quote.ask && quote.bid > 0n,
    );
    return near.filter((quote) => !this.#jumps(quote, tick)).length >= 2;
  }
}

const placeOf = ({ pairId, bid, ask, sourceTime }: Said): string => `${pairId}/${bid}/${ask}/${sourceTime}`;
