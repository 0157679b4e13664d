// What FOREX_TRADE says of the user's open positions with every move of the market: each one's price and result, and the account's totals.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { ForexTrade } from '@fairtick/contract/socket/messages';
import { createStore } from 'zustand/vanilla';
import { KeyedStore } from './keyed-store.ts';

export type ForexTotals = Omit<ForexTrade, 'TransOrder'>;
export type PositionNow = ForexTrade['TransOrder'][number];

export const forexTotals = createStore<{ value: ForexTotals | undefined }>(() => ({ value: undefined }));
export const positionsNow = new KeyedStore<string, PositionNow>();
let openIds: readonly string[] = [];

/** Data of FOREX_TRADE. */
export function takeTrade(data: unknown): void {
  if (!isForexTrade(data)) return;
  const { TransOrder, ...value } = data;
  forexTotals.setState({ value });
  const ids = TransOrder.map((order) => order.Id);
  for (const order of TransOrder) {
    const before = positionsNow.get(order.Id);
    if (before?.UpdatePrice !== order.UpdatePrice || before.FactProfits !== order.FactProfits) {
      positionsNow.set(order.Id, order);
    }
  }
  const now = new Set(ids);
  for (const id of openIds) if (!now.has(id)) positionsNow.delete(id);
  openIds = ids;
}

function isForexTrade(data: unknown): data is ForexTrade {
  return isRecord(data) && Array.isArray(data.TransOrder) && typeof data.NetValue === 'string';
}

/** Another user has signed in, or nobody. */
export function forgetPositions(): void {
  forexTotals.setState({ value: undefined });
  for (const id of openIds) positionsNow.delete(id);
  openIds = [];
}
