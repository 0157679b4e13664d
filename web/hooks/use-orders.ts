// My orders, page by page.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { type ForexTab, fetchForexOrders, fetchOptions, type OptionOrder, type OptionTab } from '../stores/orders.ts';
import { QUERY } from '../transport/query.ts';
import { type OrderPages, usePages } from './use-pages.ts';

export const useForexOrders = (status: ForexTab): OrderPages<ForexOrderView> =>
  usePages([QUERY.forexOrders, status], (page, signal) => fetchForexOrders(status, page, signal));

export const useOptions = (status: OptionTab): OrderPages<OptionOrder> =>
  usePages([QUERY.microOrders, status], (page, signal) => fetchOptions(status, page, signal));
