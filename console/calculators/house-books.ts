// The house's accounts as people read them, and what a move of its money does to both of its sides.

import { type Assigned, type HouseMove, POOLS, sidesOf } from '@fairtick/contract/staff/house-moves';
import { readPositive } from '@fairtick/contract/typed-number';
import { formatUnits, readUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';

export interface HouseAccount {
  readonly account: string;
  readonly available: string;
}

/** Of a pool outside: what it holds, which is what the world owes. */
const isPool = (account: string): boolean => POOLS.some((one) => one === account);
const heldUnits = ({ account, available }: HouseAccount): bigint =>
  isPool(account) ? -readUnits(available) : readUnits(available);

export const heldBy = (one: HouseAccount): string => formatUnits(heldUnits(one), 2);

export interface Side {
  readonly account: string;
  /** USD that it holds, and would hold. */
  readonly old: string;
  readonly next: string;
  readonly short: boolean;
}

/** Both sides, the one that gives first; undefined where the move is not whole or the amount is none. */
export function moveSides(
  { move, product, amount }: { readonly move: HouseMove; readonly product: Assigned | ''; readonly amount: string },
  accounts: readonly HouseAccount[],
): readonly Side[] | undefined {
  const sides = sidesOf(move, product);
  const sum = readPositive('amount', amount.trim(), UNIT_PLACES);
  if (!sides || !sum.ok) return undefined;
  const side = (account: string, units: bigint): Side => {
    const old = heldUnits({ account, available: accounts.find((one) => one.account === account)?.available ?? '0' });
    // What leaves the books of a pool is held outside from then on.
    const next = old + (isPool(account) ? -units : units);
    return { account, old: formatUnits(old, 2), next: formatUnits(next, 2), short: next < 0n };
  };
  const both = [side(sides.from, -sum.value), side(sides.to, sum.value)];
  return both.toSorted((one, other) => Number(grows(one)) - Number(grows(other)));
}

const grows = ({ old, next }: Side): boolean => readUnits(next) > readUnits(old);
