// The market in a batch: frozen at the first read for all decisions of the batch, and at the deciding tick for triggers.

import type { Pair, QuoteView, Tick } from '@fairtick/engine/types';
import type { DomainPart } from '../domain-part.ts';
import { type MarketAt, type MarketSource, marketAt, marketNow } from './market-at.ts';

export interface MarketPartOptions {
  readonly market: MarketSource;
  readonly nowMs: () => number;
  /** Called before a batch decides, with the newest place in the log that its decisions will see. */
  readonly onBatch: (viewIndex: number) => void;
}

/**
 * All of a batch's decisions are made in one turn, so quotes, time and market status belong together: a status of a later moment says
 * nothing of the quotes of an earlier one.
 */
export class BatchMarket implements MarketAt {
  readonly #options: Pick<MarketPartOptions, 'market' | 'nowMs'>;
  #frozen: MarketAt | undefined;

  constructor(options: Pick<MarketPartOptions, 'market' | 'nowMs'>) {
    this.#options = options;
  }

  get #now(): MarketAt {
    this.#frozen ??= marketNow(this.#options.market, this.#options.nowMs());
    return this.#frozen;
  }

  get view(): QuoteView {
    return this.#now.view;
  }

  get nowMs(): number {
    return this.#now.nowMs;
  }

  get marketMs(): number {
    return this.#now.marketMs;
  }

  pair(pairId: number): Pair | undefined {
    return this.#now.pair(pairId);
  }

  precision(pairId: number): number {
    return this.#now.precision(pairId);
  }

  tradable(pairId: number): ReturnType<MarketAt['tradable']> {
    return this.#now.tradable(pairId);
  }

  openingHold(...asked: Parameters<MarketAt['openingHold']>): ReturnType<MarketAt['openingHold']> {
    return this.#now.openingHold(...asked);
  }

  /** The market at a past tick, for a trigger of that tick. */
  at(view: QuoteView, deciding: Tick): MarketAt {
    return marketAt(this.#options.market, view, deciding);
  }
}

export function marketPart(options: MarketPartOptions): DomainPart<BatchMarket, never, never> {
  return {
    load: async () => {
      options.onBatch(options.market.view().logIndex);
      return new BatchMarket(options);
    },
    apply: () => {},
    write: () => [],
    committed: () => [],
  };
}
