// Money of nobody that came to somebody's own address: it is booked by an option that says to which.

import { addressRule, readAddress } from '@fairtick/contract/addresses/chain';
import type { Queries } from '../../../platform/database/pools.ts';
import type { CoinOption, DepositOption } from '../settings.ts';
import { ownersOf } from './table.ts';

/** The one for all; '' where there is none. */
export const addressOf = (option: DepositOption): string => (option.kind === 'coin' ? option.address : '');

/** As one whose money comes to that address alone. */
const resolved = (option: CoinOption, address: string): CoinOption => {
  const { xpub: _, ...rest } = option;
  return { ...rest, address };
};

/** `typed`: '' for the address of all. undefined where that is none, or nobody's own. Money that comes to an address of a key of before counts as well. */
export async function optionAt(db: Queries, option: DepositOption, typed: string): Promise<DepositOption | undefined> {
  if (option.kind === 'bank') return typed === '' ? option : undefined;
  if (typed === '') return option.xpub === undefined ? option : undefined;
  const read = readAddress(addressRule(option.network), typed);
  if (!read.ok) return undefined;
  if (read.value === option.address) return option;
  return (await ownersOf(db, [read.value])).has(read.value) ? resolved(option, read.value) : undefined;
}

/** Of a booking that two people agree on, whose address was somebody's own when it was proposed, and stays so; undefined where the option's has become none. */
export function optionOfBooking(option: DepositOption, address: string | undefined): DepositOption | undefined {
  if (option.kind === 'bank') return option;
  if (address !== undefined) return resolved(option, address);
  return option.xpub === undefined ? option : undefined;
}
