// Micro orders in the contract's own names. Only this file knows both vocabularies.

import type { MicroOrderView } from '@fairtick/contract/http/micro';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { Pair } from '@fairtick/engine/types';
import { formatFixed, formatUnits } from '@fairtick/kernel/decimal';
import { timeText } from '../../platform/time-text.ts';
import type { ShownMicro } from './table.ts';

/** The order without its time texts, which depend on the reader (`withTimes` adds them). */
export function toView(order: ShownMicro, pair: Pair | undefined, nowMs: number): MicroOrderView {
  const shown = (price: bigint): string => formatFixed(price, order.pricePrecision);
  return {
    Id: String(order.id),
    Type: order.direction === 'up' ? 1 : 2,
    Number: formatUnits(order.stake, 2),
    OpenPrice: order.openPrice === undefined ? '' : shown(order.openPrice),
    EndPrice: order.endPrice === undefined ? '' : shown(order.endPrice),
    ProfitRatio: formatUnits(order.profitRatio),
    Seconds: order.seconds,
    RemainMilliSeconds: order.status === 'closed' ? 0 : Math.max(0, order.expiryTime - nowMs),
    Status: order.status === 'closed' ? 3 : 1,
    Outcome: order.outcome ?? '',
    FactProfits: formatUnits(order.result, 2),
    CreatedAtST: '',
    CompleteAtST: '',
    CreatedAt: order.acceptedTime,
    ExpiresAt: order.expiryTime,
    ForexTradeList: {
      Id: order.pairId,
      Code: pair?.code ?? '',
      ShowCode: pair?.showCode ?? '',
      PricePrecision: order.pricePrecision,
    },
  };
}

/** `closedTime`: UTC ms at which it ended, which may be before its expiry. */
export const withTimes = <View extends MicroOrderView>(view: View, lang: LanguageKey, closedTime?: number): View => ({
  ...view,
  CreatedAtST: timeText(view.CreatedAt, lang),
  CompleteAtST: timeText(view.Status === 3 ? Math.min(view.ExpiresAt, closedTime ?? view.ExpiresAt) : undefined, lang),
});

/** The order as its owner reads it. */
export const microView = (
  order: ShownMicro,
  market: { readonly nowMs: number; pair(pairId: number): Pair | undefined },
  lang: LanguageKey,
): MicroOrderView => withTimes(toView(order, market.pair(order.pairId), market.nowMs), lang, order.closedTime);
