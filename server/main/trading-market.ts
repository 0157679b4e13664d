// The market and the tick log as trading wants them.

import type { Tick } from '@fairtick/engine/types';
import { evaluatedThrough, lastTicksAt, type Market, marketTimeOf, ticksAfter, ticksAt } from '../domains/parts.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { TradingMarket } from '../trading/trading-market.ts';

/**
 * `triggersRun`: false while everything live is read again, or while other servers would not hear of what is decided here; until it is
 * done users' orders wait, so that nobody overtakes a trigger.
 */
export function marketForTrading(market: Market, db: Pool, triggersRun: () => boolean): TradingMarket {
  return {
    view: () => market.view(),
    pair: (pairId) => market.pair(pairId),
    pairs: () => market.pairs(),
    marketTime: (tick: Tick) => marketTimeOf(tick),
    marketNow: () => {
      const view = market.view();
      let latest = market.marketNow();
      for (const { id } of market.pairs()) {
        const tick = view.quote(id);
        // What another feed has logged stands on another clock.
        if (tick && tick.source === market.source) latest = Math.max(latest, marketTimeOf(tick));
      }
      return latest;
    },
    statusNow: (pairId) => (triggersRun() ? market.status(pairId).reason : 'feed_down'),
    passedTimeMs: () => market.passedTimeMs(),
    lastTicksAt: (wanted) => lastTicksAt(db, wanted),
    ticksAfter: (logIndex, limit) => ticksAfter(db, logIndex, limit),
    ticksAt: (logIndex) =>
      ticksAt(
        db,
        market.pairs().map((pair) => pair.id),
        logIndex,
      ),
    evaluatedThrough: () => evaluatedThrough(db),
  };
}
