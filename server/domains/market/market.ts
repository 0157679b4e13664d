// The running market, wired once: a tick goes from its source to quotes, clock, candles and quotations, then to the listeners, always in the order
// of the log. Each part does one job; whoever reads takes the part that it needs.

import type { Tick } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { CandleBook } from './candle-book.ts';
import type { DropCounts } from './cleaning.ts';
import type { Bar, Feed, FeedName, FeedReport, FeedStatus, PeriodMinutes, SymbolStatus } from './feed.ts';
import type { IntakeOptions } from './intake-queue.ts';
import { Listeners } from './listeners.ts';
import { MarketClock } from './market-clock.ts';
import { Moments } from './moments.ts';
import { Paces } from './paces.ts';
import { PairList } from './pair-list.ts';
import { Quotations } from './quotations.ts';
import { Quotes } from './quotes.ts';
import type { PairsOverTime } from './settings.ts';
import { Statuses } from './statuses.ts';
import type { MarketStore } from './table.ts';
import { TickOrigin } from './tick-origin.ts';

export interface MarketOptions {
  readonly feed: Feed;
  readonly terms: PairsOverTime;
  readonly clock: Clock;
  /** Commits ticks to the public log; see TickLog.append. */
  readonly append: IntakeOptions['append'];
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

const LOOK_EVERY_MS = 1_000;
const FLUSH_EVERY_MS = 2_000;

export class Market {
  readonly pairs: PairList;
  readonly quotes: Quotes;
  readonly clock: MarketClock;
  readonly candles: CandleBook;
  readonly quotations: Quotations;
  readonly statuses: Statuses;
  readonly moments: Moments;
  readonly paces = new Paces();
  readonly #clock: Clock;
  readonly #source: TickOrigin;
  readonly #ticks: Listeners<[tick: Tick]>;
  readonly #timers: CancelTimer[] = [];

  constructor(options: MarketOptions) {
    const { feed, clock, append, lastTicks, store, reopen, onError } = options;
    this.#clock = clock;
    this.#ticks = new Listeners((error) => onError(error, 'telling of a tick'));
    const pairs = new PairList(options.terms, feed);
    const quotes = new Quotes(options.logSize - 1, lastTicks);
    const source = new TickOrigin({
      feed,
      reopen,
      pairs,
      quotes,
      clock,
      append,
      logged: (tick) => this.#logged(tick),
      onReport: () => this.#reported(),
      history: (code, period, bars, label) => this.#addHistory(code, period, bars, label),
      onError,
    });
    const marketClock = new MarketClock(clock, source, quotes, lastTicks);
    for (const tick of lastTicks) this.paces.take(tick);
    this.pairs = pairs;
    this.quotes = quotes;
    this.#source = source;
    this.clock = marketClock;
    this.candles = new CandleBook({ pairs, store, source, onError });
    this.quotations = new Quotations(pairs, quotes, this.candles);
    this.statuses = new Statuses({
      clock,
      marketClock,
      source,
      pairs,
      quotes,
      onError: (error) => onError(error, 'telling of a market status'),
    });
    this.moments = new Moments(clock, marketClock);
  }

  /** Loads the candles, then starts the feed. Rejects when the database is away. */
  async start(): Promise<void> {
    await this.#load();
    await this.#source.start(this.candles.missing());
    this.#watch();
  }

  /** As `start`, but the ticks come by `take` from another server, which also stores the candles. */
  async follow(): Promise<void> {
    this.#source.follow();
    await this.#load();
    this.#watch();
  }

  /** A tick that another server has logged: the next one of the log. */
  take(tick: Tick): void {
    this.#logged(tick);
  }

  /** What the feed of the server that takes ticks in says of itself. */
  hearOfFeed(report: FeedReport): void {
    this.#source.hear(report);
  }

  feedReport(): FeedReport {
    return this.#source.report();
  }

  /** Takes the intake over, once everything logged was taken: from here on the ticks come from this server's own feed. */
  async lead(): Promise<void> {
    await this.candles.takeOverStoring();
    await this.#source.lead(this.candles.missing());
  }

  /** Stops the feed, lets the log finish what waits (at most a few seconds) and stores the candles. */
  async stop(): Promise<void> {
    for (const cancel of this.#timers.splice(0)) cancel();
    await this.#source.stop();
    // The first may only wait for one under way.
    await this.candles.flush();
    await this.candles.flush();
  }

  /** Called for each tick once it is committed, in the order of the log; `quotes.view()` then ends with that tick. Returns what ends it. */
  onTick(listener: (tick: Tick) => void): () => void {
    return this.#ticks.add(listener);
  }

  /** Terms of pairs have switched: whoever watches statuses hears of it at once. */
  termsSwitched(): void {
    this.moments.changed();
    this.statuses.look();
  }

  get source(): FeedName {
    return this.#source.name;
  }

  health(): MarketHealth {
    const { status, symbols } = this.#source.report();
    return { source: this.source, feed: status, symbols: [...symbols.values()], ...this.#source.counts() };
  }

  async #load(): Promise<void> {
    await this.candles.load();
    this.quotations.allChanged();
    this.moments.changed();
  }

  #watch(): void {
    this.#timers.push(this.#clock.every(LOOK_EVERY_MS, () => this.statuses.look()));
    this.#timers.push(this.#clock.every(FLUSH_EVERY_MS, () => void this.candles.flush()));
    this.statuses.look();
  }

  #logged(tick: Tick): void {
    this.quotes.set(tick);
    this.paces.take(tick);
    this.clock.logged(tick);
    this.candles.fold(tick);
    this.quotations.changed(tick.pairId);
    this.moments.changed();
    this.#ticks.tell(tick);
    this.statuses.ticked(tick.pairId);
  }

  #reported(): void {
    this.moments.changed();
    this.statuses.look();
  }

  #addHistory(code: string, period: PeriodMinutes, bars: readonly Bar[], label: string): void {
    const pair = this.pairs.byCode(code);
    if (!pair) return;
    this.candles.addHistory(pair.id, period, bars, label);
    this.quotations.changed(pair.id);
    this.moments.changed();
  }
}
