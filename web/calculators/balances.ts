// Sums of balances, exact. Pure.

import type { Balance } from '@fairtick/contract/http/accounts';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';

/** Available and locked of one account, in USD text. */
export const accountTotal = (balance: Pick<Balance, 'balance' | 'lockBalance'>): string =>
  formatUnits(readUnits(balance.balance) + readUnits(balance.lockBalance), 2);

/** Everything the user has, in USD text: all three accounts are in USD. */
export function totalOf(balances: readonly Pick<Balance, 'balance' | 'lockBalance'>[]): string {
  let units = 0n;
  for (const balance of balances) units += readUnits(balance.balance) + readUnits(balance.lockBalance);
  return formatUnits(units, 2);
}
