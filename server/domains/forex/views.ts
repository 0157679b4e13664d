// Forex orders in the contract's own names. Only this file knows both vocabularies.

import { FOREX_STATUS, type ForexOrderView } from '@fairtick/contract/http/forex';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { ForexTrade } from '@fairtick/contract/socket/messages';
import { closingPrice } from '@fairtick/engine/quotes';
import type { ForexOrder, ForexStatus } from '@fairtick/engine/types';
import { formatFixed, formatUnits, type Price } from '@fairtick/kernel/decimal';
import { timeText } from '../../platform/time-text.ts';
import type { Account } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import type { KeptOrder } from './active-table.ts';
import { stopsOf } from './frozen-terms.ts';
import type { ListedOrder, ShownOrder } from './list-table.ts';
import { equityAt, floatingOf } from './rules/state.ts';

/** The order without its time texts, which depend on the reader (`withTimes` adds them). */
export function toView(order: ShownOrder, market: MarketAt): ForexOrderView {
  const pair = market.pair(order.pairId);
  const precision = order.terms.pricePrecision;
  const shown = (price: bigint): string => formatFixed(price, precision);
  const priceNow = order.status === 'open' ? livePrice(order, market) : undefined;
  const newest = order.close?.price ?? priceNow;
  const entry = order.open?.price ?? order.target?.price ?? 0n;
  const result = order.status === 'open' ? floatingOf(order, market) : order.result;
  return {
    Id: String(order.id),
    OriginId: order.originId === undefined ? '' : String(order.originId),
    ...(order.followId === undefined ? {} : { FollowId: String(order.followId) }),
    OrderType: order.side === 'buy' ? 1 : 2,
    Quantity: formatUnits(order.quantity),
    OriginPrice: shown(order.target?.price ?? entry),
    Price: shown(entry),
    UpdatePrice: newest === undefined ? '' : shown(newest),
    FactProfits: formatUnits(result, 2),
    CautionMoney: formatUnits(order.margin, 2),
    TradeFee: formatUnits(order.fee, 2),
    ...stopsOf(order),
    Status: FOREX_STATUS[order.status],
    Multiple: order.terms.multiple,
    CloseReason: endOf(order),
    CreateTimeHandler: '',
    CompleteTimeHandler: '',
    CreateTime: order.createdTime,
    OpenTime: order.open?.time ?? null,
    CompleteTime: order.close?.time ?? order.cancelledTime ?? null,
    ForexContNum: formatUnits(order.terms.contNum),
    Markup: formatUnits(order.terms.markup),
    ForexTradeLists: {
      Id: order.pairId,
      Code: pair?.code ?? '',
      ShowCode: pair?.showCode ?? '',
      PricePrecision: precision,
    },
  };
}

/** Nothing of an order that has not ended, nor of one that was cancelled before reasons were written down. */
function endOf(order: ShownOrder): ForexOrderView['CloseReason'] {
  if (order.status === 'closed') return order.close?.reason ?? 'reset';
  return order.status === 'cancelled' ? (order.cancelCause ?? '') : '';
}

export const withTimes = <View extends ForexOrderView>(view: View, lang: LanguageKey): View => ({
  ...view,
  CreateTimeHandler: timeText(view.CreateTime, lang),
  CompleteTimeHandler: timeText(view.CompleteTime, lang),
});

/** The order as its owner reads it. */
export const forexView = (order: ShownOrder, market: MarketAt, lang: LanguageKey): ForexOrderView =>
  withTimes(toView(order, market), lang);

/** The same in a list: with what its nights have taken. */
export const listedView = (order: ListedOrder, market: MarketAt, lang: LanguageKey): ForexOrderView => ({
  ...forexView(order, market, lang),
  Nights: formatUnits(order.nights, 2),
});

/** The statuses a list of the contract shows: history has cancelled orders too. */
export function statusesOf(code: number): readonly ForexStatus[] {
  switch (code) {
    case FOREX_STATUS.pending:
      return ['pending'];
    case FOREX_STATUS.open:
      return ['open'];
    case FOREX_STATUS.cancelled:
      return ['cancelled'];
    default:
      return ['closed', 'cancelled'];
  }
}

/** A user's figures for the socket. `active`: their pending and open orders. */
export function toForexTrade(
  account: Pick<Account, 'available' | 'locked'>,
  active: readonly KeptOrder[],
  market: MarketAt,
): ForexTrade {
  const equity = equityAt(account, active, market);
  return {
    ProfitsTotal: formatUnits(equity.floating, 2),
    HazardRate: formatUnits(equity.hazardRate, 2),
    MarginLevel: equity.marginLevel === undefined ? '' : formatUnits(equity.marginLevel, 2),
    CautionMoneyAll: formatUnits(equity.usedMargin, 2),
    NetValue: formatUnits(equity.netValue, 2),
    FreeMargin: formatUnits(equity.freeMargin, 2),
    TransOrder: transOrders(active, market),
  };
}

/** Of those that are open: their price and result at this moment. */
export const transOrders = (active: readonly KeptOrder[], market: MarketAt): ForexTrade['TransOrder'] =>
  active
    .filter((order) => order.status === 'open')
    .map((order) => {
      const price = livePrice(order, market);
      return {
        Id: String(order.id),
        UpdatePrice: price === undefined ? '' : formatFixed(price, order.terms.pricePrecision),
        FactProfits: formatUnits(floatingOf(order, market), 2),
      };
    });

interface Quoted extends Pick<ForexOrder, 'pairId' | 'side'> {
  readonly terms: Pick<ForexOrder['terms'], 'markup'>;
}

/** At which an open order would close now; undefined while its pair has no quote. */
function livePrice({ pairId, side, terms }: Quoted, market: MarketAt): Price | undefined {
  const tick = market.view.quote(pairId);
  return tick && closingPrice(side, tick, terms.markup);
}
