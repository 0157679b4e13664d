// The market and the tick log as trading wants them.

import type { Tick } from '@fairtick/engine/types';
import { evaluatedThrough, lastTicksAt, type Market, marketTimeOf, ticksAfter, ticksAt } from '../domains/parts.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { TradingMarket } from '../trading/trading-market.ts';

/**
 * `triggersRun`: false while everything live is read again, or while other servers would not hear of what is decided here; until it is
 * done users' orders wait, so that nobody overtakes a trigger.
 */
export function marketForTrading(
  { pairs, quotes, clock, statuses }: Pick<Market, 'pairs' | 'quotes' | 'clock' | 'statuses'>,
  db: Pool,
  triggersRun: () => boolean,
): TradingMarket {
  const pairIds = pairs.all().map((pair) => pair.id);
  return {
    view: () => quotes.view(),
    pair: (pairId) => pairs.get(pairId),
    pairs: () => pairs.all(),
    marketTime: (tick: Tick) => marketTimeOf(tick),
    marketNow: () => clock.notBeforeTicks(),
    statusNow: (pairId) => (triggersRun() ? statuses.of(pairId).reason : 'feed_down'),
    passedTimeMs: () => clock.passedTimeMs(),
    lastTicksAt: (wanted) => lastTicksAt(db, wanted),
    ticksAfter: (logIndex, limit) => ticksAfter(db, logIndex, limit),
    ticksAt: (logIndex) => ticksAt(db, pairIds, logIndex),
    evaluatedThrough: () => evaluatedThrough(db),
  };
}
