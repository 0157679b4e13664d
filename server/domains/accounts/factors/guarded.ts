// A change of what guards an account: in one transaction, under its user's lock, and only while the session is elevated there. The edge has asked
// already; what it saw may be over.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import { err, type Result } from '@fairtick/kernel/result';
import type { Answer, Key, Outcome, UserNotice } from '../../../platform/commands/command.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { writeNotices } from '../../../platform/notices/stored.ts';
import { stepUpRefusal, type UserPrincipal } from '../../../platform/principals.ts';
import { lockOwners } from '../../ledger/index.ts';
import { holdCredentials } from '../passwords/table.ts';
import { holdElevation } from './elevation-table.ts';
import type { GuardOptions } from './options.ts';

type Act = (tx: PoolClient) => Promise<Result<Answer, Refusal>>;

/** Why what needs a step-up may not be done in this transaction; the session stays as it is until its end. */
export async function elevationRefusal(
  tx: PoolClient,
  { tokenHash }: Pick<UserPrincipal, 'tokenHash'>,
  nowMs: number,
): Promise<Refusal | undefined> {
  const elevation = await holdElevation(tx, tokenHash);
  return elevation ? stepUpRefusal(elevation, nowMs) : refuse('SESSION_EXPIRED');
}

/** Of an answer that is stored with the client's key, and told again to it. */
export const keyOfRequest = (context: RequestContext, call: string, input: Readonly<Record<string, unknown>>): Key =>
  keyOf(userOf(context).userId, context.key, call, input);

/** One after the other for a user: which factor is the first and which the last is known for certain. */
export const changeGuarded = (
  { records, clock }: Pick<GuardOptions, 'records' | 'clock'>,
  principal: UserPrincipal,
  key: Key,
  act: Act,
): Promise<Outcome> =>
  records.write({
    key,
    act: async (tx) => {
      await lockOwners(tx, [principal.userId], []);
      await holdCredentials(tx, principal.userId);
      const refused = await elevationRefusal(tx, principal, clock.now());
      return refused ? err(refused) : act(tx);
    },
  });

/** What every change of what guards an account is told by, in its transaction: a notice that is kept, and a letter that cannot be turned off. */
export async function tellOwner(
  tx: PoolClient,
  { newId }: Pick<GuardOptions, 'newId'>,
  userId: Id,
  kind: UserNotice['kind'],
): Promise<void> {
  const notices = [{ userId, kind, realm: 'live' as const, orderId: undefined, params: {} }];
  await runAll(tx, writeNotices(notices, newId));
}
