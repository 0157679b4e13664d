// What everybody is told alike of the pairs: the list is put into words once a change, however many ask. Never older than the market at the
// moment of asking. Lists and their entries are frozen, so that each is written as bytes once, too.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Tradability } from '@fairtick/contract/tradability';
import type { Pair } from '@fairtick/engine/types';
import type { Market } from './market.ts';
import type { Quotation } from './quotations.ts';
import { toTradePair } from './views.ts';

type Source = Pick<Market, 'pairs' | 'quotations' | 'statuses' | 'moments'>;

interface KnownPair {
  readonly quotation: Quotation | undefined;
  readonly reason: Tradability;
  readonly pair: Pair;
  readonly view: TradePair;
}

export class TradeList {
  readonly #market: Source;
  readonly #known = new Map<number, KnownPair>();
  #list: TradePair[] = [];
  #moment = -1;

  constructor(market: Source) {
    this.#market = market;
  }

  now(): TradePair[] {
    const moment = this.#market.moments.current();
    if (moment === this.#moment) return this.#list;
    this.#moment = moment;
    let changed = false;
    for (const pair of this.#market.pairs.all()) if (this.#look(pair)) changed = true;
    if (changed) this.#list = [...this.#known.values()].map((known) => known.view);
    Object.freeze(this.#list);
    return this.#list;
  }

  /** Whether the pair is another than it was. */
  #look(pair: Pair): boolean {
    const known = this.#known.get(pair.id);
    const quotation = this.#market.quotations.of(pair.id);
    const status = this.#market.statuses.of(pair.id);
    if (known && known.pair === pair && known.quotation === quotation && known.reason === status.reason) return false;
    const view = Object.freeze(toTradePair(pair, status, quotation));
    this.#known.set(pair.id, { quotation, reason: status.reason, pair, view });
    return true;
  }
}
