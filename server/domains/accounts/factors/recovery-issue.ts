// When recovery codes come and go: ten with the first factor, ten new ones when they are asked for, none any more without a factor.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { holdWithdrawals } from '../standing-change.ts';
import { factorsOf, type SetFactor } from './factor-table.ts';
import { changeGuarded, tellOwner } from './guarded.ts';
import type { GuardOptions } from './options.ts';
import { newCodes } from './recovery.ts';
import { endCodes, insertCodes } from './recovery-table.ts';

/** The codes to be shown once; those before are worth nothing any more. */
async function issue(
  { keys, entropy }: Pick<GuardOptions, 'keys' | 'entropy'>,
  tx: PoolClient,
  userId: Id,
): Promise<string[]> {
  const { codes, ...kept } = newCodes(keys, entropy, userId);
  await endCodes(tx, userId);
  await insertCodes(tx, userId, kept);
  return [...codes];
}

/** With a factor that was just added: codes where there was none `before`, and none to be shown else. */
export const codesOfFirst = (
  options: GuardOptions,
  tx: PoolClient,
  userId: Id,
  before: readonly SetFactor[],
): Promise<string[]> => (before.length === 0 ? issue(options, tx, userId) : Promise.resolve([]));

/** A factor was just removed: withdrawals rest, and recovery codes of nothing end. */
export async function afterRemoval(tx: PoolClient, userId: Id): Promise<void> {
  if ((await factorsOf(tx, userId)).length === 0) await endCodes(tx, userId);
  await holdWithdrawals(tx, userId, { kind: 'user', id: userId });
}

/** The codes are told only here. Refused where there is no factor that they could stand in for. */
export async function newRecoveryCodes(
  options: GuardOptions,
  context: RequestContext,
): Promise<Result<{ recoveryCodes: string[] }, Refusal>> {
  const principal = userOf(context);
  const { userId } = principal;
  let recoveryCodes: string[] = [];
  const key = keyOfOne(options.entropy, userId, 'recovery_codes');
  const outcome = await changeGuarded(options, principal, key, async (tx) => {
    if ((await factorsOf(tx, userId)).length === 0) return err(refuse('FACTOR_NEEDED'));
    recoveryCodes = await issue(options, tx, userId);
    await tellOwner(tx, options, userId, 'recovery_codes_made');
    return ok({});
  });
  return outcome.ok ? ok({ recoveryCodes }) : outcome;
}
