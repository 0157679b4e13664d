// Where ticks come from: this server's own feed, or the log that another server writes while this one follows. Knows what the feed says of itself.

import { isDeepStrictEqual } from 'node:util';
import type { Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Feed, FeedName, FeedReport, FeedSink } from './feed.ts';
import type { IntakeOptions } from './intake-queue.ts';
import type { PairList } from './pair-list.ts';
import type { Quotes } from './quotes.ts';
import { Reception } from './reception.ts';

export interface TickOriginOptions {
  readonly feed: Feed;
  /** The feed once more, going on where the log stands now: for a server that takes the intake over. */
  readonly reopen: (() => Promise<Feed>) | undefined;
  readonly pairs: PairList;
  readonly quotes: Quotes;
  readonly clock: Clock;
  readonly append: IntakeOptions['append'];
  /** For each tick of the own feed once it is committed, in the order of the log. */
  readonly logged: (tick: Tick) => void;
  /** The feed says something else of itself than before. */
  readonly onReport: () => void;
  readonly history: FeedSink['history'];
  readonly onError: IntakeOptions['onError'];
}

export class TickOrigin {
  readonly #options: TickOriginOptions;
  #feed: Feed;
  #reception: Reception;
  #following = false;
  #report: FeedReport = { status: { state: 'connecting', reason: 'not started' }, symbols: new Map() };

  constructor(options: TickOriginOptions) {
    this.#options = options;
    this.#feed = options.feed;
    this.#reception = this.#receptionOf(options.feed);
  }

  get name(): FeedName {
    return this.#feed.name;
  }

  /** True while another server takes ticks in. */
  get following(): boolean {
    return this.#following;
  }

  /** Starts the own feed. `missing`: codes without any stored candle. */
  start(missing: ReadonlySet<string>): Promise<void> {
    return this.#reception.start(missing);
  }

  follow(): void {
    this.#following = true;
  }

  /** Takes the intake over with a feed that goes on where the log stands. Rejects when that feed can't be opened. */
  async lead(missing: ReadonlySet<string>): Promise<void> {
    const { reopen } = this.#options;
    if (!reopen) throw new Error('this market has no feed of its own');
    const feed = await reopen();
    this.#reception = this.#receptionOf(feed);
    this.#feed = feed;
    this.#following = false;
    await this.#reception.start(missing);
  }

  /** Stops the feed and lets the log finish what waits: at most a few seconds. */
  stop(): Promise<void> {
    return this.#reception.stop();
  }

  /** What the feed says of itself: here, or on the server that takes ticks in. */
  report(): FeedReport {
    return this.#report;
  }

  /** What the server that takes ticks in says of its feed. */
  hear(report: FeedReport): void {
    if (this.#following && !isDeepStrictEqual(report, this.#report)) this.#reported(report);
  }

  /** Whether the feed quotes the pair at all, and is up. */
  stateOf(code: string): 'up' | 'down' | 'none' {
    if (!this.#feed.codes.has(code) || this.#report.symbols.get(code)?.state === 'refused') return 'none';
    return this.#report.status.state === 'live' ? 'up' : 'down';
  }

  /** The feed's market clock, UTC ms. */
  marketNow(): number {
    return this.#feed.marketNow();
  }

  /** See IntakeQueue.passed. */
  passed(wantedMs: number): number {
    return this.#reception.passed(wantedMs);
  }

  counts(): ReturnType<Reception['counts']> {
    return this.#reception.counts();
  }

  #receptionOf(feed: Feed): Reception {
    const { pairs, quotes, clock, append, logged, history, onError } = this.#options;
    return new Reception({
      feed,
      codes: pairs.all().map(({ code }) => code),
      pairOf: (code) => pairs.byCode(code),
      clock,
      append,
      lastTicks: pairs.all().flatMap(({ id }) => quotes.quote(id) ?? []),
      notBeforeMs: quotes.newestReceivedMs,
      logged,
      said: (report) => this.#reported(report),
      history,
      onError,
    });
  }

  #reported(report: FeedReport): void {
    this.#report = report;
    this.#options.onReport();
  }
}
