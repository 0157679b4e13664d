// What would be credited for what came, by the server's own function: shown before anybody says so. The server reckons again at its own moment.

import { readCoins } from '@fairtick/contract/typed-number';
import { creditOf } from '@fairtick/engine/payments';
import { COIN_PLACES, formatUnits, RATE_PLACES, rate, readUnits } from '@fairtick/kernel/decimal';

/** As the card says them. */
export interface CreditTerms {
  readonly heldFor: '' | 'claimed_twice' | 'unverified';
  /** Empty where there is no rate now. */
  readonly usdPrice: string;
  /** USD: the least that is credited, what was credited within the last 24 hours, and from which sum of them on it takes two people. */
  readonly least: string;
  readonly lastDay: string;
  readonly twoPeople: string;
  /** The transaction that the user named, and the UIDs of others who say that it is theirs. */
  readonly txid: string;
  readonly sameTransaction: readonly string[];
}

export interface Credit {
  /** USD. */
  readonly usd: string;
  readonly takesTwo: boolean;
  readonly belowLeast: boolean;
}

/** Whether what is typed is an output of the transaction that others claim as well. */
const isContested = ({ txid, sameTransaction }: CreditTerms, reference: string): boolean =>
  sameTransaction.length > 0 && reference.trim().toLowerCase().replace(/^0x/, '').startsWith(`${txid.toLowerCase()}:`);

/**
 * undefined where what is typed is no amount, or nothing turns it into USD now. `booked`: USD that a receipt which was booked before counts as, whatever
 * the rate is now.
 */
export function creditFor(
  typed: { readonly amount: string; readonly reference: string },
  terms: CreditTerms,
  booked?: string,
): Credit | undefined {
  const came = readCoins('amount', typed.amount.trim());
  if (!came.ok || (terms.usdPrice === '' && booked === undefined)) return undefined;
  const units =
    booked === undefined
      ? (creditOf(came.value, COIN_PLACES, rate(readUnits(terms.usdPrice, RATE_PLACES))) ?? 0n)
      : readUnits(booked);
  const sum = readUnits(terms.lastDay) + units;
  return {
    usd: formatUnits(units, 2),
    takesTwo:
      terms.heldFor === 'claimed_twice' || isContested(terms, typed.reference) || sum >= readUnits(terms.twoPeople),
    belowLeast: units === 0n || units < readUnits(terms.least),
  };
}
