// Where quotes become ticks: feed → cleaning → the public log → newest quotes and candles → listeners, always in the order of the log.

import { isDeepStrictEqual } from 'node:util';
import type { Tradability } from '@fairtick/contract/tradability';
import { midPrice } from '@fairtick/engine/quotes';
import type { Pair, QuoteView, Tick } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { type Candle, CandleStore, type Changes, changePercent } from './candles.ts';
import type { Bar, Feed, FeedName, FeedReport, Period } from './feed.ts';
import { Quotes } from './quotes.ts';
import { Reception } from './reception.ts';
import type { MarketHealth, PairStatus, Quotation } from './states.ts';
import type { MarketStore } from './table.ts';
import type { NewTick } from './ticks/tick-store.ts';
import { tradability } from './tradability.ts';

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
  /** The feed once more, going on where the log stands now: for a server that takes the intake over. */
  readonly reopen?: () => Promise<Feed>;
  /** Something failed that is tried again, or a listener threw. */
  readonly onError: (error: unknown, doing: string) => void;
}

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
  #feed: Feed;
  readonly #clock: Clock;
  readonly #pairs: readonly Pair[];
  readonly #byId: ReadonlyMap<number, Pair>;
  readonly #byCode: ReadonlyMap<string, Pair>;
  #reception: Reception;
  readonly #candles = new CandleStore();
  readonly #quotes: Quotes;
  /** Pairs with a tick since the start: nobody knows how old an earlier one is, since the wall clock may have gone back meanwhile. */
  readonly #heard = new Set<number>();
  /** What the feed says of itself: here, or on the server that takes ticks in. */
  #report: FeedReport = { status: { state: 'connecting', reason: 'not started' }, symbols: new Map() };
  #following = false;
  readonly #known = new Map<number, PairStatus>();
  /** As of each pair's newest tick and the candles of then. */
  readonly #quotations = new Map<number, Quotation>();
  readonly #tickListeners = new Set<(tick: Tick) => void>();
  readonly #statusListeners = new Set<(pairId: number, status: PairStatus) => void>();
  readonly #timers: CancelTimer[] = [];
  #moment = { number: 0, nowMs: 0, marketMs: 0 };
  #foldedThrough = -1;
  #newestReceived: number;
  #newestMarketMs = 0;
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
    this.#reception = this.#receptionOf(feed, lastTicks);
  }

  /** Loads the candles and folds what the log has beyond them, then starts the feed. Rejects when the database is away. */
  async start(): Promise<void> {
    await this.#load();
    await this.#open();
    this.#watch();
  }

  /** As `start`, but the ticks come by `take` from another server, which also stores the candles. */
  async follow(): Promise<void> {
    this.#following = true;
    await this.#load();
    this.#watch();
  }

  /** A tick that another server has logged: the next one of the log. */
  take(tick: Tick): void {
    this.#logged(tick);
  }

  /** What the feed of the server that takes ticks in says of itself. */
  hearOfFeed(report: FeedReport): void {
    if (this.#following && !isDeepStrictEqual(report, this.#report)) this.#tell(report);
  }

  feedReport(): FeedReport {
    return this.#report;
  }

  /** Takes the intake over, once everything logged was taken: from here on the ticks come from this server's own feed. */
  async lead(): Promise<void> {
    const { reopen, store } = this.#options;
    if (!reopen) throw new Error('this market has no feed of its own');
    // The server that led stored its candles every now and then: all since are to be stored by this one.
    const [unstored] = await store.ticksAfter((await store.readFoldedThrough()) - 1, 1);
    if (unstored) this.#candles.storeSince(marketTimeOf(unstored));
    const feed = await reopen();
    const view = this.view();
    this.#reception = this.#receptionOf(
      feed,
      this.#pairs.flatMap(({ id }) => view.quote(id) ?? []),
    );
    this.#feed = feed;
    this.#following = false;
    await this.#open();
  }

  async #load(): Promise<void> {
    const { store } = this.#options;
    for (const pair of this.#pairs) this.#candles.load(await store.readCandles(pair.id));
    this.#foldedThrough = await store.readFoldedThrough();
    for (;;) {
      const page = await store.ticksAfter(this.#foldedThrough, TICK_PAGE);
      if (page.length === 0) break;
      for (const tick of page) this.#fold(tick);
    }
  }

  #watch(): void {
    this.#timers.push(this.#clock.every(LOOK_EVERY_MS, () => this.#look()));
    this.#timers.push(this.#clock.every(FLUSH_EVERY_MS, () => void this.flush()));
    this.#look();
  }

  async #open(): Promise<void> {
    const missing = this.#pairs.filter((pair) => !this.#candles.has(pair.id)).map((pair) => pair.code);
    await this.#reception.start(new Set(missing));
  }

  /** Stops the feed, lets the log finish what waits (at most a few seconds) and stores the candles. */
  async stop(): Promise<void> {
    for (const cancel of this.#timers.splice(0)) cancel();
    await this.#reception.stop();
    await this.flush();
    await this.flush();
  }

  /** Stores changed candles, unless another server does; a failure is told to onError and tried again by the next call. One at a time. */
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
    return this.#marketNow();
  }

  /** A recording that another server plays stands where its newest tick stands. */
  #marketNow(): number {
    return this.#following ? Math.max(this.#feed.marketNow(), this.#newestMarketMs) : this.#feed.marketNow();
  }

  /**
   * Every tick received at or before this moment (UTC ms) is in the log and was given to the listeners; none such will come. For §7: an option
   * settles once this reaches its expiry. Never goes back.
   */
  passedTimeMs(): number {
    return this.#reception.passed(Math.max(this.#newestReceived - 1, this.#clock.now() - GRACE_MS));
  }

  /** Another number as soon as a pair's status or quotation may be another: whoever saw both at this number has seen them as they are. */
  moment(): number {
    const nowMs = this.#clock.now();
    const marketMs = this.#marketNow();
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
      feed: this.#report.status,
      symbols: [...this.#report.symbols.values()],
      ...this.#reception.counts(),
    };
  }

  #receptionOf(feed: Feed, lastTicks: readonly Tick[]): Reception {
    const { clock, append, onError } = this.#options;
    return new Reception({
      feed,
      pairs: this.#pairs,
      clock,
      append,
      lastTicks,
      notBeforeMs: this.#newestReceived,
      logged: (tick) => this.#logged(tick),
      said: (report) => this.#tell(report),
      history: (code, period, bars, source) => this.#addHistory(code, period, bars, source),
      onError,
    });
  }

  #tell(report: FeedReport): void {
    this.#report = report;
    this.#moment.number += 1;
    this.#look();
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
    if (tick.source === this.#feed.name) this.#newestMarketMs = Math.max(this.#newestMarketMs, marketTimeOf(tick));
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
  #feedOf(code: string): 'up' | 'down' | 'none' {
    if (!this.#feed.codes.has(code) || this.#report.symbols.get(code)?.state === 'refused') return 'none';
    return this.#report.status.state === 'live' ? 'up' : 'down';
  }

  #reason(pairId: number): Tradability {
    const pair = this.#byId.get(pairId);
    return tradability({
      pair,
      feed: pair ? this.#feedOf(pair.code) : 'none',
      tick: this.#heard.has(pairId) ? this.#quotes.quote(pairId) : undefined,
      quotes: this.#quotes,
      nowMs: this.#clock.now(),
      marketMs: this.#marketNow(),
    });
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
    if (candles.length === 0 || this.#following) return;
    try {
      await this.#options.store.writeCandles(candles, this.#foldedThrough);
    } catch (error) {
      putBack();
      this.#options.onError(error, 'storing candles');
    }
  }
}
