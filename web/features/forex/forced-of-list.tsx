// Where the account would be closed by force, on each position of a list: searched once for all of them, drawn where a row stands.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { createContext, type ReactNode, useContext } from 'react';
import { type ForcedByPair, forcedOf, useForcedByPair } from '../../hooks/use-forced-close.ts';
import { ForcedPrices } from './forced-prices.tsx';

const ByPair = createContext<ForcedByPair>(new Map());

export function ForcedOfList({ children }: { children: ReactNode }) {
  return <ByPair value={useForcedByPair()}>{children}</ByPair>;
}

/** Of an open position inside of a list. */
export function ForcedOfRow({ order }: { order: ForexOrderView }) {
  const prices = forcedOf(order, useContext(ByPair));
  return <ForcedPrices short prices={prices} precision={order.ForexTradeLists.PricePrecision} />;
}
