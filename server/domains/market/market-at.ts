// The market frozen for one decision: quotes up to a place in the log, and whether a pair trades at that moment.

import type { Tradability } from '@fairtick/contract/tradability';
import type { OpeningBounds, OpeningHold } from '@fairtick/engine/pace';
import type { Pair, QuoteView, Tick } from '@fairtick/engine/types';
import { tradability } from './tradability.ts';

/** The market as a decision sees it. `view`, `nowMs` and `marketMs` are frozen for one command; the rest is public settings. */
export interface MarketAt {
  readonly view: QuoteView;
  readonly nowMs: number;
  /** The market's clock, UTC ms: `nowMs`, or where a replay stands. Nights follow it. */
  readonly marketMs: number;
  pair(pairId: number): Pair | undefined;
  precision(pairId: number): number;
  /** Whether the pair trades at this moment, judged by the newest tick in `view` against `nowMs`. */
  tradable(pairId: number): Tradability;
  /** Why nothing new opens on a pair though it trades; only of users' own orders. */
  openingHold(pairId: number, bounds: OpeningBounds): OpeningHold | undefined;
}

/** What a moment of the market is taken from. */
export interface MarketSource {
  view(): QuoteView;
  /** With the hours that the running feed trades by; on the terms of that moment of the log (UTC ms), without one of now. */
  pair(pairId: number, timeMs?: number): Pair | undefined;
  /** UTC ms of a tick on the market's clock; differs from received time in a replay. */
  marketTime(tick: Tick): number;
  /** The market's clock now, UTC ms; not before the market time of the newest logged tick. */
  marketNow(): number;
  /** Whether the pair trades right now, the feed's own state included. */
  statusNow(pairId: number): Tradability;
  openingHold(pairId: number, nowMs: number, bounds: OpeningBounds): OpeningHold | undefined;
}

/** A pair's terms stay the same for one decision, also where they switch in the middle of it. */
function termsOf(source: MarketSource, timeMs?: number): Pick<MarketAt, 'pair' | 'precision'> {
  const looked = new Map<number, Pair | undefined>();
  const pair = (pairId: number): Pair | undefined => {
    if (!looked.has(pairId)) looked.set(pairId, source.pair(pairId, timeMs));
    return looked.get(pairId);
  };
  return { pair, precision: (pairId) => pair(pairId)?.pricePrecision ?? 0 };
}

/** The market now: for what users ask. */
export const marketNow = (source: MarketSource, nowMs: number): MarketAt => ({
  ...termsOf(source),
  view: source.view(),
  nowMs,
  marketMs: source.marketNow(),
  tradable: (pairId) => source.statusNow(pairId),
  openingHold: (pairId, bounds) => source.openingHold(pairId, nowMs, bounds),
});

/**
 * The market at a past tick: for what that tick triggered. Only the log counts, hours by the deciding tick's market time and freshness
 * by received time against it, on the terms of then, so that the same log always gives the same decision; the engine judges alike.
 */
export function marketAt(source: MarketSource, view: QuoteView, deciding: Tick): MarketAt {
  const nowMs = deciding.receivedTime;
  const marketMs = source.marketTime(deciding);
  const terms = termsOf(source, nowMs);
  return {
    ...terms,
    view,
    nowMs,
    marketMs,
    tradable: (pairId) =>
      tradability({
        pair: terms.pair(pairId),
        feed: 'up',
        tick: view.quote(pairId),
        quotes: view,
        nowMs,
        marketMs,
      }),
    // What a tick set off was asked for before.
    openingHold: () => undefined,
  };
}
