// A loan before the tap, by the server's own sums: what it costs in all, a day and a year, and what each further day costs. Pure.

import type { LoanConfigView, LoanView } from '@fairtick/contract/http/loans';
import { readPositive } from '@fairtick/contract/typed-number';
import { type LoanTerms, loanApr, loanDue, loanInterest } from '@fairtick/engine/loans';
import { amount, formatUnits, readUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { plainText } from './typed.ts';

const PLACES = 2;
const DAY_MS = 86_400_000;
const CENT = 10n ** BigInt(UNIT_PLACES - PLACES);

/** In the order in which they are looked for. */
export type LoanFault = 'missing' | 'unreadable' | 'places' | 'none' | 'below' | 'above';

/** Money in USD, rates in percent. */
export interface LoanSum {
  readonly amount: string;
  readonly days: number;
  readonly free: number;
  /** Days that cost something. */
  readonly paidDays: number;
  readonly rate: string;
  readonly interest: string;
  /** One more day that costs something. */
  readonly day: string;
  readonly total: string;
  /** A year, with one decimal. */
  readonly apr: string;
  readonly lateRate: string;
  readonly lateDay: string;
}

const usd = (units: bigint): string => formatUnits(units, PLACES);
/** 25 is 0.25. */
export const ratePercent = (rate: number): string => (rate / 100).toFixed(PLACES);

function numberFault(typed: string): { readonly fault: LoanFault } | { readonly units: bigint } {
  const read = readPositive('amount', plainText(typed), PLACES);
  if (read.ok) return { units: read.value };
  switch (read.error.error) {
    case 'VALUE_MISSING':
      return { fault: 'missing' };
    case 'VALUE_TOO_PRECISE':
      return { fault: 'places' };
    case 'VALUE_NEGATIVE':
    case 'VALUE_ZERO':
      return { fault: 'none' };
    case 'VALUE_TOO_LARGE':
      return { fault: 'above' };
    default:
      return { fault: 'unreadable' };
  }
}

/** `typed` as it stands in a field. */
export function readLoan(
  typed: string,
  config: LoanConfigView,
): { readonly fault: LoanFault } | { readonly sum: LoanSum } {
  const read = numberFault(typed);
  if ('fault' in read) return read;
  if (read.units < readUnits(config.min_amount)) return { fault: 'below' };
  if (read.units > readUnits(config.max_amount)) return { fault: 'above' };
  return { sum: sumOf(read.units, config) };
}

function sumOf(units: bigint, config: LoanConfigView): LoanSum {
  const terms: LoanTerms = {
    amount: amount(units),
    ...{ period: config.loan_period, freePeriod: config.free_period },
    ...{ interestRate: config.interest_rate, penaltyRate: config.penalty_rate },
  };
  const interest = loanInterest(terms, terms.period);
  const aDay = (interestRate: number) => usd(loanInterest({ ...terms, interestRate, freePeriod: 0 }, 1));
  return {
    ...{ amount: usd(units), days: terms.period, free: Math.min(terms.freePeriod, terms.period) },
    ...{ paidDays: Math.max(0, terms.period - terms.freePeriod), rate: ratePercent(terms.interestRate) },
    ...{ interest: usd(interest), day: aDay(terms.interestRate), total: usd(units + interest) },
    apr: (loanApr(terms.amount, interest, terms.period) / 10).toFixed(1),
    ...{ lateRate: ratePercent(terms.penaltyRate), lateDay: aDay(terms.penaltyRate) },
  };
}

/** Where a slider stands for what is typed, in steps between the least and the most; whole dollars but at the ends. */
export const SLIDER_STEPS = 100;
export function sliderAmount(step: number, { min_amount, max_amount }: LoanConfigView): string {
  const [min, max] = [readUnits(min_amount), readUnits(max_amount)];
  if (step <= 0) return usd(min);
  if (step >= SLIDER_STEPS) return usd(max);
  const exact = min + ((max - min) * BigInt(step)) / BigInt(SLIDER_STEPS);
  const dollar = CENT * 100n;
  const whole = (exact / dollar) * dollar;
  return usd(whole < min ? min : whole);
}
export function sliderStep(typed: string, { min_amount, max_amount }: LoanConfigView): number {
  const [min, max] = [readUnits(min_amount), readUnits(max_amount)];
  const read = numberFault(typed);
  if ('fault' in read || max === min) return 0;
  const step = Number(((read.units - min) * BigInt(SLIDER_STEPS) + (max - min) / 2n) / (max - min));
  return Math.max(0, Math.min(SLIDER_STEPS, step));
}

/** What repaying costs once the next day has begun, where nothing is paid till then. `until`: when it begins. */
export function dueNext(
  loan: Pick<LoanView, 'amount' | 'loan_period' | 'free_period' | 'interest_rate' | 'penalty_rate' | 'reviewed_at'>,
  until: number,
): string {
  const terms: LoanTerms = {
    ...{ amount: amount(readUnits(loan.amount)), period: loan.loan_period, freePeriod: loan.free_period },
    ...{ interestRate: loan.interest_rate, penaltyRate: loan.penalty_rate },
  };
  return usd(loanDue(terms, loan.reviewed_at ?? until, until + 1).total);
}

/** What one sum is less than another, in USD; 0 where it is not. */
export function savedAgainst(whole: string, now: string): string {
  const saved = readUnits(whole) - readUnits(now);
  return usd(saved > 0n ? saved : 0n);
}

const WITHDRAWAL_DAYS = 14;
/** Until when it may be withdrawn from without a reason; undefined where that is over, or nothing was paid out. */
export function withdrawalEnd({ reviewed_at }: Pick<LoanView, 'reviewed_at'>, nowMs: number): number | undefined {
  if (reviewed_at === null) return undefined;
  const end = reviewed_at + WITHDRAWAL_DAYS * DAY_MS;
  return nowMs < end ? end : undefined;
}

/** Days begun since the money came, the first one at least, and never more than the term. */
export const dayOf = ({ reviewed_at, loan_period }: Pick<LoanView, 'reviewed_at' | 'loan_period'>, nowMs: number) =>
  reviewed_at === null ? 0 : Math.min(loan_period, Math.max(1, Math.ceil((nowMs - reviewed_at) / DAY_MS)));

/** A fingerprint in groups of four. */
export const grouped = (hash: string): string => (hash.match(/.{1,4}/g) ?? []).join(' ');

/** `name` holds the last name and `last_name` the first: the product's own naming, swapped here and nowhere else in the app. */
export const namesForCall = ({ first, last }: { readonly first: string; readonly last: string }) => ({
  name: last,
  last_name: first,
});
export const namesFromCall = ({ name, last_name }: { readonly name: string; readonly last_name: string }) => ({
  first: last_name,
  last: name,
});

/** YYYY-MM-DD, UTC, as the server counts birthdays. */
export const dayText = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

/** -1, 0 or 1, of two sums. */
export const compared = (a: string, b: string): -1 | 0 | 1 => {
  const less = readUnits(a) - readUnits(b);
  return less > 0n ? 1 : less < 0n ? -1 : 0;
};
