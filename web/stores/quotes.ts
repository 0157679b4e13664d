// The newest quote of every pair, from the list and from ticks. A quote wakes only what shows its pair.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { TradePair } from '@fairtick/contract/http/market';
import type { DayMarket } from '@fairtick/contract/socket/messages';
import { KeyedStore } from './keyed-store.ts';
import { type Quote, quoteFromPair, quoteFromTick } from './quote.ts';

export const quotes = new KeyedStore<number, Quote>();
const idByCode = new Map<string, number>();

/** The newest quote of a pair; undefined while there is none. */
export const quoteOf = (pairId: number): Quote | undefined => quotes.get(pairId);

/** For charts and other things outside React that follow one pair. */
export const onQuote = (pairId: number, changed: () => void): (() => void) => quotes.subscribe(pairId, changed);

export function takePairs(pairs: readonly TradePair[]): void {
  for (const pair of pairs) {
    idByCode.set(pair.Code, pair.Id);
    const quote = quoteFromPair(pair);
    const known = quotes.get(pair.Id);
    // A tick that the socket brought while the list was under way is newer than the list.
    if (!known || quote.time >= known.time) quotes.set(pair.Id, { ...quote, index: known?.index ?? quote.index });
    else if (known.status !== quote.status && pair.StatusReason !== 'open') {
      quotes.set(pair.Id, { ...known, status: quote.status });
    }
  }
}

/** Data of DAY_MARKET. True when it opened or closed its pair's market. */
export function takeTick(data: unknown): boolean {
  if (!isDayMarket(data)) return false;
  const pairId = idByCode.get(data.symbol);
  if (pairId === undefined) return false;
  const before = quotes.get(pairId);
  if (before && data.quotation.index < before.index) return false;
  quotes.set(pairId, quoteFromTick(data, before));
  return before !== undefined && before.status !== data.status;
}

/** The two parts that are read at once; the rest is the server's word. */
function isDayMarket(data: unknown): data is DayMarket {
  return isRecord(data) && typeof data.symbol === 'string' && isRecord(data.quotation);
}
