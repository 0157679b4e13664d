// Money in and out before the tap, by the server's own sums: what a deposit would be credited as, what a withdrawal leaves and brings. Pure.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { readPositive } from '@fairtick/contract/typed-number';
import { creditOf, PAYMENT_PLACES, withdrawalFee, withdrawalReceived } from '@fairtick/engine/payments';
import { amount, formatUnits, RATE_PLACES, rate, readUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { plainText } from './typed.ts';

export type CurrencyOut = AnswerOf<'draw_symbol_list'>[number];

type NumberFault = 'missing' | 'unreadable' | 'places' | 'none' | 'large';

type Read<F> = { readonly fault: F } | { readonly units: bigint };

/** A number as the server reads it. */
function readNumber(typed: string, places: number): Read<NumberFault> {
  const read = readPositive('number', plainText(typed), places);
  if (read.ok) return { units: read.value };
  switch (read.error.error) {
    case 'VALUE_MISSING':
      return { fault: 'missing' };
    case 'VALUE_NOT_A_NUMBER':
      return { fault: 'unreadable' };
    case 'VALUE_TOO_PRECISE':
      return { fault: 'places' };
    case 'VALUE_TOO_LARGE':
      return { fault: 'large' };
    case 'VALUE_NEGATIVE':
    case 'VALUE_ZERO':
      return { fault: 'none' };
  }
}

/** Where money can be sent to. */
export interface DepositTerms {
  /** USD. */
  readonly min: string;
  /** How much of the currency one USD is; '' where nothing says so now. */
  readonly usd_price: string;
  /** That is the last one before its market closed. */
  readonly rate_closed: boolean;
  readonly places: number;
}

export type DepositFault = NumberFault | 'below';

/** What was typed of a deposit; `credit` is USD by the rate of now, undefined where there is none. */
export function readDeposit(
  typed: string,
  { min, usd_price, places }: Omit<DepositTerms, 'rate_closed'>,
): { readonly fault: DepositFault } | { readonly credit: string | undefined } {
  const read = readNumber(typed, places);
  if ('fault' in read) return read;
  if (usd_price === '') return { credit: undefined };
  const credit = creditOf(read.units, UNIT_PLACES, rate(readUnits(usd_price, RATE_PLACES)));
  if (credit === undefined || credit < readUnits(min)) return { fault: 'below' };
  return { credit: formatUnits(credit, 2) };
}

export type WithdrawalFault = NumberFault | 'below' | 'above' | 'fee' | 'free';

/** All in USD but `received`, which is in the currency. */
export interface WithdrawalSum {
  readonly number: string;
  readonly fee: string;
  /** What stays free on the account. */
  readonly left: string;
  readonly received: string;
}

/** What was typed of a withdrawal; `free` is what the account has. The day's limit is the server's to know. */
export function readWithdrawal(
  typed: string,
  terms: Pick<CurrencyOut, 'draw_rate' | 'fee_type' | 'usd_price' | 'min' | 'max' | 'places'>,
  free: string,
): { readonly fault: WithdrawalFault } | { readonly sum: WithdrawalSum } {
  const read = readNumber(typed, PAYMENT_PLACES);
  if ('fault' in read) return read;
  const number = amount(read.units);
  if (number < readUnits(terms.min)) return { fault: 'below' };
  if (number > readUnits(terms.max)) return { fault: 'above' };
  if (number > readUnits(free)) return { fault: 'free' };
  const priced = {
    feeType: terms.fee_type,
    drawRate: readUnits(terms.draw_rate),
    usdPrice: rate(readUnits(terms.usd_price, RATE_PLACES)),
    places: terms.places,
  };
  const received = withdrawalReceived(number, priced);
  if (received === undefined) return { fault: 'fee' };
  return {
    sum: {
      number: formatUnits(number, 2),
      fee: formatUnits(withdrawalFee(number, priced), 2),
      left: formatUnits(readUnits(free) - number, 2),
      received: formatUnits(received, terms.places),
    },
  };
}

/** All that can be withdrawn: what is free in cents, no more than one request may be. */
export function mostWithdrawn(free: string, max: string): string {
  const cent = 10n ** BigInt(UNIT_PLACES - PAYMENT_PLACES);
  const units = (readUnits(free) / cent) * cent;
  const most = readUnits(max);
  return formatUnits(units < most ? units : most, 2);
}

/** Decimals of a sum of a currency that say something, at least two: 495.000000 and 495 are 495.00. */
export const placesOf = (text: string): number => Math.max(2, (text.split('.')[1] ?? '').replace(/0+$/, '').length);

/** An address or an account whole, in groups of four, as two people compare it aloud. */
export const groupsOf = (text: string): readonly string[] => text.match(/.{1,4}/gu) ?? [];
