// The sums of a loan, one function each: interest, lateness, what is due, the yearly cost, and a coin's sum. Pure; server and browser call these same ones.

import {
  type Amount,
  amount,
  COIN_PLACES,
  divideToPlaces,
  max,
  min,
  RATE_PLACES,
  type Rate,
  UNIT_PLACES,
} from '@fairtick/kernel/decimal';

/** What a loan keeps of the offer that it was taken on. Rates are hundredths of a percent a day: 25 is 0.25 %. */
export interface LoanTerms {
  readonly amount: Amount;
  /** Days. */
  readonly period: number;
  readonly interestRate: number;
  /** Days at the start that cost nothing. */
  readonly freePeriod: number;
  readonly penaltyRate: number;
}

/** What is owed at a moment. */
export interface LoanDue {
  readonly interest: Amount;
  readonly penalty: Amount;
  readonly total: Amount;
  /** Full days after the due time. */
  readonly daysLate: number;
}

const DAY_MS = 86_400_000;
const RATE_PARTS = 10_000n;
const PLACES = 2;
const YEAR_DAYS = 365n;
/** Within so many days of the payment nothing but the days begun is due. */
const WITHDRAWAL_DAYS = 14;

/** amount x rate x days / 10,000, half-even to 2 places: once, not day by day. */
const forDays = (principal: Amount, rate: number, days: number): Amount =>
  amount(divideToPlaces(principal * BigInt(rate) * BigInt(days), RATE_PARTS, PLACES));

/** For so many days, of which the free ones cost nothing. */
export const loanInterest = (
  { amount: principal, interestRate, freePeriod }: Pick<LoanTerms, 'amount' | 'interestRate' | 'freePeriod'>,
  days: number,
): Amount => forDays(principal, interestRate, Math.max(0, days - freePeriod));

/** Days begun since the money was paid out, the first one at least. A day is 24 hours. */
export const loanDaysBegun = (paidOutMs: number, atMs: number): number =>
  Math.max(1, Math.ceil((atMs - paidOutMs) / DAY_MS));

export const loanDueMs = (paidOutMs: number, period: number): number => paidOutMs + period * DAY_MS;

/** Full days after the due time. */
export const loanDaysLate = (dueMs: number, atMs: number): number => Math.max(0, Math.floor((atMs - dueMs) / DAY_MS));

/** On the principal alone; with the interest it is never above the principal. */
export const loanPenalty = (
  { amount: principal, penaltyRate }: Pick<LoanTerms, 'amount' | 'penaltyRate'>,
  daysLate: number,
  interest: Amount,
): Amount => min(forDays(principal, penaltyRate, daysLate), max(amount(0n), amount(principal - interest)));

/**
 * What is owed at a moment: the days begun, at most the whole term, and what full days late cost. Within 14 days of the payment together at most the
 * interest of the days begun, as the agreement says, also where the term is shorter.
 */
export function loanDue(terms: LoanTerms, paidOutMs: number, atMs: number): LoanDue {
  const begun = loanDaysBegun(paidOutMs, atMs);
  const interest = loanInterest(terms, Math.min(terms.period, begun));
  const daysLate = loanDaysLate(loanDueMs(paidOutMs, terms.period), atMs);
  const late = loanPenalty(terms, daysLate, interest);
  const mayWithdraw = atMs <= loanDueMs(paidOutMs, WITHDRAWAL_DAYS);
  const penalty = mayWithdraw ? min(late, amount(loanInterest(terms, begun) - interest)) : late;
  return { interest, penalty, total: amount(terms.amount + interest + penalty), daysLate };
}

/**
 * The annual percentage rate in tenths of a percent, half up: (1 + interest / principal)^(365 / days) - 1. Whole numbers only: X tenths are
 * reached where (1 + (X - 1/2) / 1000)^days <= (1 + interest / principal)^365. principal > 0, days > 0.
 */
export function loanApr(principal: Amount, interest: Amount, days: number): number {
  const grown = (principal + interest) ** YEAR_DAYS;
  const lent = principal ** YEAR_DAYS;
  const exponent = BigInt(days);
  const isReached = (tenths: number): boolean => {
    const half = BigInt(2 * tenths - 1);
    return (2_000n + half) ** exponent * lent <= 2_000n ** exponent * grown;
  };
  if (!isReached(1)) return 0;
  let [reached, beyond] = [1, 2];
  while (isReached(beyond)) [reached, beyond] = [beyond, beyond * 2];
  while (beyond - reached > 1) {
    const middle = Math.floor((reached + beyond) / 2);
    if (isReached(middle)) reached = middle;
    else beyond = middle;
  }
  return reached;
}

/** How much of a coin pays a sum of USD, rounded up to its places; in units of 10^-18. `usdPrice` is what one USD is of it. */
export function coinToPay(total: Amount, usdPrice: Rate, places: number): bigint {
  const step = 10n ** BigInt(UNIT_PLACES + RATE_PLACES - places);
  return ((total * usdPrice + step - 1n) / step) * 10n ** BigInt(COIN_PLACES - places);
}
