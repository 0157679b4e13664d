// The seam between a source of prices and the market: what a feed says, and what it may be asked. No cleaning, no log, no I/O.

import type { Pair } from '@fairtick/engine/types';
import type { Price } from '@fairtick/kernel/decimal';

export type FeedName = 'kraken' | 'replay' | 'simulated';

/** One top-of-book quote as the source gave it. */
export interface FeedQuote {
  readonly code: string;
  readonly bid: Price;
  readonly ask: Price;
  /** UTC ms by the source's clock. */
  readonly sourceTime: number;
}

/** live: quotes may come; paused: the source itself has stopped trading; ended: a recording is over. */
export type FeedState = 'connecting' | 'live' | 'paused' | 'down' | 'ended';

export interface FeedStatus {
  readonly state: FeedState;
  /** For the operator, one English phrase; '' while live. */
  readonly reason: string;
}

/** waiting: asked for, nothing heard yet; refused: the source will not send it; silent: subscribed but quiet for long. */
export type SymbolState = 'waiting' | 'live' | 'refused' | 'silent';

export interface SymbolStatus {
  readonly code: string;
  readonly state: SymbolState;
  readonly reason: string;
}

/** What a feed says of itself and of its pairs. */
export interface FeedReport {
  readonly status: FeedStatus;
  /** By code. */
  readonly symbols: ReadonlyMap<string, SymbolStatus>;
}

/** A bar of the past: UTC ms of its start, prices in 1e-8 units. */
export interface Bar {
  readonly time: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: number;
}

/** The six periods of a chart, in minutes. */
export const PERIOD_MINUTES = [1, 5, 15, 30, 60, 1440] as const;
export type PeriodMinutes = (typeof PERIOD_MINUTES)[number];
export const MINUTE_MS = 60_000;

export interface FeedSink {
  /** A promise asks the feed to wait before its next quote; only a feed that can wait (a recording) needs to heed it. */
  quote(quote: FeedQuote): void | Promise<void>;
  /** A quote that could not even be read: counted, never used. */
  malformed(code: string | undefined): void;
  status(status: FeedStatus): void;
  symbol(status: SymbolStatus): void;
  /** Bars from before the live ticks, oldest first; `source` labels them. */
  history(code: string, period: PeriodMinutes, bars: readonly Bar[], source: string): void;
}

export interface Feed {
  readonly name: FeedName;
  /** Which time of a tick rules hours and candles. */
  readonly clock: 'received' | 'source';
  /** Codes this feed can price. */
  readonly codes: ReadonlySet<string>;
  /** The market's clock now, UTC ms: the wall clock, or where a recording stands. */
  marketNow(): number;
  /** The hours the pair trades by on this feed: its own, except that a simulation may never close. */
  hoursOf(pair: Pair): Pair['hours'];
  /** Resolves once running; a source that is away is a status, not an error. `missing`: codes without any stored candle. */
  start(sink: FeedSink, missing: ReadonlySet<string>): Promise<void>;
  stop(): Promise<void>;
}

/** The last logged price of a pair, where a restarted feed goes on. */
export interface LastPrice {
  readonly bid: Price;
  readonly ask: Price;
  readonly sourceTime: number;
  readonly source: string;
}
