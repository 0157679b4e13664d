// Whether a pair trades, and why not: what clients read of it, and how a command for such a pair is refused.

import { type Refusal, refuse } from './errors.ts';

/**
 * hours: outside the pair's hours; stale: no fresh quote; feed_down: the feed is away; disabled: switched off; no_feed: the feed does not quote
 * the pair; no_rate: nothing turns the quote currency into USD.
 */
export const TRADABILITY = ['open', 'hours', 'stale', 'feed_down', 'disabled', 'no_feed', 'no_rate'] as const;
export type Tradability = (typeof TRADABILITY)[number];

/** Why a command for the pair of this name is refused now; undefined when it trades. */
export function closedRefusal(tradability: Tradability, pair: string): Refusal | undefined {
  switch (tradability) {
    case 'open':
      return undefined;
    case 'hours':
    case 'disabled':
      return refuse('MARKET_CLOSED', { pair });
    case 'stale':
      return refuse('QUOTE_STALE', { pair });
    case 'feed_down':
      return refuse('FEED_DOWN');
    case 'no_feed':
      return refuse('PAIR_WITHOUT_FEED', { pair });
    case 'no_rate':
      return refuse('RATE_MISSING', { pair });
  }
}
