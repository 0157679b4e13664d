// Pairs and their newest quotes, for components. What redraws with ticks asks for one pair and stays small.

import type { TradePair } from '@fairtick/contract/http/market';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { marketStore, type PairsState, startMarket } from '../stores/market.ts';
import type { Quote } from '../stores/quote.ts';
import { quotes } from '../stores/quotes.ts';
import { useKeyed } from './use-keyed.ts';

const NO_PAIR = -1;

export function usePairs(): { readonly pairs: readonly TradePair[]; readonly state: PairsState } {
  useEffect(startMarket, []);
  const pairs = useStore(marketStore, (market) => market.pairs);
  const state = useStore(marketStore, (market) => market.state);
  return { pairs, state };
}

export const usePair = (pairId: number | undefined): TradePair | undefined =>
  useStore(marketStore, (market) => market.pairs.find((pair) => pair.Id === pairId));

/** The chosen pair, or the first one while none is chosen or the chosen one is gone. */
export const useCurrentPair = (): TradePair | undefined =>
  useStore(marketStore, ({ pairs, currentPairId }) => pairs.find((pair) => pair.Id === currentPairId) ?? pairs[0]);

/** The newest quote of a pair; undefined while there is none. */
export const useQuote = (pairId: number | undefined): Quote | undefined => useKeyed(quotes, pairId ?? NO_PAIR);

/** The same where somebody looks; elsewhere the newest at whatever moment it is drawn, and no drawing for its sake. */
export const useQuoteInSight = (pairId: number, inSight: boolean): Quote | undefined =>
  useKeyed(quotes, inSight ? pairId : NO_PAIR) ?? quotes.get(pairId);
