// How large a copy may be, by sums of its own: the plain margin and fee, and what each bound says of a quantity.

import type { ForexOrder, Pair } from '@fairtick/engine/types';
import type { Settings } from './copy-facts.ts';
import { plainFee, plainMargin } from './plain.ts';

/** What bounds a size: all in units of 1e-8. */
export interface Bounds {
  readonly wanted: bigint;
  readonly settings: Settings;
  readonly pair: Pair;
  readonly terms: ForexOrder['terms'];
  readonly master: ForexOrder;
  /** Margin of the follower's open copies of this trader. */
  readonly used: bigint;
  readonly funds: bigint;
}

type Bound = 'wanted' | 'pair_maximum' | 'max_amount' | 'free_margin';

/** The first bound that a quantity breaks. */
export function brokenBy(
  lots: bigint,
  { wanted, settings, pair, terms, master, used, funds }: Bounds,
): Bound | undefined {
  if (lots > wanted) return 'wanted';
  if (lots > pair.maxQuantity) return 'pair_maximum';
  const margin = plainMargin(lots, terms, master.open?.price ?? 0n, master.open?.rate ?? 0n);
  if (used + margin > settings.maxAmount) return 'max_amount';
  return margin + plainFee(lots, margin, terms) > funds ? 'free_margin' : undefined;
}

/** The least that a pair's order may be, in its steps. */
export const leastOf = ({ minQuantity, quantityStep }: Pair): bigint =>
  ((minQuantity + quantityStep - 1n) / quantityStep) * quantityStep;

/** The greatest quantity that breaks no bound, by halving. */
export function largest(bounds: Bounds): bigint {
  const step = bounds.pair.quantityStep;
  let [low, high] = [0n, bounds.wanted / step + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (brokenBy(middle * step, bounds)) high = middle;
    else low = middle;
  }
  return low * step;
}
