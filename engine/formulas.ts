// The sums of rules §6 and §7, one function each. Server, browser and verifier call these same functions.

import {
  type Amount,
  amount,
  divideHalfEven,
  divideToPlaces,
  divideUpToPlaces,
  type Price,
  type Quantity,
  RATE_UNIT,
  type Rate,
  UNIT,
} from '@fairtick/kernel/decimal';
import type { ForexTerms, MicroOutcome, Side } from './types.ts';

export const PROFIT_PLACES = 6;
const MARGIN_PLACES = 6;
const MICRO_PLACES = 2;

/**
 * Used margin in USD, rounded up to 6 places (what a user must put up is never rounded down).
 * Mode 1: quantity x contract number. Mode 2: that x price x rate / multiple; multiple > 0.
 */
export function marginOf(
  quantity: Quantity,
  terms: Pick<ForexTerms, 'marginMode' | 'contNum' | 'multiple'>,
  price: Price,
  rate: Rate,
): Amount {
  if (terms.marginMode === 1) return amount(divideUpToPlaces(quantity * terms.contNum, UNIT, MARGIN_PLACES));
  const product = quantity * terms.contNum * price * rate;
  return amount(divideUpToPlaces(product, UNIT * UNIT * RATE_UNIT * BigInt(terms.multiple), MARGIN_PLACES));
}

/** Fee in USD, half-even to 6 places. Type 1: quantity x rate; type 2: margin x rate. */
export function feeOf(quantity: Quantity, margin: Amount, terms: Pick<ForexTerms, 'feeType' | 'feeRate'>): Amount {
  const base = terms.feeType === 1 ? quantity : margin;
  return amount(divideToPlaces(base * terms.feeRate, UNIT, PROFIT_PLACES));
}

/** direction x (close - open) x quantity x contract number x rate, in USD, half-even to 6 places; the fee is not in it. */
export function profitOf(
  side: Side,
  open: Price,
  close: Price,
  quantity: Quantity,
  contNum: Quantity,
  rate: Rate,
): Amount {
  const move = side === 'buy' ? close - open : open - close;
  return amount(divideToPlaces(move * quantity * contNum * rate, UNIT * UNIT * RATE_UNIT, PROFIT_PLACES));
}

/** stake x ratio, half-even to 2 places. */
export function microGain(stake: Amount, profitRatio: Amount): Amount {
  return amount(divideToPlaces(stake * profitRatio, UNIT, MICRO_PLACES));
}

/** The user's result of a settled micro order: gain, loss (negative) or 0. Level 0 loses the stake, 1 loses stake x ratio. */
export function microResult(outcome: MicroOutcome, stake: Amount, profitRatio: Amount, lossLevel: 0 | 1): Amount {
  if (outcome === 'tie' || outcome === 'void') return amount(0n);
  const gain = microGain(stake, profitRatio);
  if (outcome === 'win') return gain;
  const loss = lossLevel === 0 ? stake : gain < stake ? gain : stake;
  return amount(-loss);
}

export function microOutcome(direction: 'up' | 'down', open: Price, end: Price): 'win' | 'loss' | 'tie' {
  if (open === end) return 'tie';
  return end > open === (direction === 'up') ? 'win' : 'loss';
}

/** An account's figures. Levels are percent with 2 places in 1e-8 units. */
export interface Equity {
  readonly netValue: Amount;
  readonly floating: Amount;
  readonly usedMargin: Amount;
  readonly freeMargin: Amount;
  /** net value / used margin x 100, half-even to 2 places; undefined when flat. */
  readonly marginLevel: Amount | undefined;
  /** used margin / net value x 100, half-even to 2 places; 0 when flat, 999.99 when net value <= 0. */
  readonly hazardRate: Amount;
}

const HAZARD_MAX = amount(99_999_000_000n);

/**
 * `floating` = sum of the open positions' results, each rounded as booked. `usedMargin` = sum of open positions' margin.
 * `shortHeld` = margin of open positions that is no longer locked because it covered another position's loss.
 */
export function equityOf(
  account: { readonly available: Amount; readonly locked: Amount },
  floating: Amount,
  usedMargin: Amount,
  shortHeld: Amount,
): Equity {
  const netValue = amount(account.available + account.locked + floating);
  const drawdown = floating < 0n ? floating : 0n;
  const freeMargin = amount(account.available + drawdown - shortHeld);
  const flat = usedMargin === 0n;
  return {
    netValue,
    floating,
    usedMargin,
    freeMargin,
    marginLevel: flat ? undefined : amount(divideHalfEven(netValue * 10_000n, usedMargin) * (UNIT / 100n)),
    hazardRate: flat
      ? amount(0n)
      : netValue <= 0n
        ? HAZARD_MAX
        : amount(divideHalfEven(usedMargin * 10_000n, netValue) * (UNIT / 100n)),
  };
}

/** Stop-out when net value is at or below half the used margin: compared exactly, not by the rounded level. */
export function isStopOut(netValue: Amount, usedMargin: Amount): boolean {
  return usedMargin > 0n && netValue * 2n <= usedMargin;
}

/** A warning when net value is at or below the used margin. */
export function isMarginCall(netValue: Amount, usedMargin: Amount): boolean {
  return usedMargin > 0n && netValue <= usedMargin;
}

/** Whether whoever was warned is so no more: their net value is above 110 % of the used margin, so that a level about 100 % does not warn at each fall. */
export function isBackAboveCall(netValue: Amount, usedMargin: Amount): boolean {
  return netValue * 10n > usedMargin * 11n;
}
