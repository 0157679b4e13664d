// How much worse than the price a user saw a market order may be filled. Rules E130, E102.

import { type Price, price, UNIT, UNIT_PLACES } from '@fairtick/kernel/decimal';
import type { Side } from './types.ts';

/** What a market order was asked for with: a price, and how far past it in pips. */
export interface Bound {
  readonly expected: Price;
  /** 1e-8 pips. */
  readonly pips: bigint;
}

/** The step that traders call a pip: the last but one decimal where prices carry a fractional pip (5 or 3 places). */
export function pipSize(precision: number): Price {
  const places = precision === 5 || precision === 3 ? precision - 1 : precision;
  return price(10n ** BigInt(UNIT_PLACES - places));
}

/** A better fill than expected is none, however far. Compared without a division. */
export function isPastBound(side: Side, fill: Price, { expected, pips }: Bound, precision: number): boolean {
  const worse = side === 'buy' ? fill - expected : expected - fill;
  return worse * UNIT > pips * pipSize(precision);
}
