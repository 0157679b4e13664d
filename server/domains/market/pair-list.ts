// The pairs of the running market, by id and by code, with the hours that its feed trades by; as of now, or of any moment of the log.

import type { Pair } from '@fairtick/engine/types';
import type { Feed } from './feed.ts';
import type { PairsOverTime } from './settings.ts';

interface PairsThen {
  readonly list: readonly Pair[];
  readonly byId: ReadonlyMap<number, Pair>;
  readonly byCode: ReadonlyMap<string, Pair>;
}

export class PairList {
  readonly #terms: PairsOverTime;
  readonly #feed: Pick<Feed, 'hoursOf'>;
  /** By what the terms hand out: the same answer as long as nothing switches. */
  readonly #found = new WeakMap<readonly Pair[], PairsThen>();
  readonly #pairs = new WeakMap<Pair, Pair>();

  constructor(terms: PairsOverTime, feed: Pick<Feed, 'hoursOf'>) {
    this.#terms = terms;
    this.#feed = feed;
  }

  /** On the terms of that moment of the log (UTC ms), without one of now; the same array until one of them switches. */
  all(timeMs?: number): readonly Pair[] {
    return this.#at(timeMs).list;
  }

  get(pairId: number, timeMs?: number): Pair | undefined {
    return this.#at(timeMs).byId.get(pairId);
  }

  byCode(code: string): Pair | undefined {
    return this.#at().byCode.get(code);
  }

  /** PricePrecision; throws for a pair that is not in the catalogue. */
  precision(pairId: number): number {
    const pair = this.get(pairId);
    if (!pair) throw new Error(`no pair ${pairId}`);
    return pair.pricePrecision;
  }

  #at(timeMs?: number): PairsThen {
    const terms = this.#terms.at(timeMs);
    const known = this.#found.get(terms);
    if (known) return known;
    const list = terms.map((pair) => this.#withHours(pair));
    const byId = new Map(list.map((pair) => [pair.id, pair]));
    const found = { list, byId, byCode: new Map(list.map((pair) => [pair.code, pair])) };
    this.#found.set(terms, found);
    return found;
  }

  #withHours(pair: Pair): Pair {
    const known = this.#pairs.get(pair);
    if (known) return known;
    const made = { ...pair, hours: this.#feed.hoursOf(pair) };
    this.#pairs.set(pair, made);
    return made;
  }
}
