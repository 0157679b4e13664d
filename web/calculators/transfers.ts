// A transfer before it is sent: its two sides, the most that can leave one of them and why, and what it does to the margin. Pure.

import type { Balance } from '@fairtick/contract/http/accounts';
import { readPositive } from '@fairtick/contract/typed-number';
import { divideToPlaces, formatUnits, max, min, readUnits, UNIT } from '@fairtick/kernel/decimal';
import { plainText } from './typed.ts';

export type AccountTypeId = Balance['accountTypeId'];
export const ACCOUNT_TYPES: readonly AccountTypeId[] = [1, 2, 3];
const FOREX: AccountTypeId = 2;
/** Results have six places: what they leave can be taken out whole. */
const TRANSFER_PLACES = 6;
const PERCENT = 100n;

export interface Sides {
  readonly from: AccountTypeId;
  readonly to: AccountTypeId;
}

export const swapped = ({ from, to }: Sides): Sides => ({ from: to, to: from });

/** One side is chosen anew. Where it is the other's account, that one takes the place that became free: they are never the same. */
export function chosen(sides: Sides, side: keyof Sides, account: AccountTypeId): Sides {
  const other = side === 'from' ? 'to' : 'from';
  if (sides[other] === account) return swapped(sides);
  return side === 'from' ? { from: account, to: sides.to } : { from: sides.from, to: account };
}

/** The forex account with its open results. All in 1e-8 USD. */
export interface ForexNow {
  readonly netValue: bigint;
  readonly usedMargin: bigint;
  readonly freeMargin: bigint;
}

export interface Most {
  readonly most: bigint;
  /** Of what is free on the account, what open losses bind. */
  readonly bound: bigint;
}

/** What can leave an account at this moment; of the forex account no more than its free margin. The server decides, by its own newest prices. */
export function mostOf(
  account: AccountTypeId,
  free: string,
  forex: Pick<ForexNow, 'freeMargin'> | undefined,
): Most | undefined {
  const available = readUnits(free);
  if (account !== FOREX) return { most: available, bound: 0n };
  if (!forex) return undefined;
  const most = max(0n, min(available, forex.freeMargin));
  return { most, bound: available - most };
}

/** So many percent of the most, in cents rounded down; all of it to the last place. As text for the field. */
export function shareOf(most: bigint, percent: number): string {
  if (percent === 100) return formatUnits(most, 2);
  const cent = UNIT / PERCENT;
  return formatUnits(((most * BigInt(percent)) / (PERCENT * cent)) * cent, 2);
}

export interface MarginRow {
  readonly netValue: string;
  readonly usedMargin: string;
  /** Percent, 2 places; undefined where no margin is used. */
  readonly level: string | undefined;
}

const marginRow = (netValue: bigint, usedMargin: bigint): MarginRow => ({
  netValue: formatUnits(netValue, 2),
  usedMargin: formatUnits(usedMargin, 2),
  level: usedMargin > 0n ? formatUnits(divideToPlaces(netValue * PERCENT * UNIT, usedMargin, 2), 2) : undefined,
});

/** The forex account now and after so much came or went; undefined where the transfer does not touch it, or nothing is open. */
export function marginEffect(
  { from, to }: Sides,
  sum: bigint,
  { netValue, usedMargin }: Pick<ForexNow, 'netValue' | 'usedMargin'>,
): { readonly now: MarginRow; readonly after: MarginRow } | undefined {
  if (usedMargin <= 0n || (from !== FOREX && to !== FOREX)) return undefined;
  const after = from === FOREX ? netValue - sum : netValue + sum;
  return { now: marginRow(netValue, usedMargin), after: marginRow(after, usedMargin) };
}

export type TransferFault = 'missing' | 'unreadable' | 'places' | 'none' | 'large' | 'above';

/** What is wrong with the sum that was typed, by the check that the server makes; its units where nothing is. */
export function readSum(
  text: string,
  most: bigint | undefined,
): { readonly fault: TransferFault } | { readonly sum: bigint } {
  const read = readPositive('balance', plainText(text), TRANSFER_PLACES);
  if (read.ok) return most !== undefined && read.value > most ? { fault: 'above' } : { sum: read.value };
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
