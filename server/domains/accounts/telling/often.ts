// How often somebody is told of what anybody who signs in can cause as often as they like: else one account would send text messages at the operator's
// cost, or letters to a mailbox that is a stranger's, by the thousand.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { Failures } from '../../../platform/sign-in/failure-table.ts';

const failures = new Failures('user_failures');

const HOUR_MS = 3_600_000;
/** Ten, then one an hour, until a day without one: whoever comes in among many is told of within the hour. */
const WAITS = [...Array.from({ length: 10 }, () => 0), HOUR_MS];
const KEPT_MS = 24 * HOUR_MS;

/** Whether the user is told now, which counts from here on. In the transaction of what they would be told of. */
export async function isToldAgain(
  { keys, clock }: { readonly keys: Keys; readonly clock: Clock },
  tx: Queries,
  userId: Id,
  what: 'new_sign_in' | 'codes_tried',
): Promise<boolean> {
  const key = keys.mac('user_factors', `failures/told/${what}/${userId}`);
  return !(await failures.count(tx, [{ key, waits: WAITS, shared: false, keptMs: KEPT_MS }], clock.now()));
}
