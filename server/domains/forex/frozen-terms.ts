// What is fixed for ever when an order is accepted, in the contract's names: an acceptance says it, and the order's proof repeats it.

import type { Bound } from '@fairtick/engine/deviation';
import type { BoundSaid, ForexFrozenTerms } from '@fairtick/engine/proof';
import type { ForexOrder } from '@fairtick/engine/types';
import { formatFixed, formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';

/** As much of a pair as a proof names. */
export interface PairName {
  readonly code: string;
  readonly pricePrecision: number;
}

/** `pair` of an id; an order's own pairs are always known. */
export function frozenTerms(order: ForexOrder, pair: (pairId: number) => PairName | undefined): ForexFrozenTerms {
  const { terms, target } = order;
  const ratePair = terms.ratePairId === undefined ? undefined : pair(terms.ratePairId);
  return {
    pair: pair(order.pairId)?.code ?? '',
    OrderType: order.side === 'buy' ? 1 : 2,
    Quantity: formatUnits(order.quantity),
    multiple: terms.multiple,
    MarginMode: terms.marginMode,
    ForexContNum: formatUnits(terms.contNum),
    trade_fee_type: terms.feeType,
    ForexFeeRate: formatUnits(terms.feeRate),
    markup: formatUnits(terms.markup),
    PricePrecision: terms.pricePrecision,
    ratePair: ratePair?.code ?? null,
    ratePrecision: ratePair?.pricePrecision ?? null,
    rateInverse: terms.rateInverse,
    target_price: target ? formatFixed(target.price, terms.pricePrecision) : null,
    targetKind: target?.kind ?? null,
    openRate: formatUnits(order.placed.rate, 0, RATE_PLACES),
    CautionMoney: formatUnits(order.margin),
    TradeFee: formatUnits(order.fee),
    financingRate: formatUnits(terms.financingRate),
    financingNights: terms.financingNights,
  };
}

/** "0" = none. */
export function stopsOf({
  stopLoss,
  takeProfit,
  terms,
}: Pick<ForexOrder, 'stopLoss' | 'takeProfit'> & { readonly terms: Pick<ForexOrder['terms'], 'pricePrecision'> }): {
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
} {
  const shown = (price: bigint): string => (price === 0n ? '0' : formatFixed(price, terms.pricePrecision));
  return { TargetLossPrice: shown(stopLoss), TargetProfitPrice: shown(takeProfit) };
}

/** How much worse than what its user saw a market order may be filled. */
export const boundSaid = ({ expected, pips }: Bound, precision: number): BoundSaid => ({
  expected_price: formatFixed(expected, precision),
  max_deviation: formatUnits(pips),
});
