// Names, numbers and sums of accounts: pure. Hashing is passwords.ts, tokens are sessions.ts.

import { type Amount, amount, divideToPlaces, formatUnits, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';

/** Rules §4. */
export const SESSION_IDLE_MS = 30 * 24 * 3_600_000;

/** Crockford's alphabet: no letter that can be read as another sign. */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The number a user tells others: the id itself, shorter to read out. Two users never share one. */
export function uidOf(id: Id): string {
  let text = '';
  for (let rest = id; rest > 0n; rest /= 32n) text = (ALPHABET[Number(rest % 32n)] ?? '') + text;
  return text;
}

/** Two ways of typing the same signs are one password. */
export const normalPassword = (text: string): string => text.normalize('NFKC');

/** `part` as percent of `whole`, two places, half-even; 0 where there is nothing to be a part of. */
function percentOf(part: Amount, whole: Amount): Amount {
  if (whole <= 0n) return amount(0n);
  return amount(divideToPlaces(part * 100n * UNIT, whole, 2));
}

/** Today's result as a percent of total assets, as text. */
export const profitPercent = (profits: Amount, totalAssets: Amount): string =>
  formatUnits(percentOf(profits, totalAssets), 2);
