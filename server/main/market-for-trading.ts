// The market and the tick log as trading wants them.

import type { Tick } from '@fairtick/engine/types';
import {
  evaluatedThrough,
  firstTicksAfter,
  lastTicksAt,
  type Market,
  marketTimeOf,
  ticksAfter,
  ticksAt,
} from '../domains/parts.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { TradingMarket } from '../trading/trading-market.ts';

/**
 * `mayOpen`: false while all orders are read again, while other servers would not hear of decisions made here, or while terms may have switched
 * without this server knowing. Users' orders wait until it is true, so that none overtakes a trigger or trades on old terms.
 */
export function marketForTrading(
  { pairs, quotes, clock, statuses, paces }: Pick<Market, 'pairs' | 'quotes' | 'clock' | 'statuses' | 'paces'>,
  db: Pool,
  mayOpen: () => boolean,
): TradingMarket {
  const pairIds = pairs.all().map((pair) => pair.id);
  return {
    view: () => quotes.view(),
    pair: (pairId, timeMs) => pairs.get(pairId, timeMs),
    pairs: (timeMs) => pairs.all(timeMs),
    marketTime: (tick: Tick) => marketTimeOf(tick),
    marketNow: () => clock.notBeforeTicks(),
    statusNow: (pairId) => (mayOpen() ? statuses.of(pairId).reason : 'feed_down'),
    openingHold: (pairId, nowMs, bounds) => paces.hold(pairs.get(pairId) ?? { id: pairId }, nowMs, bounds),
    passedTimeMs: () => clock.passedTimeMs(),
    lastTicksAt: (wanted) => lastTicksAt(db, wanted),
    firstTicksAfter: (wanted) => firstTicksAfter(db, wanted),
    ticksAfter: (logIndex, limit) => ticksAfter(db, logIndex, limit),
    ticksAt: (logIndex) => ticksAt(db, pairIds, logIndex),
    evaluatedThrough: () => evaluatedThrough(db),
  };
}
