// How far prices may move before a user's equity has to be looked at again. Pure sums on whole numbers; no users, no heaps.
//
// All sums are exact: a price x quantity x contract number x rate has 10^28 parts of a ledger unit. A box is a set of bounds on
// bids and asks inside which the equity provably stays above the stop-out; so a tick inside every box costs nothing.

import { RATE_UNIT, type Rate, UNIT, UNIT_PLACES } from '@fairtick/kernel/decimal';
import type { Position } from './resting.ts';
import type { Tick } from './types.ts';

/** Ledger units (1e-8) in the scale of price x quantity x contract number x rate. */
const SCALE = UNIT * UNIT * RATE_UNIT;
/** A booked result differs from the exact one by at most half of 1e-6 USD. */
const ROUNDING_PER_ORDER = 50n * SCALE;
const PRICE_TO_RATE = RATE_UNIT / UNIT;

/** A user's positions on one pair under one conversion, summed. Weight = quantity x contract number; cost = weight x price. */
export interface Leg {
  readonly place: number;
  readonly ratePairId: number | undefined;
  /** The rate pair's place; -1 where the quote currency is USD. */
  readonly ratePlace: number;
  readonly rateInverse: boolean;
  buyWeight: bigint;
  sellWeight: bigint;
  /** Of the buys, less that of the sells. */
  cost: bigint;
  positions: number;
}

/** Adds (sign 1) or takes away (sign -1) an open position. The markup that closing costs is part of the cost. */
export function addToLeg(leg: Leg, { side, quantity, terms, open }: Position, sign: 1n | -1n): void {
  const weight = sign * quantity * terms.contNum;
  if (side === 'buy') {
    leg.buyWeight += weight;
    leg.cost += weight * (open + terms.markup);
  } else {
    leg.sellWeight += weight;
    leg.cost -= weight * (open - terms.markup);
  }
  leg.positions += Number(sign);
}

/** A leg with the quotes of one moment. */
export interface PricedLeg {
  readonly leg: Leg;
  readonly quote: Pick<Tick, 'bid' | 'ask'>;
  readonly rate: Rate;
  /** PricePrecision of the rate pair; any number where there is none. */
  readonly ratePrecision: number;
}

/** The leg's result in quote currency if everything closed at this quote. */
function quoteResult({ leg, quote }: PricedLeg): bigint {
  return quote.bid * leg.buyWeight - quote.ask * leg.sellWeight - leg.cost;
}

/**
 * Twice the net value less the used margin, as little as rounding could make it, in 1 / (10^28) ledger units: above 0 there is
 * certainly no stop-out. Rule E31.
 */
export function certainSlack(cash: bigint, usedMargin: bigint, legs: readonly PricedLeg[]): bigint {
  let slack = (2n * cash - usedMargin) * SCALE;
  for (const priced of legs) {
    slack += 2n * (quoteResult(priced) * priced.rate - BigInt(priced.leg.positions) * ROUNDING_PER_ORDER);
  }
  return slack;
}

/** Of the same kind, from that slack: above 0 the net value is certainly above the used margin. Rule E36. */
export const slackAboveCall = (slack: bigint, usedMargin: bigint): bigint => slack - usedMargin * SCALE;

/** Of the same kind, from that slack: above 0 the net value is certainly not above 110 % of the used margin. Rule E36. */
export function roomBelowCall(slack: bigint, usedMargin: bigint, legs: readonly PricedLeg[]): bigint {
  return (6n * usedMargin * SCALE) / 5n - atMost(slack, legs);
}

/** From that slack: whether there is certainly a stop-out, so that no position need be looked at by itself. Rule E30. */
export const isCertainStopOut = (slack: bigint, usedMargin: bigint, legs: readonly PricedLeg[]): boolean =>
  usedMargin > 0n && atMost(slack, legs) <= 0n;

/** What that slack is the least of, as much as rounding could make it. */
function atMost(slack: bigint, legs: readonly PricedLeg[]): bigint {
  let most = slack;
  for (const { leg } of legs) most += 4n * BigInt(leg.positions) * ROUNDING_PER_ORDER;
  return most;
}

/** Whether a box keeps the equity from falling (1) or from rising (-1) by more than its slack. */
export type Direction = 1n | -1n;

/** Receives the bounds: look again once the bid of a pair is at or below, or its ask at or above, the given price. */
export interface Bounds {
  bidAtOrBelow(place: number, price: bigint): void;
  askAtOrAbove(place: number, price: bigint): void;
}

/** Of a leg's share as much is for its price; the rest is for its rate, which moves the result alone and not the whole value. */
const PRICE_SHARE = 15n;
const WHOLE_SHARE = 16n;

/** A leg's value at this quote, buys and sells added: how much the equity moves with its price. */
const movedValue = ({ leg, quote, rate }: PricedLeg): bigint =>
  (quote.bid * leg.buyWeight + quote.ask * leg.sellWeight) * rate;

/**
 * Splits the slack over the legs by their value, so that all may move by the same percentage, and bounds the prices so that no leg can lose (gain)
 * more than its share. `slack` > 0. Returns false where there is nothing to bound by: then every tick has to be looked at.
 */
export function boundLegs(slack: bigint, legs: readonly PricedLeg[], bounds: Bounds, direction: Direction): boolean {
  const values = legs.map(movedValue);
  const whole = 2n * values.reduce((sum, value) => sum + value, 0n);
  if (whole <= 0n) return false;
  for (const [at, priced] of legs.entries()) {
    if (priced.rate <= 0n) return false;
    const share = ((slack - 1n) * (values[at] ?? 0n)) / whole;
    if (priced.leg.ratePlace < 0) boundPrices(share / priced.rate, priced, bounds, direction);
    else if (!boundWithRate(share, priced, bounds, direction)) return false;
  }
  return true;
}

/**
 * The result in quote currency may fall (rise) by `room`: half of it by the bid where both sides are held, half by the ask. It rises with the
 * bid, which never passes the ask: the ask tells of it, early rather than late.
 */
function boundPrices(room: bigint, { leg, quote }: PricedLeg, bounds: Bounds, direction: Direction): void {
  const each = leg.buyWeight > 0n && leg.sellWeight > 0n ? room / 2n : room;
  if (direction < 0n) {
    if (leg.buyWeight > 0n) bounds.askAtOrAbove(leg.place, quote.bid + each / leg.buyWeight + 1n);
    if (leg.sellWeight > 0n) bounds.bidAtOrBelow(leg.place, quote.ask - each / leg.sellWeight - 1n);
    return;
  }
  if (leg.buyWeight > 0n) bounds.bidAtOrBelow(leg.place, quote.bid - each / leg.buyWeight - 1n);
  if (leg.sellWeight > 0n) bounds.askAtOrAbove(leg.place, quote.ask + each / leg.sellWeight + 1n);
}

/**
 * Most of the share is for the price. With the result q in quote currency never below `least`, q x rate is least either at the
 * highest rate (least < 0) or at the lowest: so one bound on the rate is enough. A gain is the loss of the opposite result.
 */
function boundWithRate(share: bigint, priced: PricedLeg, bounds: Bounds, direction: Direction): boolean {
  const { leg, rate, ratePrecision } = priced;
  const room = (share * PRICE_SHARE) / (WHOLE_SHARE * rate);
  boundPrices(room, priced, bounds, direction);
  const result = direction * quoteResult(priced);
  const least = result - room;
  const floor = result * rate - share;
  // A mid lies at most half a step outside its own bid and ask; one whole step is given away for it.
  const step = 10n ** BigInt(UNIT_PLACES - ratePrecision);
  const midAtMost = (mid: bigint): void => bounds.askAtOrAbove(leg.ratePlace, mid - step + 1n);
  const midAtLeast = (mid: bigint): void => bounds.bidAtOrBelow(leg.ratePlace, mid + step - 1n);
  if (least < 0n) {
    const highest = floor / least;
    if (highest <= 1n) return false;
    if (leg.rateInverse) midAtLeast((RATE_UNIT * UNIT) / (highest - 1n) + 1n);
    else midAtMost(highest / PRICE_TO_RATE);
  } else if (floor > 0n) {
    const lowest = floor / least + 1n;
    if (leg.rateInverse) midAtMost((RATE_UNIT * UNIT) / (lowest + 1n));
    else midAtLeast(lowest / PRICE_TO_RATE + 1n);
  }
  return true;
}
