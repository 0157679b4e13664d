// The positions that move with a pair, and where the account would be closed by force as it moves.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { MovingPosition } from '@fairtick/engine/forced-close';
import { price, readUnits } from '@fairtick/kernel/decimal';
import { useMemo } from 'react';
import { type ForcedPrice, forcedPrices, type Look, movingPositions } from '../calculators/forced-close.ts';
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
