// What positions that were just closed came to, as the history has them: their answer names them only.

import { ApiError } from '@fairtick/contract/client/failures';
import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { netOfAll } from '../../calculators/positions.ts';
import { fetchForexOrders } from '../../stores/orders.ts';

/** The history is by when an order was placed: one that was open for long may stand further back. */
const MOST_PAGES = 5;

/** After fees and nights; undefined where they could not all be read. */
export async function netOfClosed(ids: readonly string[]): Promise<bigint | undefined> {
  if (ids.length === 0) return undefined;
  const { signal } = new AbortController();
  const orders: ForexOrderView[] = [];
  try {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { data } = await fetchForexOrders({ status: 3, copies: '' }, page, signal);
      orders.push(...data);
      const net = netOfAll(ids, orders);
      if (net !== undefined || data.length === 0) return net;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return undefined;
}
