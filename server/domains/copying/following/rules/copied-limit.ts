// How much of one trader is copied on one pair: the house and the pair's market carry no more, whatever one tap multiplies.

import type { ForexOrder } from '@fairtick/engine/types';
import { UNIT } from '@fairtick/kernel/decimal';
import { worthAt } from '../../../forex/index.ts';
import type { MarketAt } from '../../../market/index.ts';
import type { CopyingSettings } from '../../settings.ts';

type Sized = Pick<ForexOrder, 'pairId' | 'quantity'> & { readonly terms: Pick<ForexOrder['terms'], 'contNum'> };

/** Units of the base, 1e-8. */
export const unitsCopied = ({ quantity, terms }: Omit<Sized, 'pairId'>): bigint => (quantity * terms.contNum) / UNIT;

/**
 * Whether the open copies of a trader on a pair come to more than their limit with this one, in USD at the mid of the moment. `open`: units of those that
 * are open, in both directions. Of a pair without a price nothing can be said: nothing opens on it.
 */
export function passesCopiedLimit(
  { copied }: Pick<CopyingSettings, 'copied'>,
  market: MarketAt,
  open: bigint,
  order: Sized,
): boolean {
  const pair = market.pair(order.pairId);
  const worth = worthAt(market, order.pairId, open + unitsCopied(order));
  return !pair || worth === undefined || worth > copied[pair.hours];
}
