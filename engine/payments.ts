// The sums of money in and out (rules §9), one function each. Server and browser call these same functions.

import {
  type Amount,
  amount,
  divideHalfEven,
  divideToPlaces,
  RATE_UNIT,
  type Rate,
  UNIT,
  UNIT_PLACES,
} from '@fairtick/kernel/decimal';

/** Decimals of what is credited, withdrawn and taken as a fee, in USD. */
export const PAYMENT_PLACES = 2;
const PERCENT = 100n;

export interface WithdrawalTerms {
  /** 1: `drawRate` is USD; 2: it is percent of the amount. */
  readonly feeType: 1 | 2;
  /** In units of 1e-8. */
  readonly drawRate: bigint;
  /** How much of the currency one USD is. */
  readonly usdPrice: Rate;
  /** Decimals of the currency, 0 to 8. */
  readonly places: number;
}

/** Fee of a withdrawal in USD, half-even to 2 places. */
export function withdrawalFee(
  number: Amount,
  { feeType, drawRate }: Pick<WithdrawalTerms, 'feeType' | 'drawRate'>,
): Amount {
  if (feeType === 1) return amount(divideToPlaces(drawRate, 1n, PAYMENT_PLACES));
  return amount(divideToPlaces(number * drawRate, UNIT * PERCENT, PAYMENT_PLACES));
}

/**
 * What arrives, in units of 1e-8 of the currency, rounded down to its places: (number - fee) x price. undefined where the fee leaves nothing of it.
 */
export function withdrawalReceived(number: Amount, terms: WithdrawalTerms): bigint | undefined {
  const left = number - withdrawalFee(number, terms);
  if (left <= 0n) return undefined;
  const step = 10n ** BigInt(UNIT_PLACES - terms.places);
  const received = ((left * terms.usdPrice) / (RATE_UNIT * step)) * step;
  return received > 0n ? received : undefined;
}

/**
 * USD that so much of a currency is credited as: number / price, half-even to 2 places. `number` in units of 10^-`places` of the currency. undefined
 * where it is less than the least that can be credited.
 */
export function creditOf(number: bigint, places: number, usdPrice: Rate): Amount | undefined {
  const perCent = 10n ** BigInt(PAYMENT_PLACES);
  const cents = divideHalfEven(number * RATE_UNIT * perCent, usdPrice * 10n ** BigInt(places));
  return cents > 0n ? amount((cents * UNIT) / perCent) : undefined;
}
