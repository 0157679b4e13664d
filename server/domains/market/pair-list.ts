// The pairs of the running market, by id and by code, with the hours that its feed trades by.

import type { Pair } from '@fairtick/engine/types';
import type { Feed } from './feed.ts';

export class PairList {
  readonly #pairs: readonly Pair[];
  readonly #byId: ReadonlyMap<number, Pair>;
  readonly #byCode: ReadonlyMap<string, Pair>;

  constructor(pairs: readonly Pair[], feed: Pick<Feed, 'hoursOf'>) {
    this.#pairs = pairs.map((pair) => ({ ...pair, hours: feed.hoursOf(pair) }));
    this.#byId = new Map(this.#pairs.map((pair) => [pair.id, pair]));
    this.#byCode = new Map(this.#pairs.map((pair) => [pair.code, pair]));
  }

  all(): readonly Pair[] {
    return this.#pairs;
  }

  get(pairId: number): Pair | undefined {
    return this.#byId.get(pairId);
  }

  byCode(code: string): Pair | undefined {
    return this.#byCode.get(code);
  }

  /** PricePrecision; throws for a pair that is not in the catalogue. */
  precision(pairId: number): number {
    const pair = this.#byId.get(pairId);
    if (!pair) throw new Error(`no pair ${pairId}`);
    return pair.pricePrecision;
  }
}
