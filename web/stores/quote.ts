// A quote as the cells show it, from either of its two sources. Pure.

import type { TradePair } from '@fairtick/contract/http/market';
import type { DayMarket } from '@fairtick/contract/socket/messages';

export interface Quote {
  /** Mid 24 h ago; '' where unknown. */
  readonly open: string;
  /** Newest mid; '' before the first price. */
  readonly close: string;
  /** Raw bid and ask of the feed, without the pair's markup. */
  readonly bid: string;
  readonly ask: string;
  /** Percent text with sign; '' where unknown. */
  readonly change: string;
  /** UTC ms of the tick. */
  readonly time: number;
  /** Place of the tick in the log; -1 where the list did not say. */
  readonly index: number;
  readonly status: TradePair['StatusReason'];
  /** Where the mid went with the last tick that moved it. */
  readonly move: 'up' | 'down' | 'none';
}

export function quoteFromPair(pair: TradePair): Quote {
  const { Open, Close, Change, Bid, Ask, Time } = pair.ForexQuotations;
  return {
    open: Open,
    close: Close,
    bid: Bid,
    ask: Ask,
    change: Change,
    time: Time,
    index: -1,
    status: pair.StatusReason,
    move: 'none',
  };
}

export function quoteFromTick(data: DayMarket, before: Quote | undefined): Quote {
  const { open, close, bid, ask, time, index } = data.quotation;
  return { open, close, bid, ask, change: data.change, time, index, status: data.status, move: moveOf(before, close) };
}

function moveOf(before: Quote | undefined, close: string): Quote['move'] {
  if (!before || before.close === '' || before.close === close) return before?.move ?? 'none';
  return Number(close) > Number(before.close) ? 'up' : 'down';
}

/** The new list, keeping the old objects of pairs whose terms did not change, so that only what changed is drawn anew. */
export function mergePairs(before: readonly TradePair[], now: readonly TradePair[]): readonly TradePair[] {
  const known = new Map(before.map((pair) => [pair.Id, pair]));
  const merged = now.map((pair) => {
    const old = known.get(pair.Id);
    return old && terms(old) === terms(pair) ? old : pair;
  });
  const same = merged.length === before.length && merged.every((pair, i) => pair === before[i]);
  return same ? before : merged;
}

/** Everything of a pair but its price and status, which the quotes carry. */
function terms(pair: TradePair): string {
  const { ForexQuotations: _quotations, MarketStatus: _open, StatusReason: _reason, ...rest } = pair;
  return JSON.stringify(rest);
}
