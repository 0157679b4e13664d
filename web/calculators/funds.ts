// A fund product before the tap, by the server's own sums: what an amount would pay each day and in all, when it ends, and what leaving early costs. Pure.

import type { FundProduct, FundSubscription } from '@fairtick/contract/http/funds';
import { readPositive } from '@fairtick/contract/typed-number';
import { FUND_DAY_MS, FUND_PLACES, fundBreakEven, fundDayProfit, fundPenalty, fundWhole } from '@fairtick/engine/funds';
import { PAYMENT_PLACES } from '@fairtick/engine/payments';
import { amount, formatUnits, min, readUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { plainText } from './typed.ts';

/** In the order in which they are looked for. */
export type FundFault =
  | 'missing'
  | 'unreadable'
  | 'places'
  | 'none'
  | 'below'
  | 'above'
  | 'free'
  | 'sold_out'
  | 'no_profit';

/** All in USD. */
export interface FundSum {
  readonly amount: string;
  readonly day: string;
  readonly whole: string;
  readonly penalty: string;
  /** The day by whose end the interest has paid for leaving early; undefined where the term ends before. */
  readonly breakEven: number | undefined;
}

type Terms = Pick<
  FundProduct,
  | 'dividend_percentage'
  | 'lock_dividend_days'
  | 'liquidated_damages'
  | 'staring_sub_amount'
  | 'max_sub_amount'
  | 'capacity'
>;

function numberFault(typed: string): { readonly fault: FundFault } | { readonly units: bigint } {
  const read = readPositive('amount', plainText(typed), PAYMENT_PLACES);
  if (read.ok) return { units: read.value };
  switch (read.error.error) {
    case 'VALUE_MISSING':
      return { fault: 'missing' };
    case 'VALUE_TOO_PRECISE':
      return { fault: 'places' };
    case 'VALUE_NEGATIVE':
    case 'VALUE_ZERO':
      return { fault: 'none' };
    default:
      return { fault: 'unreadable' };
  }
}

/** `free`: USD that the user has for it; undefined where that is not known yet. */
export function readPurchase(
  typed: string,
  terms: Terms,
  free: string | undefined,
): { readonly fault: FundFault } | { readonly sum: FundSum } {
  const read = numberFault(typed);
  if ('fault' in read) return read;
  const bought = amount(read.units);
  if (bought < readUnits(terms.staring_sub_amount)) return { fault: 'below' };
  if (bought > readUnits(terms.max_sub_amount)) return { fault: 'above' };
  if (free !== undefined && bought > readUnits(free)) return { fault: 'free' };
  if (bought > readUnits(terms.capacity)) return { fault: 'sold_out' };
  const [percent, damages] = [readUnits(terms.dividend_percentage), readUnits(terms.liquidated_damages)];
  const day = fundDayProfit(bought, { percent });
  if (day === 0n) return { fault: 'no_profit' };
  const days = terms.lock_dividend_days;
  const penalty = fundPenalty(bought, { damages });
  return {
    sum: {
      amount: formatUnits(bought, PAYMENT_PLACES),
      day: formatUnits(day, FUND_PLACES),
      whole: formatUnits(fundWhole(day, days), FUND_PLACES),
      penalty: formatUnits(penalty, FUND_PLACES),
      breakEven: fundBreakEven(day, penalty, days),
    },
  };
}

/** The most that can be bought now: of what is free, what one may have and what can be set aside, in cents. */
export function mostBought(free: string, { max_sub_amount, capacity }: Terms): string {
  const cent = 10n ** BigInt(UNIT_PLACES - PAYMENT_PLACES);
  const least = [free, max_sub_amount, capacity].map((text) => readUnits(text)).reduce((a, b) => min(a, b));
  return formatUnits((least / cent) * cent, PAYMENT_PLACES);
}

/** Decimals of a percentage that say something: 0.5000 has one, 5 none. */
export const percentPlaces = (text: string): number => (text.split('.')[1] ?? '').replace(/0+$/, '').length;

/** When a term that began at this moment ends, UTC ms. */
export const termEnd = (fromMs: number, { lock_dividend_days }: Pick<FundProduct, 'lock_dividend_days'>): number =>
  fromMs + lock_dividend_days * FUND_DAY_MS;

/** What redeeming now brings and leaves, in USD: interest that was paid stays. */
export function redemption({
  share_amount,
  penalty,
  paid,
}: Pick<FundSubscription, 'share_amount' | 'penalty' | 'paid'>): {
  readonly back: string;
  /** Interest less penalty, signed. */
  readonly net: string;
} {
  const [share, cost, got] = [share_amount, penalty, paid].map((text) => readUnits(text));
  return {
    back: formatUnits((share ?? 0n) - (cost ?? 0n), FUND_PLACES),
    net: formatUnits((got ?? 0n) - (cost ?? 0n), FUND_PLACES),
  };
}
