// My orders, page by page, and all open positions at once.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { useEffect } from 'react';
import {
  type ForexTab,
  fetchForexOrders,
  fetchOptions,
  type OptionOrder,
  type OptionTab,
  type Origin,
} from '../stores/orders.ts';
import { QUERY } from '../transport/query.ts';
import { type OrderPages, usePages } from './use-pages.ts';

export const useForexOrders = (status: ForexTab, copies: Origin = ''): OrderPages<ForexOrderView> =>
  usePages([QUERY.forexOrders, status, copies], (page, signal) => fetchForexOrders({ status, copies }, page, signal));

export const useOptions = (status: OptionTab): OrderPages<OptionOrder> =>
  usePages([QUERY.microOrders, status], (page, signal) => fetchOptions(status, page, signal));

/** Every open position, all pages of them; undefined until they are all there. */
export function useOpenPositions(): readonly ForexOrderView[] | undefined {
  const { orders, total, more, loadingMore, loadMore } = useForexOrders(1);
  useEffect(() => {
    if (more && !loadingMore) loadMore();
  });
  return total !== undefined && orders.length >= total ? orders : undefined;
}
