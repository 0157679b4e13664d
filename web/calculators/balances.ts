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

/** Percent of an account that is free, for a bar; undefined where it is empty. */
export function freeShare(balance: Pick<Balance, 'balance' | 'lockBalance'>): number | undefined {
  const free = readUnits(balance.balance);
  const all = free + readUnits(balance.lockBalance);
  return all > 0n ? Number((free * 10_000n) / all) / 100 : undefined;
}

/** The total with what open orders would bring now, and that result; undefined where no order is open. */
export function withOpenResults(
  balances: readonly Pick<Balance, 'balance' | 'lockBalance' | 'type'>[],
  netValue: string | undefined,
): { readonly total: string; readonly result: string } | undefined {
  const forex = balances.find(({ type }) => type === 'forex');
  if (netValue === undefined || !forex) return undefined;
  const result = readUnits(netValue) - readUnits(forex.balance) - readUnits(forex.lockBalance);
  if (result === 0n) return undefined;
  return { total: formatUnits(readUnits(totalOf(balances)) + result, 2), result: formatUnits(result, 2) };
}
