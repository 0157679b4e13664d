// Where quotes become ticks: feed → cleaning → the public log → newest quotes and candles → listeners, always in the order of the log.

import { isOpen } from '@fairtick/engine/hours';
import { midPrice, STALE_AFTER_MS } from '@fairtick/engine/quotes';
import type { Pair, QuoteView, Tick } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import type { Price } from '@fairtick/kernel/decimal';
import type { NewTick } from '../../platform/log/types.ts';
import { type Candle, CandleStore, type Changes, changePercent } from './candles.ts';
import { Cleaner, type DropCounts } from './cleaning.ts';
import type { Bar, Feed, FeedName, FeedQuote, FeedSink, FeedStatus, Period, SymbolStatus } from './feed.ts';
import { IntakeQueue } from './intake.ts';
import { Quotes } from './quotes.ts';
import type { MarketStore } from './store.ts';

export type StatusReason = 'open' | 'hours' | 'stale' | 'feed_down' | 'disabled' | 'no_feed' | 'no_rate';

export interface PairStatus {
  /** 1 = open: orders, triggers and stop-outs act (rules §5). */
  readonly marketStatus: 0 | 1;
  readonly reason: StatusReason;
  /** UTC ms at which this was found. */
  readonly asOf: number;
}

export interface Quotation {
  readonly tick: Tick;
  /** The newest mid, PricePrecision places. */
  readonly close: Price;
  /** The mid of 24 h ago, or the oldest known. */
  readonly open: Price;
  /** Percent since then in 1e-8 units, 2 places. */
  readonly change: bigint;
}

export interface MarketOptions {
  readonly feed: Feed;
  readonly pairs: readonly Pair[];
  readonly clock: Clock;
  /** Commits ticks to the public log; see TickLog.append. */
  readonly append: (ticks: readonly NewTick[]) => Promise<readonly Tick[]>;
  /** Ticks in the log at the start. */
  readonly logSize: number;
  /** The newest logged tick of each pair at the start. */
  readonly lastTicks: readonly Tick[];
  readonly store: MarketStore;
  /** Something failed that is tried again, or a listener threw. */
  readonly onError: (error: unknown, doing: string) => void;
}

export interface MarketHealth {
  readonly source: FeedName;
  readonly feed: FeedStatus;
  readonly symbols: readonly SymbolStatus[];
  /** Quotes dropped, by pair code and reason. */
  readonly drops: Readonly<Record<string, DropCounts>>;
  readonly malformed: number;
  /** Ticks that wait for the log now, and those that never got there because too many waited. */
  readonly waiting: number;
  readonly lost: number;
}

/** A live source's stamp this far ahead of our clock is a defect: one taken as real would make all later ticks old. */
const FUTURE_LIMIT_MS = 60_000;
/** The log counts as past a moment this long after it when nothing older waits (rules §7). */
const GRACE_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
const FLUSH_EVERY_MS = 2_000;
/** Ticks read at once when a start folds what the last run had not. */
const TICK_PAGE = 5_000;

/** The time of a tick that rules hours and candles: a recording's own, else when we received it. */
export const marketTimeOf = (tick: Pick<Tick, 'source' | 'sourceTime' | 'receivedTime'>): number =>
  tick.source === 'replay' ? tick.sourceTime : tick.receivedTime;

export class Market {
  readonly #options: MarketOptions;
  readonly #feed: Feed;
  readonly #clock: Clock;
  readonly #pairs: readonly Pair[];
  readonly #byId: ReadonlyMap<number, Pair>;
  readonly #byCode: ReadonlyMap<string, Pair>;
  readonly #cleaners: ReadonlyMap<string, Cleaner>;
  readonly #candles = new CandleStore();
  readonly #quotes: Quotes;
  readonly #queue: IntakeQueue;
  /** Pairs with a tick since the start: nobody knows how old an earlier one is, since the wall clock may have gone back meanwhile. */
  readonly #heard = new Set<number>();
  readonly #symbols = new Map<string, SymbolStatus>();
  readonly #known = new Map<number, PairStatus>();
  /** As of each pair's newest tick and the candles of then. */
  readonly #quotations = new Map<number, Quotation>();
  readonly #tickListeners = new Set<(tick: Tick) => void>();
  readonly #statusListeners = new Set<(pairId: number, status: PairStatus) => void>();
  readonly #timers: CancelTimer[] = [];
  #feedStatus: FeedStatus = { state: 'connecting', reason: 'not started' };
  #moment = { number: 0, nowMs: 0, marketMs: 0 };
  #malformed = 0;
  #foldedThrough = -1;
  #newestReceived: number;
  #flushing: Promise<void> | undefined;

  constructor(options: MarketOptions) {
    const { feed, pairs, clock, lastTicks } = options;
    this.#options = options;
    this.#feed = feed;
    this.#clock = clock;
    this.#pairs = pairs.map((pair) => ({ ...pair, hours: feed.hoursOf(pair) }));
    this.#byId = new Map(this.#pairs.map((pair) => [pair.id, pair]));
    this.#byCode = new Map(this.#pairs.map((pair) => [pair.code, pair]));
    this.#quotes = new Quotes(options.logSize - 1, lastTicks);
    this.#newestReceived = lastTicks.reduce((newest, tick) => Math.max(newest, tick.receivedTime), 0);
    const futureLimitMs = feed.clock === 'source' ? undefined : FUTURE_LIMIT_MS;
    const ofFeed = new Map(lastTicks.filter((tick) => tick.source === feed.name).map((tick) => [tick.pairId, tick]));
    this.#cleaners = new Map(
      this.#pairs.map((pair) => [pair.code, new Cleaner({ ...pair, futureLimitMs }, ofFeed.get(pair.id))]),
    );
    this.#queue = new IntakeQueue({
      clock,
      append: options.append,
      logged: (tick) => this.#logged(tick),
      onError: options.onError,
      firstReceivedTime: this.#newestReceived,
      patient: feed.clock === 'source',
    });
  }

  /** Loads the candles and folds what the log has beyond them, then starts the feed. Rejects when the database is away. */
  async start(): Promise<void> {
    const { store } = this.#options;
    for (const pair of this.#pairs) this.#candles.load(await store.readCandles(pair.id));
    this.#foldedThrough = await store.readFoldedThrough();
    for (;;) {
      const page = await store.ticksAfter(this.#foldedThrough, TICK_PAGE);
      if (page.length === 0) break;
      for (const tick of page) this.#fold(tick);
    }
    const missing = this.#pairs.filter((pair) => !this.#candles.has(pair.id)).map((pair) => pair.code);
    await this.#feed.start(this.#sink(), new Set(missing));
    this.#timers.push(this.#clock.every(LOOK_EVERY_MS, () => this.#look()));
    this.#timers.push(this.#clock.every(FLUSH_EVERY_MS, () => void this.flush()));
    this.#look();
  }

  /** Stops the feed, lets the log finish what waits (at most a few seconds) and stores the candles. */
  async stop(): Promise<void> {
    for (const cancel of this.#timers.splice(0)) cancel();
    // The queue lets go of a waiting recording first, or the feed could not stop.
    this.#queue.close();
    await this.#feed.stop();
    await this.#queue.drained();
    await this.flush();
    await this.flush();
  }

  /** Stores changed candles; a failure is told to onError and tried again by the next call. One at a time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Called for each tick once it is committed, in the order of the log; `view()` then ends with that tick. */
  onTick(listener: (tick: Tick) => void): () => void {
    this.#tickListeners.add(listener);
    return () => this.#tickListeners.delete(listener);
  }

  /** Called when a pair opens, closes or closes for another reason; within a second of the change. */
  onStatus(listener: (pairId: number, status: PairStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  get source(): FeedName {
    return this.#feed.name;
  }

  /** With the hours this feed trades by. */
  pairs(): readonly Pair[] {
    return this.#pairs;
  }

  pair(pairId: number): Pair | undefined {
    return this.#byId.get(pairId);
  }

  pairByCode(code: string): Pair | undefined {
    return this.#byCode.get(code);
  }

  /** PricePrecision; throws for a pair that is not in the catalogue. */
  precision(pairId: number): number {
    const pair = this.#byId.get(pairId);
    if (!pair) throw new Error(`no pair ${pairId}`);
    return pair.pricePrecision;
  }

  /** The newest tick of each pair now; never changes afterwards. */
  view(): QuoteView {
    return this.#quotes.view();
  }

  /** UTC ms of the market's clock: the wall clock, in a replay where the recording stands. */
  marketNow(): number {
    return this.#feed.marketNow();
  }

  /**
   * Every tick received at or before this moment (UTC ms) is in the log and was given to the listeners; none such will come. For §7: an option
   * settles once this reaches its expiry. Never goes back.
   */
  passedTimeMs(): number {
    return this.#queue.passed(Math.max(this.#newestReceived - 1, this.#clock.now() - GRACE_MS));
  }

  /** Another number as soon as a pair's status or quotation may be another: whoever saw both at this number has seen them as they are. */
  moment(): number {
    const nowMs = this.#clock.now();
    const marketMs = this.#feed.marketNow();
    if (nowMs !== this.#moment.nowMs || marketMs !== this.#moment.marketMs)
      this.#moment = { number: this.#moment.number + 1, nowMs, marketMs };
    return this.#moment.number;
  }

  status(pairId: number): PairStatus {
    const reason = this.#reason(pairId);
    return { marketStatus: reason === 'open' ? 1 : 0, reason, asOf: this.#clock.now() };
  }

  /** The same object as long as nothing in it has changed. */
  quotation(pairId: number): Quotation | undefined {
    const known = this.#quotations.get(pairId);
    if (known) return known;
    const pair = this.#byId.get(pairId);
    const tick = this.#quotes.quote(pairId);
    if (!pair || !tick) return undefined;
    const close = midPrice(tick, pair.pricePrecision);
    const open = this.#candles.dayAgo(pairId, marketTimeOf(tick)) ?? close;
    const quotation = { tick, close, open, change: changePercent(open, close) };
    this.#quotations.set(pairId, quotation);
    return quotation;
  }

  /** Candles before `toMs` (exclusive), oldest first, at most `limit`; older ones than memory keeps come from the database. */
  async candles(pairId: number, period: Period, limit: number, toMs?: number): Promise<readonly Candle[]> {
    const recent = this.#candles.list(pairId, period, limit, toMs);
    if (recent.length >= limit || (toMs === undefined && recent.length > 0)) return recent;
    const before = recent[0]?.time ?? toMs;
    if (before === undefined) return recent;
    const older = await this.#options.store.readOlderCandles(pairId, period, before, limit - recent.length);
    return [...older, ...recent];
  }

  /** The newest candles that memory holds, oldest first. */
  recentCandles(pairId: number, period: Period, limit: number): readonly Candle[] {
    return this.#candles.list(pairId, period, limit);
  }

  newestCandle(pairId: number, period: Period): Candle | undefined {
    return this.#candles.newest(pairId, period);
  }

  candleChanges(pairId: number, period: Period): Changes {
    return this.#candles.changes(pairId, period);
  }

  health(): MarketHealth {
    return {
      source: this.#feed.name,
      feed: this.#feedStatus,
      symbols: [...this.#symbols.values()],
      drops: Object.fromEntries([...this.#cleaners].map(([code, cleaner]) => [code, cleaner.counts()])),
      malformed: this.#malformed,
      waiting: this.#queue.waiting,
      lost: this.#queue.lost,
    };
  }

  #sink(): FeedSink {
    return {
      quote: (quote) => this.#receive(quote),
      malformed: () => {
        this.#malformed += 1;
      },
      status: (status) => {
        this.#feedStatus = status;
        this.#moment.number += 1;
        this.#look();
      },
      symbol: (status) => {
        this.#symbols.set(status.code, status);
        this.#moment.number += 1;
        this.#look();
      },
      history: (code, period, bars, source) => this.#addHistory(code, period, bars, source),
    };
  }

  #receive(quote: FeedQuote): void | Promise<void> {
    const pair = this.#byCode.get(quote.code);
    const cleaner = this.#cleaners.get(quote.code);
    if (!pair?.enabled || !cleaner) return undefined;
    for (const { bid, ask, sourceTime } of cleaner.accept(quote, this.#clock.now())) {
      const { id: pairId, code, pricePrecision } = pair;
      this.#queue.push({ pairId, code, pricePrecision, bid, ask, sourceTime, source: this.#feed.name });
    }
    return this.#queue.room();
  }

  #addHistory(code: string, period: Period, bars: readonly Bar[], source: string): void {
    const pair = this.#byCode.get(code);
    if (!pair) return;
    const step = 10n ** BigInt(8 - pair.pricePrecision);
    const fits = ({ open, high, low, close }: Bar): boolean =>
      [open, high, low, close].every((value) => value > 0n && value % step === 0n);
    this.#candles.addHistory(pair.id, period, bars.filter(fits), source);
    this.#quotations.delete(pair.id);
    this.#moment.number += 1;
  }

  #logged(tick: Tick): void {
    this.#quotes.set(tick);
    this.#heard.add(tick.pairId);
    this.#newestReceived = Math.max(this.#newestReceived, tick.receivedTime);
    this.#fold(tick);
    for (const listener of this.#tickListeners) {
      try {
        listener(tick);
      } catch (error) {
        this.#options.onError(error, 'telling of a tick');
      }
    }
    if (this.#known.get(tick.pairId)?.marketStatus === 0) this.#compare(tick.pairId);
  }

  #fold(tick: Tick): void {
    this.#foldedThrough = tick.logIndex;
    this.#quotations.delete(tick.pairId);
    this.#moment.number += 1;
    const pair = this.#byId.get(tick.pairId);
    // A chart shows one source: what another feed logged before a change of feed is not drawn into this one's candles.
    if (!pair || tick.source !== this.#feed.name) return;
    this.#candles.fold(tick.pairId, marketTimeOf(tick), midPrice(tick, pair.pricePrecision), tick.source);
  }

  /** Whether the feed quotes the pair at all, and is up. */
  #feedOf(code: string): 'up' | 'down' | 'no_feed' {
    if (!this.#feed.codes.has(code) || this.#symbols.get(code)?.state === 'refused') return 'no_feed';
    return this.#feedStatus.state === 'live' ? 'up' : 'down';
  }

  #reason(pairId: number): StatusReason {
    const pair = this.#byId.get(pairId);
    if (!pair?.enabled) return 'disabled';
    const feed = this.#feedOf(pair.code);
    if (feed !== 'up') return feed === 'down' ? 'feed_down' : 'no_feed';
    if (!isOpen(pair.hours, this.#feed.marketNow())) return 'hours';
    const tick = this.#quotes.quote(pairId);
    if (!tick || !this.#heard.has(pairId) || this.#clock.now() - tick.receivedTime >= STALE_AFTER_MS) return 'stale';
    if (pair.ratePairId !== undefined && !this.#quotes.quote(pair.ratePairId)) return 'no_rate';
    return 'open';
  }

  #look(): void {
    for (const pair of this.#pairs) this.#compare(pair.id);
  }

  #compare(pairId: number): void {
    const status = this.status(pairId);
    if (this.#known.get(pairId)?.reason === status.reason) return;
    this.#known.set(pairId, status);
    for (const listener of this.#statusListeners) {
      try {
        listener(pairId, status);
      } catch (error) {
        this.#options.onError(error, 'telling of a market status');
      }
    }
  }

  async #write(): Promise<void> {
    const { candles, putBack } = this.#candles.takeDirty();
    if (candles.length === 0) return;
    try {
      await this.#options.store.writeCandles(candles, this.#foldedThrough);
    } catch (error) {
      putBack();
      this.#options.onError(error, 'storing candles');
    }
  }
}
