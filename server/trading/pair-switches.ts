// Keeps an engine on the pairs' terms of the tick that it is about to see. Terms switch by the log's time, so that one server, another and a start
// after a crash decide the same ticks on the same terms.

import type { TradingEngine } from '@fairtick/engine/surface';
import type { Pair, Tick } from '@fairtick/engine/types';
import type { TradingMarket } from './trading-market.ts';

export class PairSwitches {
  readonly #market: Pick<TradingMarket, 'pairs'>;
  /** What the engine goes by. */
  #told: readonly Pair[];

  /** `told`: what the engine was made with. */
  constructor(market: Pick<TradingMarket, 'pairs'>, told: readonly Pair[]) {
    this.#market = market;
    this.#told = told;
  }

  before(tick: Pick<Tick, 'receivedTime'>, engine: Pick<TradingEngine, 'setPair'>): void {
    const pairs = this.#market.pairs(tick.receivedTime);
    if (pairs === this.#told) return;
    const told = new Set(this.#told);
    this.#told = pairs;
    for (const pair of pairs) if (!told.has(pair)) engine.setPair(pair);
  }
}
