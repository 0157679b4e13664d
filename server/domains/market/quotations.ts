// Each pair's quotation: its newest tick with the change of the day. Worked out when first asked for after a change.

import { midPrice } from '@fairtick/engine/quotes';
import type { Tick } from '@fairtick/engine/types';
import type { Price } from '@fairtick/kernel/decimal';
import type { CandleBook } from './candle-book.ts';
import { changePercent } from './candles.ts';
import { marketTimeOf } from './market-clock.ts';
import type { PairList } from './pair-list.ts';
import type { Quotes } from './quotes.ts';

export interface Quotation {
  readonly tick: Tick;
  /** The newest mid, PricePrecision places. */
  readonly close: Price;
  /** The mid of 24 h ago, or the oldest known. */
  readonly open: Price;
  /** Percent since then in 1e-8 units, 2 places. */
  readonly change: bigint;
}

export class Quotations {
  readonly #pairs: PairList;
  readonly #quotes: Pick<Quotes, 'quote'>;
  readonly #candles: Pick<CandleBook, 'dayAgo'>;
  /** As of each pair's newest tick and the candles of then. */
  readonly #known = new Map<number, Quotation>();

  constructor(pairs: PairList, quotes: Quotes, candles: CandleBook) {
    this.#pairs = pairs;
    this.#quotes = quotes;
    this.#candles = candles;
  }

  /** undefined before the pair's first price; the same object as long as nothing in it has changed. */
  of(pairId: number): Quotation | undefined {
    const known = this.#known.get(pairId);
    if (known) return known;
    const pair = this.#pairs.get(pairId);
    const tick = this.#quotes.quote(pairId);
    if (!pair || !tick) return undefined;
    const close = midPrice(tick, pair.pricePrecision);
    const open = this.#candles.dayAgo(pairId, marketTimeOf(tick)) ?? close;
    const quotation = { tick, close, open, change: changePercent(open, close) };
    this.#known.set(pairId, quotation);
    return quotation;
  }

  /** The pair has another tick or other candles. */
  changed(pairId: number): void {
    this.#known.delete(pairId);
  }

  allChanged(): void {
    this.#known.clear();
  }
}
