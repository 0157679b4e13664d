// What a correction would leave free on a user's fund account.

import { readPositive } from '@fairtick/contract/typed-number';
import { formatUnits, readUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';

/** USD; undefined where what is typed is no amount, or more than there is would be taken. */
export function correctedBalance(now: string, direction: 'give' | 'take', typed: string): string | undefined {
  const sum = readPositive('amount', typed.trim(), UNIT_PLACES);
  if (!sum.ok) return undefined;
  const after = direction === 'give' ? readUnits(now) + sum.value : readUnits(now) - sum.value;
  return after < 0n ? undefined : formatUnits(after, 2);
}
