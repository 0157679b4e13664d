// The world outside: where prices stand, and what a feed makes of them. A part of what it says is wrong in every way feeds are.

import type { Pair } from '@fairtick/engine/types';
import { type Price, price } from '@fairtick/kernel/decimal';
import type { Random } from '@fairtick/kernel/random';
import type { FeedQuote } from '@fairtick/server/domains/market/feed';
import { FIRST_LEVEL, stepOf } from './scene.ts';

/** How far a normal move goes, in millionths of the price. */
export type Mood = 20 | 200 | 2_000 | 12_000;

const BACK_MS = 10_000;

export class Quotes {
  readonly #levels = new Map<number, bigint>();
  readonly #lastSaid = new Map<number, FeedQuote>();
  readonly #mood: Mood;

  constructor(pairs: readonly Pair[], mood: Mood) {
    this.#mood = mood;
    for (const pair of pairs) this.#levels.set(pair.id, FIRST_LEVEL[pair.code] ?? 100_000_000n);
  }

  level(pair: Pair): bigint {
    return this.#levels.get(pair.id) ?? 100_000_000n;
  }

  /** One or two quotes, as the feed says them now. */
  next(random: Random, pair: Pair, nowMs: number): FeedQuote[] {
    this.#move(random, pair);
    const quote = this.#at(random, pair, this.level(pair), nowMs - random.below(50));
    const last = this.#lastSaid.get(pair.id);
    this.#lastSaid.set(pair.id, quote);
    const dice = random.below(100);
    if (dice < 72) return [quote];
    if (dice < 77) return last ? [last] : [quote];
    if (dice < 82) return [{ ...quote, sourceTime: quote.sourceTime - random.below(BACK_MS) }, quote];
    if (dice < 86) return [{ ...quote, bid: quote.ask, ask: quote.bid }];
    if (dice < 91) return [this.#spike(random, pair, nowMs)];
    if (dice < 93) return this.#leap(random, pair, nowMs);
    if (dice < 95) return [{ ...quote, sourceTime: nowMs + random.below(random.below(20) === 0 ? 120_000 : 2_000) }];
    return [this.#nonsense(random, quote)];
  }

  #move(random: Random, pair: Pair): void {
    const level = this.level(pair);
    const wide = random.below(40) === 0 ? 10 : 1;
    const reach = this.#mood * wide;
    const moved = level + (level * BigInt(random.below(2 * reach + 1) - reach)) / 1_000_000n;
    const first = FIRST_LEVEL[pair.code] ?? 100_000_000n;
    // Never far from where it began, so that stops and targets stay in reach.
    const bounded = moved > first * 2n ? first * 2n : moved < first / 2n ? first / 2n : moved;
    this.#levels.set(pair.id, bounded);
  }

  #at(random: Random, pair: Pair, level: bigint, sourceTime: number): FeedQuote {
    const step = stepOf(pair);
    const bid = level - (level % step);
    const spread = BigInt(random.below(random.below(20) === 0 ? 400 : 4)) * step;
    return { code: pair.code, bid: price(bid), ask: price(bid + spread), sourceTime };
  }

  /** Far away, once: held, and dropped unless another one says the same. */
  #spike(random: Random, pair: Pair, nowMs: number): FeedQuote {
    const factor = [2n, 5n, 130n, 250n, 79n][random.below(5)] ?? 2n;
    return this.#at(random, pair, (this.level(pair) * factor) / 100n, nowMs);
  }

  /** Far away and confirmed: the market is there now. */
  #leap(random: Random, pair: Pair, nowMs: number): FeedQuote[] {
    this.#levels.set(pair.id, (this.level(pair) * BigInt(60 + random.below(100))) / 100n);
    const first = this.#at(random, pair, this.level(pair), nowMs - random.below(8_000));
    return [first, this.#at(random, pair, this.level(pair), nowMs)];
  }

  #nonsense(random: Random, quote: FeedQuote): FeedQuote {
    const any = (): Price => price(BigInt(random.uint32()) * BigInt(random.below(1_000)) - 1_000_000n);
    switch (random.below(5)) {
      case 0:
        return { ...quote, bid: price(0n) };
      case 1:
        return { ...quote, bid: price(-quote.bid) };
      case 2:
        return { ...quote, ask: price(quote.ask + 1n) };
      case 3:
        return { ...quote, sourceTime: Number.NaN };
      default:
        return { ...quote, bid: any(), ask: any() };
    }
  }
}
