// What everybody is told alike, the list of pairs and the newest candles: put into words once a change, however many ask. Never older than the
// market at the moment of asking. Answers and their entries are frozen, so that each is written as bytes once, too.

import type { Candle as ContractCandle, TradePair } from '@fairtick/contract/http/market';
import type { Tradability } from '@fairtick/contract/tradability';
import type { Pair } from '@fairtick/engine/types';
import type { Changes } from './candles.ts';
import type { Period } from './feed.ts';
import type { Market } from './market.ts';
import type { Quotation } from './states.ts';
import { toCandle, toTradePair } from './views.ts';

interface KnownPair {
  readonly quotation: Quotation | undefined;
  readonly reason: Tradability;
  readonly view: TradePair;
}

export class TradeList {
  readonly #market: Market;
  readonly #known = new Map<number, KnownPair>();
  #list: TradePair[] = [];
  #moment = -1;

  constructor(market: Market) {
    this.#market = market;
  }

  now(): TradePair[] {
    const moment = this.#market.moment();
    if (moment === this.#moment) return this.#list;
    this.#moment = moment;
    let changed = false;
    for (const pair of this.#market.pairs()) if (this.#look(pair)) changed = true;
    if (changed) this.#list = [...this.#known.values()].map((known) => known.view);
    Object.freeze(this.#list);
    return this.#list;
  }

  /** Whether the pair is another than it was. */
  #look(pair: Pair): boolean {
    const known = this.#known.get(pair.id);
    const quotation = this.#market.quotation(pair.id);
    const status = this.#market.status(pair.id);
    if (known && known.quotation === quotation && known.reason === status.reason) return false;
    const view = Object.freeze(toTradePair(pair, status, quotation));
    this.#known.set(pair.id, { quotation, reason: status.reason, view });
    return true;
  }
}

interface KnownChart {
  readonly changes: Changes;
  readonly candles: ContractCandle[];
}

export class Charts {
  readonly #market: Market;
  /** As many as there are pairs, periods and limits. */
  readonly #known = new Map<string, KnownChart>();
  readonly #limits: readonly number[];

  /** `limits`: the lengths that many ask for alike; of others nothing is kept, since there could be any number. */
  constructor(market: Market, limits: readonly number[]) {
    this.#market = market;
    this.#limits = limits;
  }

  /** The newest candles that memory holds, oldest first. */
  newest(pair: Pair, period: Period, limit: number): ContractCandle[] {
    if (!this.#limits.includes(limit)) return this.#build(pair, period, limit);
    const key = `${pair.id} ${period} ${limit}`;
    const changes = this.#market.candleChanges(pair.id, period);
    const known = this.#known.get(key);
    if (known?.changes.others === changes.others && known.changes.newest === changes.newest) return known.candles;
    const candles =
      known?.changes.others === changes.others
        ? [...known.candles.slice(0, -1), ...this.#build(pair, period, 1)]
        : this.#build(pair, period, limit);
    Object.freeze(candles);
    this.#known.set(key, { changes, candles });
    return candles;
  }

  #build(pair: Pair, period: Period, limit: number): ContractCandle[] {
    return this.#market
      .recentCandles(pair.id, period, limit)
      .map((candle) => Object.freeze(toCandle(candle, pair.pricePrecision)));
  }
}
