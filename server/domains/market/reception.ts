// From a feed's quotes to ticks of the log: cleaning, counting, the queue to the log. One feed, started once; a later one has its own.

import type { Pair, Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import { Cleaner, type DropCounts } from './cleaning.ts';
import type { Feed, FeedQuote, FeedReport, FeedSink, FeedStatus, SymbolStatus } from './feed.ts';
import { type IntakeOptions, IntakeQueue } from './intake-queue.ts';

export interface ReceptionOptions {
  readonly feed: Feed;
  /** Of every pair there is. */
  readonly codes: readonly string[];
  /** On the terms of now. */
  readonly pairOf: (code: string) => Pair | undefined;
  readonly clock: Clock;
  readonly append: IntakeOptions['append'];
  /** The newest logged tick of each pair. */
  readonly lastTicks: readonly Tick[];
  /** UTC ms; no tick is received before it. */
  readonly notBeforeMs: number;
  /** For each tick once it is committed, in the order of the log. */
  readonly logged: (tick: Tick) => void;
  /** What the feed says of itself, each time that changes. */
  readonly said: (report: FeedReport) => void;
  readonly history: FeedSink['history'];
  readonly onError: IntakeOptions['onError'];
}

/** A live source's stamp this far ahead of our clock is a defect: one taken as real would make all later ticks old. */
const FUTURE_LIMIT_MS = 60_000;

export class Reception {
  readonly #options: ReceptionOptions;
  readonly #cleaners: ReadonlyMap<string, Cleaner>;
  readonly #queue: IntakeQueue;
  readonly #symbols = new Map<string, SymbolStatus>();
  #status: FeedStatus = { state: 'connecting', reason: 'not started' };
  #malformed = 0;

  constructor(options: ReceptionOptions) {
    const { feed, codes, pairOf, clock, append, lastTicks, notBeforeMs, logged, onError } = options;
    this.#options = options;
    const futureLimitMs = feed.clock === 'source' ? undefined : FUTURE_LIMIT_MS;
    const ofFeed = new Map(lastTicks.filter((tick) => tick.source === feed.name).map((tick) => [tick.pairId, tick]));
    this.#cleaners = new Map(
      codes.flatMap((code) => {
        const pair = pairOf(code);
        return pair ? [[code, new Cleaner({ ...pair, futureLimitMs }, ofFeed.get(pair.id))] as const] : [];
      }),
    );
    const patient = feed.clock === 'source';
    this.#queue = new IntakeQueue({ clock, append, logged, onError, firstReceivedTime: notBeforeMs, patient });
  }

  /** `missing`: codes without any stored candle. */
  start(missing: ReadonlySet<string>): Promise<void> {
    return this.#options.feed.start(this.#sink(), missing);
  }

  /** Lets the log finish what waits: at most a few seconds. */
  async stop(): Promise<void> {
    // The queue lets go of a waiting recording first, or the feed could not stop.
    this.#queue.close();
    await this.#options.feed.stop();
    await this.#queue.drained();
  }

  /** See IntakeQueue.passed. */
  passed(wanted: number): number {
    return this.#queue.passed(wanted);
  }

  counts(): { drops: Record<string, DropCounts>; malformed: number; waiting: number; lost: number } {
    return {
      drops: Object.fromEntries([...this.#cleaners].map(([code, cleaner]) => [code, cleaner.counts()])),
      malformed: this.#malformed,
      waiting: this.#queue.waiting,
      lost: this.#queue.lost,
    };
  }

  #sink(): FeedSink {
    const { said, history } = this.#options;
    const tell = (): void => said({ status: this.#status, symbols: this.#symbols });
    return {
      quote: (quote) => this.#receive(quote),
      malformed: () => {
        this.#malformed += 1;
      },
      status: (status) => {
        this.#status = status;
        tell();
      },
      symbol: (status) => {
        this.#symbols.set(status.code, status);
        tell();
      },
      history,
    };
  }

  #receive(quote: FeedQuote): void | Promise<void> {
    const { feed, clock } = this.#options;
    const pair = this.#options.pairOf(quote.code);
    const cleaner = this.#cleaners.get(quote.code);
    if (!pair?.enabled || !cleaner) return undefined;
    cleaner.maxJumpPercent = pair.maxJumpPercent;
    for (const { bid, ask, sourceTime } of cleaner.accept(quote, clock.now())) {
      const { id: pairId, code, pricePrecision } = pair;
      this.#queue.push({ pairId, code, pricePrecision, bid, ask, sourceTime, source: feed.name });
    }
    return this.#queue.room();
  }
}
