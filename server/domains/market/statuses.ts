// Whether each pair is open, and who is told when that changes.

import type { Tradability } from '@fairtick/contract/tradability';
import type { Clock } from '@fairtick/kernel/clock';
import { Listeners } from './listeners.ts';
import type { MarketClock } from './market-clock.ts';
import type { PairList } from './pair-list.ts';
import type { Quotes } from './quotes.ts';
import type { TickOrigin } from './tick-origin.ts';
import { tradability } from './tradability.ts';

export interface PairStatus {
  /** 1 = open: orders, triggers and stop-outs act (rules §5). */
  readonly marketStatus: 0 | 1;
  readonly reason: Tradability;
  /** UTC ms at which this was found. */
  readonly asOf: number;
}

export interface StatusOptions {
  readonly clock: Clock;
  readonly marketClock: Pick<MarketClock, 'now'>;
  readonly source: Pick<TickOrigin, 'stateOf'>;
  readonly pairs: PairList;
  readonly quotes: Pick<Quotes, 'quote' | 'quoteSinceStart'>;
  readonly onError: (error: unknown) => void;
}

export class Statuses {
  readonly #options: StatusOptions;
  readonly #told = new Map<number, PairStatus>();
  readonly #listeners: Listeners<[pairId: number, status: PairStatus]>;

  constructor(options: StatusOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options.onError);
  }

  of(pairId: number): PairStatus {
    const { clock, marketClock, source, pairs, quotes } = this.#options;
    const nowMs = clock.now();
    const pair = pairs.get(pairId);
    const reason = tradability({
      pair,
      feed: pair ? source.stateOf(pair.code) : 'none',
      tick: quotes.quoteSinceStart(pairId),
      quotes,
      nowMs,
      marketMs: marketClock.now(),
    });
    return { marketStatus: reason === 'open' ? 1 : 0, reason, asOf: nowMs };
  }

  /** Called when a pair opens, closes or closes for another reason; within a second of the change. Returns what ends it. */
  onChange(listener: (pairId: number, status: PairStatus) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Tells what has changed since the last look. */
  look(): void {
    for (const { id } of this.#options.pairs.all()) this.#compare(id);
  }

  /** A tick can open a pair; to close one takes time, which `look` follows. */
  ticked(pairId: number): void {
    if (this.#told.get(pairId)?.marketStatus === 0) this.#compare(pairId);
  }

  #compare(pairId: number): void {
    const status = this.of(pairId);
    if (this.#told.get(pairId)?.reason === status.reason) return;
    this.#told.set(pairId, status);
    this.#listeners.tell(pairId, status);
  }
}
