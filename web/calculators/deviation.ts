// How much worse than the price on the screen a market order may be filled: what the ticket shows of it, and what is sent. Pure.

import { pipSize } from '@fairtick/engine/deviation';
import type { Side } from '@fairtick/engine/types';
import { divideUpToPlaces, formatFixed, formatUnits, max, UNIT } from '@fairtick/kernel/decimal';
import type { SidePrices } from './prices.ts';

/** Twice the spread that is shown, up to a tenth of a pip; a pip where there is hardly one. In pips. */
export function allowedPips({ sell, buy }: SidePrices, precision: number): string {
  const pips = divideUpToPlaces(2n * (buy - sell) * UNIT, pipSize(precision), 1);
  return formatUnits(max(pips, UNIT), 1);
}

export interface SentBound {
  readonly expected_price: string;
  readonly max_deviation: string;
}

/** Of a market order of this side at these prices. */
export const boundSent = (side: Side, prices: SidePrices, precision: number): SentBound => ({
  expected_price: formatFixed(prices[side], precision),
  max_deviation: allowedPips(prices, precision),
});
