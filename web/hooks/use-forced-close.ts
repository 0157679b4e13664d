// The positions that move with a pair, and where the account would be closed by force as it moves: for one position, and for a list of them.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { BidAsk, ForcedClose, MovingPosition } from '@fairtick/engine/forced-close';
import { systemClock } from '@fairtick/kernel/clock';
import { price, readUnits } from '@fairtick/kernel/decimal';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  closingPrices,
  type ForcedPrice,
  forcedPrices,
  forcedQuotes,
  type Look,
  movingPositions,
} from '../calculators/forced-close.ts';
import { sideOf } from '../calculators/positions.ts';
import { rateOf, tickOf } from '../calculators/prices.ts';
import { marketStore } from '../stores/market.ts';
import { quoteOf } from '../stores/quotes.ts';
import { useForexAccount } from './use-figures.ts';
import { usePair, useQuote } from './use-market.ts';
import { useOpenPositions } from './use-orders.ts';

/** By the newest prices at the moment it is asked. */
const look: Look = (pairId) => {
  const { pairs } = marketStore.getState();
  const pair = pairs.find(({ Id }) => Id === pairId);
  const quote = tickOf(quoteOf(pairId));
  if (!pair || !quote) return undefined;
  const rateId = pair.RatePairId;
  const ratePair = pairs.find(({ Id }) => Id === rateId);
  const rate = rateOf(pair, { quote: rateId === null ? undefined : quoteOf(rateId), pair: ratePair });
  return rate === undefined ? undefined : { pair, quote, rate };
};

/** Anew with every move of the pair; undefined while they are not all known. */
export function useMoving(pairId: number): readonly MovingPosition[] | undefined {
  const open = useOpenPositions();
  const quote = useQuote(pairId);
  return useMemo(() => (open && quote ? movingPositions(open, pairId, look) : undefined), [open, quote, pairId]);
}

/** For an open position, at its closing prices; undefined while it is not known. */
export function useForcedClose(order: ForexOrderView): readonly ForcedPrice[] | undefined {
  const pairId = order.ForexTradeLists.Id;
  const account = useForexAccount();
  const pair = usePair(pairId);
  const moving = useMoving(pairId);
  const quote = useQuote(pairId);
  return useMemo(() => {
    const tick = tickOf(quote);
    if (!account || !pair || !moving || !tick) return undefined;
    const markup = price(readUnits(order.Markup));
    return forcedPrices(account, moving, { pair, quote: tick, side: sideOf(order), markup });
  }, [account, pair, moving, quote, order]);
}

/** By the pair's id. */
export type ForcedByPair = ReadonlyMap<number, { readonly quotes: ForcedClose; readonly now: BidAsk }>;

const NONE_YET: ForcedByPair = new Map();
/** A list need not follow each tick: the search looks at all positions for each of their pairs. */
const LIST_MS = 1_000;

/** Of every pair with an open position; what is not known is not there. */
export function useForcedByPair(): ForcedByPair {
  const open = useOpenPositions();
  const account = useForexAccount();
  const [found, setFound] = useState(NONE_YET);
  const search = useEffectEvent(() => {
    if (!open || !account) return;
    const byPair = new Map<number, { quotes: ForcedClose; now: BidAsk }>();
    for (const id of new Set(open.map((order) => order.ForexTradeLists.Id))) {
      const at = look(id);
      const moving = at && movingPositions(open, id, look);
      if (moving) byPair.set(id, { quotes: forcedQuotes(account, moving, at), now: at.quote });
    }
    setFound(byPair);
  });
  const known = account !== undefined;
  useEffect(() => {
    if (!known || !open || open.length === 0) return;
    search();
    return systemClock.every(LIST_MS, search);
  }, [known, open]);
  return found;
}

/** At the closing prices of an open position; undefined while it is not known. */
export function forcedOf(order: ForexOrderView, byPair: ForcedByPair): readonly ForcedPrice[] | undefined {
  const at = byPair.get(order.ForexTradeLists.Id);
  if (!at) return undefined;
  const { Id, PricePrecision } = order.ForexTradeLists;
  const market = { pair: { Id, PricePrecision }, quote: at.now, side: sideOf(order) };
  return closingPrices(at.quotes, { ...market, markup: price(readUnits(order.Markup)) });
}
