// A feed that says what the test tells it: the outer edge of the market, nothing of its inside.

import type { Pair } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import { price, readUnits } from '@fairtick/kernel/decimal';
import type { Bar, Feed, FeedName, FeedSink, PeriodMinutes } from '@fairtick/server/domains/market/feed';

export interface Script {
  readonly name: FeedName;
  readonly codes: readonly string[];
  readonly clock: Clock;
  /** What the feed tells as history for each code without candles. */
  readonly history?: readonly {
    readonly period: PeriodMinutes;
    readonly bars: readonly Bar[];
    readonly source: string;
  }[];
}

export class ScriptedFeed implements Feed {
  readonly name: FeedName;
  readonly clock: 'received' | 'source';
  readonly codes: ReadonlySet<string>;
  readonly #script: Script;
  #sink: FeedSink | undefined;
  /** The codes the market asked history for. */
  missing: ReadonlySet<string> = new Set();
  marketTime: number | undefined;

  constructor(script: Script) {
    this.#script = script;
    this.name = script.name;
    this.clock = script.name === 'replay' ? 'source' : 'received';
    this.codes = new Set(script.codes);
  }

  marketNow(): number {
    return this.marketTime ?? this.#script.clock.now();
  }
  hoursOf(pair: Pair): Pair['hours'] {
    return pair.hours;
  }
  async start(sink: FeedSink, missing: ReadonlySet<string>): Promise<void> {
    this.#sink = sink;
    this.missing = missing;
    for (const code of missing) {
      for (const { period, bars, source } of this.#script.history ?? []) sink.history(code, period, bars, source);
    }
    sink.status({ state: 'live', reason: '' });
  }
  async stop(): Promise<void> {
    this.#sink = undefined;
  }

  get sink(): FeedSink {
    if (!this.#sink) throw new Error('the feed is not started');
    return this.#sink;
  }

  /** A quote now, or at that source time. */
  say(code: string, bid: string, ask: string, sourceTime?: number): void | Promise<void> {
    return this.sink.quote({
      code,
      bid: price(readUnits(bid)),
      ask: price(readUnits(ask)),
      sourceTime: sourceTime ?? this.#script.clock.now(),
    });
  }
}
