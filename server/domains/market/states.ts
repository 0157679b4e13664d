// What the market tells others of itself, as plain data.

import type { Tradability } from '@fairtick/contract/tradability';
import type { Tick } from '@fairtick/engine/types';
import type { Price } from '@fairtick/kernel/decimal';
import type { DropCounts } from './cleaning.ts';
import type { FeedName, FeedStatus, SymbolStatus } from './feed.ts';

export interface PairStatus {
  /** 1 = open: orders, triggers and stop-outs act (rules §5). */
  readonly marketStatus: 0 | 1;
  readonly reason: Tradability;
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
