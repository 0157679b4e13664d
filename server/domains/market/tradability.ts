// Whether a pair trades at a moment, and why not (rules §5). The market's status, a user's command and a trigger's decision ask this one function.

import type { Tradability } from '@fairtick/contract/tradability';
import { isOpen } from '@fairtick/engine/hours';
import { hasRate, isFresh } from '@fairtick/engine/quotes';
import type { Pair, QuoteView, Tick } from '@fairtick/engine/types';

export interface PairAtMoment {
  /** undefined: not in the catalogue. */
  readonly pair: Pick<Pair, 'enabled' | 'hours' | 'ratePairId'> | undefined;
  /** none: the feed does not quote the pair. A decision by the log alone says up: there the log is the feed. */
  readonly feed: 'up' | 'down' | 'none';
  /** The pair's newest tick; undefined also where nobody knows how old it is. */
  readonly tick: Pick<Tick, 'receivedTime'> | undefined;
  readonly quotes: Pick<QuoteView, 'quote'>;
  /** UTC ms: freshness goes by received time against this. */
  readonly nowMs: number;
  /** UTC ms of the market's clock, by which hours go. */
  readonly marketMs: number;
}

/** The first reason of these that holds: switched off, no feed, outside hours, no fresh quote, no rate. */
export function tradability({ pair, feed, tick, quotes, nowMs, marketMs }: PairAtMoment): Tradability {
  if (!pair?.enabled) return 'disabled';
  if (feed !== 'up') return feed === 'down' ? 'feed_down' : 'no_feed';
  if (!isOpen(pair.hours, marketMs)) return 'hours';
  if (!tick || !isFresh(tick, nowMs)) return 'stale';
  return hasRate(pair, quotes) ? 'open' : 'no_rate';
}
