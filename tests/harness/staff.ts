// Members of staff with a session, written by the owner's hand: what a test needs that is not about how they sign in.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { type Clock, systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import type { TestDatabase } from './database.ts';

export interface StaffOptions {
  /** Owner, where none are named. */
  readonly roles?: readonly StaffRole[];
  readonly name?: string;
  readonly email?: string;
  /** Whether a step-up holds, which it does for as long as the session; yes. */
  readonly elevated?: boolean;
  readonly clock?: Clock;
}

export interface TestMember {
  readonly id: Id;
  readonly name: string;
  readonly email: string;
  readonly token: string;
  readonly tokenHash: Uint8Array;
}

let next = 9_000_000n;

/** A member of staff who is signed in. */
export async function insertStaff(db: Pick<TestDatabase, 'owner'>, options: StaffOptions = {}): Promise<TestMember> {
  next += 1n;
  const id = next;
  const { roles = ['owner'], name = `Member ${id}`, email = `member${id}@example.com`, elevated = true } = options;
  const nowMs = (options.clock ?? systemClock).now();
  const token = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
  const tokenHash = hashToken(token);
  await db.owner.query('INSERT INTO staff (id, name, email) VALUES ($1, $2, $3)', [id, name, email]);
  await db.owner.query('INSERT INTO staff_roles (staff_id, role, granted_by) SELECT $1, unnest($2::text[]), 0', [
    id,
    roles,
  ]);
  await db.owner.query(
    `INSERT INTO staff_sessions (token_hash, staff_id, created_time, last_used_time, elevated_until, factor, address_shown, agent)
     VALUES ($1, $2, $3, $3, $4, 'totp', '', '')`,
    [tokenHash, id, nowMs, elevated ? nowMs + 8 * 3_600_000 : 0],
  );
  return { id, name, email, token, tokenHash };
}
