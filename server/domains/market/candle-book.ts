// The market's candles: folded from logged ticks in memory, stored every now and then, read from the database where memory ends.

import { midPrice } from '@fairtick/engine/quotes';
import type { Tick } from '@fairtick/engine/types';
import { type Price, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { type BarChanges, CandleStore, type KeptCandle } from './candles.ts';
import type { Bar, PeriodMinutes } from './feed.ts';
import { marketTimeOf } from './market-clock.ts';
import type { PairList } from './pair-list.ts';
import type { MarketStore } from './table.ts';
import type { TickOrigin } from './tick-origin.ts';

/** Ticks read at once when a start folds what the last run had not. */
const TICK_PAGE = 5_000;

export interface CandleBookOptions {
  readonly pairs: PairList;
  readonly store: MarketStore;
  readonly source: Pick<TickOrigin, 'name' | 'following'>;
  readonly onError: (error: unknown, doing: string) => void;
}

export class CandleBook {
  readonly #options: CandleBookOptions;
  readonly #memory = new CandleStore();
  #foldedThrough = -1;
  #flushing: Promise<void> | undefined;

  constructor(options: CandleBookOptions) {
    this.#options = options;
  }

  /** Loads the stored candles and folds what the log has beyond them. Rejects when the database is away. */
  async load(): Promise<void> {
    const { pairs, store } = this.#options;
    for (const pair of pairs.all()) this.#memory.load(await store.readCandles(pair.id));
    this.#foldedThrough = await store.readFoldedThrough();
    for (;;) {
      const page = await store.ticksAfter(this.#foldedThrough, TICK_PAGE);
      if (page.length === 0) break;
      for (const tick of page) this.fold(tick);
    }
  }

  /** The log's next tick. A chart shows one source: what another feed logged before a change of feed is not drawn into this one's candles. */
  fold(tick: Tick): void {
    this.#foldedThrough = tick.logIndex;
    const pair = this.#options.pairs.get(tick.pairId);
    if (!pair || tick.source !== this.#options.source.name) return;
    this.#memory.fold(tick.pairId, marketTimeOf(tick), midPrice(tick, pair.pricePrecision), tick.source);
  }

  /** Bars from before the live ticks; those whose prices have more places than the pair's are left out. */
  addHistory(pairId: number, period: PeriodMinutes, bars: readonly Bar[], source: string): void {
    const step = 10n ** BigInt(UNIT_PLACES - this.#options.pairs.precision(pairId));
    const fits = ({ open, high, low, close }: Bar): boolean =>
      [open, high, low, close].every((value) => value > 0n && value % step === 0n);
    this.#memory.addHistory(pairId, period, bars.filter(fits), source);
  }

  /** Codes of the pairs without any candle. */
  missing(): ReadonlySet<string> {
    const { pairs } = this.#options;
    return new Set(
      pairs
        .all()
        .filter((pair) => !this.#memory.has(pair.id))
        .map((pair) => pair.code),
    );
  }

  /** Candles before `toMs` (exclusive), oldest first, at most `limit`; older ones than memory keeps come from the database. */
  async list(pairId: number, period: PeriodMinutes, limit: number, toMs?: number): Promise<readonly KeptCandle[]> {
    const recent = this.#memory.list(pairId, period, limit, toMs);
    if (recent.length >= limit || (toMs === undefined && recent.length > 0)) return recent;
    const before = recent[0]?.time ?? toMs;
    if (before === undefined) return recent;
    const older = await this.#options.store.readOlderCandles(pairId, period, before, limit - recent.length);
    return [...older, ...recent];
  }

  /** The newest candles that memory holds, oldest first. */
  recent(pairId: number, period: PeriodMinutes, limit: number): readonly KeptCandle[] {
    return this.#memory.list(pairId, period, limit);
  }

  newest(pairId: number, period: PeriodMinutes): KeptCandle | undefined {
    return this.#memory.newest(pairId, period);
  }

  changes(pairId: number, period: PeriodMinutes): BarChanges {
    return this.#memory.changes(pairId, period);
  }

  /** See CandleStore.dayAgo. */
  dayAgo(pairId: number, marketMs: number): Price | undefined {
    return this.#memory.dayAgo(pairId, marketMs);
  }

  /** From here on this server stores candles. The one before did so every now and then: all since its last time are to be stored. */
  async takeOverStoring(): Promise<void> {
    const { store } = this.#options;
    const [unstored] = await store.ticksAfter((await store.readFoldedThrough()) - 1, 1);
    if (unstored) this.#memory.storeSince(marketTimeOf(unstored));
  }

  /** Stores changed candles, unless another server does; a failure is told to onError and tried again by the next call. One at a time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const { store, source, onError } = this.#options;
    const { candles, putBack } = this.#memory.takeDirty();
    if (candles.length === 0 || source.following) return;
    try {
      await store.writeCandles(candles, this.#foldedThrough);
    } catch (error) {
      putBack();
      onError(error, 'storing candles');
    }
  }
}
