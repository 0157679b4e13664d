// The market frozen for one decision: quotes up to a place in the log, and whether a pair trades at that moment.

import { isOpen } from '@fairtick/engine/hours';
import { STALE_AFTER_MS } from '@fairtick/engine/quotes';
import type { Pair, QuoteView, Tick } from '@fairtick/engine/types';
import type { StatusReason } from './states.ts';

/** The market as decisions see it. `view`, `nowMs` and `marketMs` are frozen for one command; the rest is public settings. */
export interface MarketAt {
  readonly view: QuoteView;
  readonly nowMs: number;
  /** The market's clock, UTC ms: `nowMs`, or where a replay stands. Nights follow it. */
  readonly marketMs: number;
  pair(pairId: number): Pair | undefined;
  precision(pairId: number): number;
  /** Whether the pair trades at this moment, judged by the newest tick in `view` against `nowMs`. */
  tradable(pairId: number): StatusReason;
}

/** What a moment of the market is taken from. */
export interface MarketSource {
  view(): QuoteView;
  /** With the hours that the running feed trades by. */
  pair(pairId: number): Pair | undefined;
  /** UTC ms of a tick on the market's clock; differs from received time in a replay. */
  marketTime(tick: Tick): number;
  /** The market's clock now, UTC ms; not before the market time of the newest logged tick. */
  marketNow(): number;
  /** Whether the pair trades right now, the feed's own state included. */
  statusNow(pairId: number): StatusReason;
}

const settingsOf = (source: MarketSource): Pick<MarketAt, 'pair' | 'precision'> => ({
  pair: (pairId) => source.pair(pairId),
  precision: (pairId) => source.pair(pairId)?.pricePrecision ?? 0,
});

/** The market now: for what users ask. */
export const marketNow = (source: MarketSource, nowMs: number): MarketAt => ({
  ...settingsOf(source),
  view: source.view(),
  nowMs,
  marketMs: source.marketNow(),
  tradable: (pairId) => source.statusNow(pairId),
});

/**
 * The market at a past tick: for what that tick called for. Only the log counts, hours by the deciding tick's market time and freshness
 * by received time against it, so that the same log always gives the same decision; the engine judges alike.
 */
export function marketAt(source: MarketSource, view: QuoteView, deciding: Tick): MarketAt {
  const marketTime = source.marketTime(deciding);
  const tradable = (pairId: number): StatusReason => {
    const pair = source.pair(pairId);
    if (!pair?.enabled) return 'disabled';
    const tick = view.quote(pairId);
    if (!tick) return 'no_feed';
    if (!isOpen(pair.hours, marketTime)) return 'hours';
    if (deciding.receivedTime - tick.receivedTime >= STALE_AFTER_MS) return 'stale';
    if (pair.ratePairId !== undefined && !view.quote(pair.ratePairId)) return 'no_rate';
    return 'open';
  };
  return { ...settingsOf(source), view, nowMs: deciding.receivedTime, marketMs: marketTime, tradable };
}
