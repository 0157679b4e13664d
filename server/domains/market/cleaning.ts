// Decides which quotes of one pair may become ticks (rules §5). Pure: no clock, no log. What is dropped is counted, never mended.

import { PRICE_LIMIT, type Price, UNIT_PLACES } from '@fairtick/kernel/decimal';

export type DropReason = 'invalid' | 'precision' | 'crossed' | 'future' | 'older' | 'duplicate' | 'jump';
export type DropCounts = Readonly<Record<DropReason, number>>;

export interface CleanQuote {
  readonly bid: Price;
  readonly ask: Price;
  readonly sourceTime: number;
}

export interface CleanerOptions {
  readonly pricePrecision: number;
  /** A mid further than this many percent from the last waits for a second quote that confirms it. */
  readonly maxJumpPercent: number;
  /** How far a live source's stamp may lie ahead of our clock; undefined for a recording, whose clock is its own. */
  readonly futureLimitMs: number | undefined;
}

/** A held quote is confirmed by a second one within this time, by the source's clock. */
const CONFIRM_WITHIN_MS = 5_000;
const NONE: readonly CleanQuote[] = [];

const noDrops = (): Record<DropReason, number> => ({
  invalid: 0,
  precision: 0,
  crossed: 0,
  future: 0,
  older: 0,
  duplicate: 0,
  jump: 0,
});

/**
 * The cleaning of one pair. A zero spread is real (bid = ask); a crossed one is not. A quote far from the last real one is held; a
 * second one near the held one within 5 s makes both real, in order; anything else drops the held one.
 */
export class Cleaner {
  readonly #step: bigint;
  #jumpPercent: bigint;
  readonly #futureLimitMs: number | undefined;
  readonly #counts = noDrops();
  #last: CleanQuote | undefined;
  #held: CleanQuote | undefined;

  /** `last`: the newest tick of the same source in the log, when there is one. */
  constructor(options: CleanerOptions, last?: CleanQuote) {
    this.#step = 10n ** BigInt(UNIT_PLACES - options.pricePrecision);
    this.#jumpPercent = BigInt(options.maxJumpPercent);
    this.#futureLimitMs = options.futureLimitMs;
    this.#last = last;
  }

  /** From the next quote on. */
  set maxJumpPercent(percent: number) {
    this.#jumpPercent = BigInt(percent);
  }

  /** The quotes that are real now, oldest first: none, this one, or the held one and this one. */
  accept(quote: CleanQuote, receivedTimeMs: number): readonly CleanQuote[] {
    const reason = this.#defect(quote, receivedTimeMs);
    if (reason) {
      this.#counts[reason] += 1;
      return NONE;
    }
    const last = this.#last;
    const held = this.#held;
    if (!last || this.#near(quote, last)) {
      this.#dropHeld();
      this.#last = quote;
      return [quote];
    }
    if (held && this.#near(quote, held) && quote.sourceTime - held.sourceTime <= CONFIRM_WITHIN_MS) {
      this.#held = undefined;
      this.#last = quote;
      return [held, quote];
    }
    this.#dropHeld();
    this.#held = quote;
    return NONE;
  }

  counts(): DropCounts {
    return { ...this.#counts };
  }

  #defect(quote: CleanQuote, receivedTimeMs: number): DropReason | undefined {
    if (quote.bid <= 0n || quote.ask <= 0n || !Number.isSafeInteger(quote.sourceTime)) return 'invalid';
    if (quote.bid >= PRICE_LIMIT || quote.ask >= PRICE_LIMIT) return 'invalid';
    if (quote.bid % this.#step !== 0n || quote.ask % this.#step !== 0n) return 'precision';
    if (quote.bid > quote.ask) return 'crossed';
    if (this.#futureLimitMs !== undefined && quote.sourceTime > receivedTimeMs + this.#futureLimitMs) return 'future';
    const last = this.#last;
    if (!last) return undefined;
    if (quote.sourceTime < last.sourceTime) return 'older';
    if (this.#held && quote.sourceTime < this.#held.sourceTime && !this.#near(quote, last)) return 'older';
    const same = quote.sourceTime === last.sourceTime && quote.bid === last.bid && quote.ask === last.ask;
    return same ? 'duplicate' : undefined;
  }

  /** Compares sums of bid and ask, so that the mid need not be rounded. */
  #near(quote: CleanQuote, to: CleanQuote): boolean {
    const reference = to.bid + to.ask;
    const distance = quote.bid + quote.ask - reference;
    return (distance < 0n ? -distance : distance) * 100n <= reference * this.#jumpPercent;
  }

  #dropHeld(): void {
    if (this.#held) this.#counts.jump += 1;
    this.#held = undefined;
  }
}
