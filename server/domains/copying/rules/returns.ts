// What money that was there from the first hour would have become: returns that deposits and withdrawals can't move, the worst way down, and how
// even the days were. Pure; fixed point, so that every server and every reader find the same.

import { type Amount, abs, amount, divideHalfEven, max, UNIT } from '@fairtick/kernel/decimal';

export const DAY_MS = 86_400_000;
/** One, as returns and indices are written. */
export const ONE = 10n ** 24n;
/** Sharpe needs as many days. */
export const SHARPE_DAYS = 21;
const DAYS_A_YEAR = 365n;

/** A trader's net value at a moment, open results included, and what came in (above 0) or went out since the point before. 1e-8 USD. */
export interface EquityPoint {
  /** UTC ms. */
  readonly time: number;
  readonly equity: bigint;
  readonly flow: bigint;
}

/** (E_end - E_start - flow) / (E_start + max(flow, 0)) in units of ONE; 0 where nothing was there to win or lose. */
export function returnOf(start: bigint, { equity, flow }: Pick<EquityPoint, 'equity' | 'flow'>): bigint {
  const base = start + max(flow, 0n);
  return base <= 0n ? 0n : divideHalfEven((equity - start - flow) * ONE, base);
}

/** Returns of one step after the other; one fewer than there are points. */
export const returnsOf = (points: readonly EquityPoint[]): bigint[] =>
  points.slice(1).map((point, at) => returnOf(points[at]?.equity ?? 0n, point));

/** What ONE has become after each of these returns, ONE first. Nothing is less than nothing. */
export function indexOf(returns: readonly bigint[]): bigint[] {
  const index = [ONE];
  for (const one of returns) index.push(grown(index.at(-1) ?? ONE, one));
  return index;
}

/** What it has become after one more return. */
export const grown = (index: bigint, one: bigint): bigint => max(0n, divideHalfEven(index * (ONE + one), ONE));

/** Time-weighted, in percent with `places` places, as 1e-8 units. */
export const timeWeighted = (returns: readonly bigint[], places = 2): Amount =>
  weightedOf(indexOf(returns).at(-1) ?? ONE, places);

/** What ONE has become, as `timeWeighted` says it. */
export function weightedOf(index: bigint, places = 2): Amount {
  const step = 10n ** BigInt(8 - places);
  return amount(divideHalfEven((index - ONE) * 100n * UNIT, ONE * step) * step);
}

/** The longest way down from a peak, in percent of that peak with 2 places, as 1e-8 units. Never below 0. */
export function worstDrawdown(index: readonly bigint[]): Amount {
  let [peak, worst] = [0n, { fall: 0n, peak: 1n }];
  for (const value of index) {
    peak = max(peak, value);
    const fall = peak - value;
    if (fall * worst.peak > worst.fall * peak) worst = { fall, peak };
  }
  return weightedFall(worst.fall, worst.peak);
}

/** A fall in percent of the peak that it fell from, with 2 places, as 1e-8 units. */
export const weightedFall = (fall: bigint, peak: bigint): Amount =>
  amount(divideHalfEven(fall * 10_000n, peak) * (UNIT / 100n));

/** Whether the last stands more than half below the peak before it. */
export function isBelowHalf(index: readonly bigint[]): boolean {
  const peak = index.reduce((most, value) => max(most, value), 0n);
  return 2n * (index.at(-1) ?? 0n) < peak;
}

/** One point for each UTC day: its last, with all that came in or went out on it. The first day begins where the first point is. */
export function daysOf(points: readonly EquityPoint[]): EquityPoint[] {
  const days: EquityPoint[] = [];
  const [first, ...rest] = points;
  if (!first) return days;
  days.push(first);
  let day: number | undefined;
  for (const point of rest) {
    const at = Math.floor(point.time / DAY_MS);
    const before = days.at(-1);
    if (before && at === day) days[days.length - 1] = { ...point, flow: before.flow + point.flow };
    else days.push(point);
    day = at;
  }
  return days;
}

/** Mean over sample deviation x root of 365, without a rate that is free of risk, with 6 places as 1e-8 units; undefined where all days are alike. */
export function sharpeOf(returns: readonly bigint[]): Amount | undefined {
  const sum = returns.reduce((all, one) => all + one, 0n);
  const squares = returns.reduce((all, one) => all + one * one, 0n);
  return sharpeOfSums({ count: returns.length, sum, squares });
}

/** Of returns, their sum and the sum of their squares. */
export function sharpeOfSums(of: {
  readonly count: number;
  readonly sum: bigint;
  readonly squares: bigint;
}): Amount | undefined {
  const [count, { sum }] = [BigInt(of.count), of];
  if (count < 2n) return undefined;
  // Of (count x return - sum)^2, so that the mean is whole.
  const squares = count * (count * of.squares - sum * sum);
  if (squares === 0n) return undefined;
  // (mean / deviation)^2 x 365 = sum^2 x (count - 1) x 365 / squares.
  const places = 10n ** 18n;
  const root = rootOf((sum * sum * (count - 1n) * DAYS_A_YEAR * places * places) / squares);
  const value = divideHalfEven(root, 10n ** 12n) * 100n;
  return amount(sum < 0n ? -value : value);
}

/** The greatest whole number whose square is not above. */
function rootOf(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The mean of some sums, whole units, away from neither side; 0 of none. */
export const meanOf = (sum: bigint, count: number): bigint => (count === 0 ? 0n : divideHalfEven(sum, BigInt(count)));

/** Gains over losses, with 2 places as 1e-8 units; undefined where nothing was lost. */
export const profitFactor = (gains: bigint, losses: bigint): Amount | undefined =>
  losses === 0n ? undefined : amount(divideHalfEven(abs(gains) * 100n, abs(losses)) * (UNIT / 100n));
