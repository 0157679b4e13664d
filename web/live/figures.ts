// What sums need from the live data: the conversion rate of a pair, the figures of the futures account.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Rate } from '@fairtick/kernel/decimal';
import { useMemo } from 'react';
import { useBalances, useForexLive } from './account.ts';
import { type AccountFigures, accountFigures, rateOf } from './calculators.ts';
import { usePair, useQuote } from './market.ts';

/** USD for one unit of the pair's quote currency, following its rate pair; undefined while that has no price. */
export function useRate(pair: Pick<TradePair, 'RatePairId' | 'RateInverse'> | undefined): Rate | undefined {
  const rateId = pair?.RatePairId ?? undefined;
  const quote = useQuote(rateId);
  const ratePair = usePair(rateId);
  return useMemo(
    () =>
      pair &&
      rateOf(
        pair,
        () => quote,
        () => ratePair,
      ),
    [pair, quote, ratePair],
  );
}

/** The futures account's figures; undefined while signed out or not yet known. */
export function useFuturesAccount(): AccountFigures | undefined {
  const live = useForexLive();
  const balance = useBalances()?.find((one) => one.type === 'forex');
  return useMemo(() => accountFigures(live, balance), [live, balance]);
}
