// The estimate of the draft at the newest prices. Components that use it redraw with ticks; keep them small.

import type { TradePair } from '@fairtick/contract/http/market';
import type { MovingPosition } from '@fairtick/engine/forced-close';
import { useMemo } from 'react';
import type { TicketFaults } from '../../calculators/faults.ts';
import { estimateForex, type ForexDraft, type ForexEstimate } from '../../calculators/forex-estimate.ts';
import { type SidePrices, sidePrices } from '../../calculators/prices.ts';
import { useBasics } from '../../hooks/use-basics.ts';
import { useForexAccount, useRate } from '../../hooks/use-figures.ts';
import { useQuote } from '../../hooks/use-market.ts';

export interface TicketEstimate {
  readonly estimate: ForexEstimate | undefined;
  readonly faults: TicketFaults;
  /** What stands on the screen now. */
  readonly prices: SidePrices | undefined;
  /** False while prices, the conversion rate or the fee terms are not known yet. */
  readonly priced: boolean;
}

const UNPRICED: TicketEstimate = { estimate: undefined, faults: {}, prices: undefined, priced: false };

/** `held`: the open positions that move with the pair, where the forced close is wanted. */
export function useEstimate(pair: TradePair, draft: ForexDraft, held?: readonly MovingPosition[]): TicketEstimate {
  const quote = useQuote(pair.Id);
  const rate = useRate(pair);
  const account = useForexAccount();
  const feeType = useBasics()?.trade_fee_type;
  return useMemo(() => {
    const prices = sidePrices(pair, quote);
    if (!prices || rate === undefined || feeType === undefined) return UNPRICED;
    return { ...estimateForex(draft, { pair, prices, rate, feeType, held }, account), prices, priced: true };
  }, [pair, draft, quote, rate, account, feeType, held]);
}
