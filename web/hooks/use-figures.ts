// What sums need of the market and the account: the conversion rate of a pair, the figures of the forex account.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Rate } from '@fairtick/kernel/decimal';
import { useMemo } from 'react';
import { type AccountFigures, accountFigures } from '../calculators/account-figures.ts';
import { rateOf } from '../calculators/prices.ts';
import { useBalances, useForexTotals } from './use-account.ts';
import { usePair, useQuote } from './use-market.ts';

/** USD for one unit of the pair's quote currency, following its rate pair; undefined while that has no price. */
export function useRate(pair: Pick<TradePair, 'RatePairId' | 'RateInverse'> | undefined): Rate | undefined {
  const rateId = pair?.RatePairId ?? undefined;
  const quote = useQuote(rateId);
  const ratePair = usePair(rateId);
  return useMemo(() => pair && rateOf(pair, { quote, pair: ratePair }), [pair, quote, ratePair]);
}

/** The forex account's figures; undefined while signed out or not yet known. */
export function useForexAccount(): AccountFigures | undefined {
  const totals = useForexTotals();
  const balance = useBalances()?.find((one) => one.type === 'forex');
  return useMemo(() => accountFigures(totals, balance), [totals, balance]);
}
