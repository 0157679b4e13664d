// What the staff's commands work with, and what several of them do alike.

import type { Refusal } from '@fairtick/contract/errors';
import type { ActKind } from '@fairtick/contract/staff/acts';
import type { Member } from '@fairtick/contract/staff/sign-in';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import { insertActs } from '../../platform/acts/table.ts';
import type { Answer, Outcome } from '../../platform/commands/command.ts';
import { keyOfOne } from '../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Actor } from '../../platform/principals.ts';
import type { Records } from '../../platform/records/records.ts';
import type { Passkeys } from '../../platform/sign-in/passkeys.ts';
import type { Passwords } from '../accounts/index.ts';
import type { MemberRow } from './table.ts';

export interface StaffOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly records: Records;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly passkeys: Passkeys;
  readonly logger: Logger;
}

export const memberView = ({ id, name, email, roles }: MemberRow): Member => ({
  id: id.toString(),
  name,
  email,
  roles: [...roles],
});

/**
 * One transaction under a key of its own. Steps of a sign-in are good once: whoever lost the answer begins again, and no token is ever kept with a
 * key (docs/decisions/how-staff-sign-in.md).
 */
export const writeOnce = (
  { records, entropy }: Pick<StaffOptions, 'records' | 'entropy'>,
  ownerId: Id,
  call: string,
  act: (tx: PoolClient) => Promise<Result<Answer, Refusal>>,
): Promise<Outcome> => records.write({ key: keyOfOne(entropy, ownerId, call), act });

/** Acts about a member, in the order in which they happened. */
export async function writeActs(
  tx: PoolClient,
  actor: Actor,
  staffId: Id,
  acts: readonly { readonly kind: ActKind; readonly contents: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  const subject = { kind: 'staff', id: staffId.toString() } as const;
  await runAll(tx, insertActs(acts.map((one) => ({ ...one, actor, subject }))));
}
