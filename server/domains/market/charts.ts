// What everybody is told alike of the charts: the newest candles are put into words once a change, however many ask. Answers and their
// candles are frozen, so that each is written as bytes once, too.

import type { Candle } from '@fairtick/contract/http/market';
import type { Pair } from '@fairtick/engine/types';
import type { CandleBook } from './candle-book.ts';
import type { BarChanges } from './candles.ts';
import type { PeriodMinutes } from './feed.ts';
import { toCandle } from './views.ts';

interface KnownChart {
  readonly changes: BarChanges;
  readonly candles: Candle[];
}

export class Charts {
  readonly #candles: Pick<CandleBook, 'recent' | 'changes'>;
  /** As many as there are pairs, periods and limits. */
  readonly #known = new Map<string, KnownChart>();
  readonly #limits: readonly number[];

  /** `limits`: the lengths that many ask for alike; of others nothing is kept, since there could be any number. */
  constructor(candles: Pick<CandleBook, 'recent' | 'changes'>, limits: readonly number[]) {
    this.#candles = candles;
    this.#limits = limits;
  }

  /** The newest candles that memory holds, oldest first. */
  newest(pair: Pair, period: PeriodMinutes, limit: number): Candle[] {
    if (!this.#limits.includes(limit)) return this.#build(pair, period, limit);
    const key = `${pair.id} ${period} ${limit}`;
    const changes = this.#candles.changes(pair.id, period);
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

  #build(pair: Pair, period: PeriodMinutes, limit: number): Candle[] {
    return this.#candles
      .recent(pair.id, period, limit)
      .map((candle) => Object.freeze(toCandle(candle, pair.pricePrecision)));
  }
}
