// The estimate of the draft at the newest prices. Components that use it redraw with ticks; keep them small.

import type { TradePair } from '@fairtick/contract/http/market';
import { useMemo } from 'react';
import { useBasics } from '../../live/basics.ts';
import { estimateForex, type ForexDraft, type ForexEstimate, sidePrices } from '../../live/calculators.ts';
import type { TicketFaults } from '../../live/faults.ts';
import { useFuturesAccount, useRate } from '../../live/figures.ts';
import { useQuote } from '../../live/market.ts';

export interface LiveEstimate {
  readonly estimate: ForexEstimate | undefined;
  readonly faults: TicketFaults;
  /** False while prices, the conversion rate or the fee terms are not known yet. */
  readonly priced: boolean;
}

const UNPRICED: LiveEstimate = { estimate: undefined, faults: {}, priced: false };

export function useEstimate(pair: TradePair, draft: ForexDraft): LiveEstimate {
  const quote = useQuote(pair.Id);
  const rate = useRate(pair);
  const account = useFuturesAccount();
  const feeType = useBasics()?.trade_fee_type;
  return useMemo(() => {
    const prices = sidePrices(pair, quote);
    if (!prices || rate === undefined || feeType === undefined) return UNPRICED;
    return { ...estimateForex(draft, { pair, prices, rate, feeType }, account), priced: true };
  }, [pair, draft, quote, rate, account, feeType]);
}
