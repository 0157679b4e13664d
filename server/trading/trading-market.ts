// What trading needs of the market and of the log of ticks. No behaviour.

import type { Pair, Tick } from '@fairtick/engine/types';
import type { MarketSource } from '../domains/parts.ts';

export interface TradingMarket extends MarketSource {
  /** On the terms of that moment of the log (UTC ms), without one of now; the same array until one of them switches. */
  pairs(timeMs?: number): readonly Pair[];
  /** How far the log has passed for expiries, UTC ms (rules §7). */
  passedTimeMs(): number;
  /** For each pair and time the pair's last logged tick received at or before that time. */
  lastTicksAt(wanted: readonly { pairId: number; timeMs: number }[]): Promise<readonly (Tick | undefined)[]>;
  /** Each pair's first logged tick after a place in the log, received at `fromMs` (UTC ms) or later. */
  firstTicksAfter(
    wanted: readonly { pairId: number; logIndex: number; fromMs: number }[],
  ): Promise<readonly (Tick | undefined)[]>;
  /** Logged ticks after a place, in order. */
  ticksAfter(logIndex: number, limit: number): Promise<readonly Tick[]>;
  /** The newest tick of each pair at or before a place. */
  ticksAt(logIndex: number): Promise<readonly Tick[]>;
  evaluatedThrough(): Promise<number>;
}
