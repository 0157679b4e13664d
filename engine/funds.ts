// The sums of fund products (rules §11, loans-funds.md §8.6), one function each. Server and browser call these same functions.

import { type Amount, amount, divideToPlaces, max, UNIT } from '@fairtick/kernel/decimal';

/** Decimals of interest and penalties, in USD. */
export const FUND_PLACES = 4;
/** A fund's day begins at the moment it was bought: no calendar, no zone. */
export const FUND_DAY_MS = 86_400_000;
const PERCENT = 100n;
const DAYS_OF_YEAR = 365n;
/** What rounding can add to the interest of a day: half of the last place. */
const ROUNDING = 5n * (UNIT / 100_000n);

export interface FundTerms {
  /** Percent of the amount each day, in units of 1e-8. */
  readonly percent: bigint;
  readonly days: number;
  /** Percent of the amount that an early redemption costs, in units of 1e-8. */
  readonly damages: bigint;
}

/** Interest of one day in USD, half-even to 4 places. */
export const fundDayProfit = (bought: Amount, { percent }: Pick<FundTerms, 'percent'>): Amount =>
  amount(divideToPlaces(bought * percent, UNIT * PERCENT, FUND_PLACES));

/** Interest of the whole term in USD: what is set aside when it is bought. */
export const fundWhole = (dayProfit: Amount, days: number): Amount => amount(dayProfit * BigInt(days));

/** What an early redemption costs in USD, half-even to 4 places. */
export const fundPenalty = (bought: Amount, { damages }: Pick<FundTerms, 'damages'>): Amount =>
  amount(divideToPlaces(bought * damages, UNIT * PERCENT, FUND_PLACES));

/** Simple percent of a year, in units of 1e-8. */
export const fundYearly = ({ percent }: Pick<FundTerms, 'percent'>): bigint => percent * DAYS_OF_YEAR;

/** Full days behind the purchase at this moment, never more than the term. Both times UTC ms. */
export const fundDaysAt = (boughtMs: number, days: number, nowMs: number): number =>
  Math.min(days, Math.max(0, Math.floor((nowMs - boughtMs) / FUND_DAY_MS)));

/** The first day by whose end the interest has paid for the penalty; undefined where the term ends before. */
export function fundBreakEven(dayProfit: Amount, penalty: Amount, days: number): number | undefined {
  if (dayProfit <= 0n) return undefined;
  const day = Number((penalty + dayProfit - 1n) / dayProfit);
  return day <= days ? day : undefined;
}

/** USD, rounded down to cents: so much at least can be bought while this much is free to be set aside. */
export function fundCapacity(free: Amount, { percent, days }: Pick<FundTerms, 'percent' | 'days'>): Amount {
  const sure = max(free - ROUNDING * BigInt(days), 0n);
  const cents = UNIT / PERCENT;
  return amount(((sure * UNIT * PERCENT) / (percent * BigInt(days) * cents)) * cents);
}
