// Rule E130 said slowly: prices worse than the expected one are counted one point after the other, for as long as the pips allow.

import { UNIT_PLACES } from '@fairtick/kernel/decimal';
import type { Side } from '../types.ts';

/** Points of the last place; with three or five places ten of them are a pip, else each is one. `tenths`: of a pip. */
export function worstPoint(side: Side, expected: bigint, tenths: number, precision: number): bigint {
  const perPoint = String(precision) === '3' || String(precision) === '5' ? 1 : 10;
  let at = expected;
  for (let left = tenths; left >= perPoint; left -= perPoint) at += side === 'buy' ? 1n : -1n;
  return at;
}

/** In units of 1e-8, a point of so many places. */
export const pointsToUnits = (points: bigint, precision: number): bigint => {
  let units = points;
  for (let place = precision; place < UNIT_PLACES; place += 1) units *= 10n;
  return units;
};
