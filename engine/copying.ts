// How large a copy is, and what of its gains is shared (copying). Server, browser and verifier call these same functions.

import {
  type Amount,
  amount,
  divideToPlaces,
  max,
  min,
  type Price,
  type Quantity,
  quantity,
  type Rate,
  UNIT,
} from '@fairtick/kernel/decimal';
import { feeOf, marginOf, PROFIT_PLACES } from './formulas.ts';
import type { ForexTerms, Pair } from './types.ts';

/** lots: quantity x multiple; proportional: that x max_amount / the trader's net value before the order. */
export type CopyMode = 'lots' | 'proportional';

/** What a follower set, as it stood when the trader's order opened. */
export interface CopySettings {
  readonly mode: CopyMode;
  /** 1 to 100, whole. */
  readonly multiple: number;
  /** USD of margin in open copies of that trader. */
  readonly maxAmount: Amount;
}

/** Lots before any limit, 1e-8, rounded down; 0 where a proportion is asked for and the trader had nothing. */
export function wantedOf(settings: CopySettings, masterQuantity: Quantity, netValue: Amount): Quantity {
  const lots = masterQuantity * BigInt(settings.multiple);
  if (settings.mode === 'lots') return quantity(lots);
  return quantity(netValue > 0n ? (lots * settings.maxAmount) / netValue : 0n);
}

/** What bounds a copy beside what is wanted. Amounts in USD. */
export interface CopyRoom {
  /** Margin of the follower's open copies of that trader. */
  readonly used: Amount;
  readonly available: Amount;
  readonly freeMargin: Amount;
}

export interface CopyAsked {
  readonly settings: CopySettings;
  readonly wanted: Quantity;
  readonly room: CopyRoom;
  readonly pair: Pick<Pair, 'minQuantity' | 'quantityStep' | 'maxQuantity'>;
  readonly terms: Pick<ForexTerms, 'marginMode' | 'contNum' | 'multiple' | 'feeType' | 'feeRate'>;
  readonly price: Price;
  readonly rate: Rate;
}

/** What made a copy smaller than wanted; pair_step: only rounded down to the pair's step. */
export type CopyCut = 'none' | 'pair_step' | 'pair_maximum' | 'max_amount' | 'free_margin';

/** 0 lots where even the pair's least is too much, or too little was wanted. */
export interface CopySize {
  readonly quantity: Quantity;
  readonly margin: Amount;
  readonly fee: Amount;
  readonly cut: CopyCut;
}

const NOTHING = { quantity: quantity(0n), margin: amount(0n), fee: amount(0n) };

/** The greatest number of whole steps at which `fits` still holds, from 0 to `most`; it holds below whatever it holds for. */
function mostSteps(most: bigint, fits: (steps: bigint) => boolean): bigint {
  let low = 0n;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/**
 * The largest quantity in the pair's steps, at most what is wanted and the pair's maximum, whose margin fits into max_amount and whose margin and fee fit
 * into what is free and available. Below the pair's least: none.
 */
export function copySize({ settings, wanted, room, pair, terms, price, rate }: CopyAsked): CopySize {
  const of = (steps: bigint): CopySize => {
    const lots = quantity(steps * pair.quantityStep);
    const margin = marginOf(lots, terms, price, rate);
    return { quantity: lots, margin, fee: feeOf(lots, margin, terms), cut: 'none' };
  };
  const stepped = wanted / pair.quantityStep;
  const whole = min(stepped, pair.maxQuantity / pair.quantityStep);
  const fitting = mostSteps(whole, (steps) => room.used + of(steps).margin <= settings.maxAmount);
  const paid = min(room.freeMargin, room.available);
  const steps = mostSteps(fitting, (some) => {
    const { margin, fee } = of(some);
    return margin + fee <= paid;
  });
  const cut = cutBy({ wanted, step: pair.quantityStep, stepped, whole, fitting, steps });
  const size = of(steps);
  return steps === 0n || size.quantity < pair.minQuantity ? { ...NOTHING, cut } : { ...size, cut };
}

/** The last bound that took something. */
function cutBy(of: Readonly<Record<'wanted' | 'step' | 'stepped' | 'whole' | 'fitting' | 'steps', bigint>>): CopyCut {
  if (of.steps < of.fitting) return 'free_margin';
  if (of.fitting < of.whole) return 'max_amount';
  if (of.whole < of.stepped) return 'pair_maximum';
  return of.stepped * of.step < of.wanted ? 'pair_step' : 'none';
}

/** What a follower has gained with a trader, in USD: for life, whatever relation it was in. */
export interface CopyMark {
  /** Net results of closed copies. */
  readonly cumulative: Amount;
  /** The cumulative net result up to which the share was paid; never falls. */
  readonly highWater: Amount;
  /** Set aside and not yet paid. */
  readonly accrued: Amount;
}

/** The share of what lies above the mark: half-even to 6 places, never below 0. `rate`: 10 % is 0.1 in 1e-8. */
export const accruedOf = (
  { cumulative, highWater }: Pick<CopyMark, 'cumulative' | 'highWater'>,
  rate: Amount,
): Amount => amount(cumulative > highWater ? divideToPlaces(rate * (cumulative - highWater), UNIT, PROFIT_PLACES) : 0n);

/**
 * After a copy closed with this net result; `moved`: what is set aside, below 0 what is returned. No more is set aside than `room`, what may leave the
 * account: what is left of the share then is set aside as later copies close, and not charged any more once the mark has moved.
 */
export function closedCopy(
  mark: CopyMark,
  net: Amount,
  { rate, room }: { readonly rate: Amount; readonly room: Amount },
): { readonly mark: CopyMark; readonly moved: Amount } {
  const cumulative = amount(mark.cumulative + net);
  const due = accruedOf({ cumulative, highWater: mark.highWater }, rate) - mark.accrued;
  const moved = amount(due > 0n ? min<bigint>(due, max<bigint>(room, 0n)) : due);
  return { mark: { ...mark, cumulative, accrued: amount(mark.accrued + moved) }, moved };
}

/** What is set aside is paid, and the mark moves to where it was earned. */
export function paidShare(mark: CopyMark): { readonly mark: CopyMark; readonly paid: Amount } {
  const highWater = max(mark.cumulative, mark.highWater);
  return { mark: { ...mark, highWater, accrued: amount(0n) }, paid: mark.accrued };
}
