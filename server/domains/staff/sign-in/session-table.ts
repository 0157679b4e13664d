// The SQL of the staff's sessions.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { StaffFactor } from '@fairtick/contract/staff/sign-in';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { ROLES_OF } from '../table.ts';
import { FACTORS_OF } from './factor-table.ts';

export interface NewStaffSession {
  readonly tokenHash: Uint8Array;
  readonly staffId: Id;
  readonly createdTime: number;
  readonly factor: StaffFactor;
  readonly addressShown: string;
  readonly agent: string;
}

export async function insertStaffSession(tx: Queries, one: NewStaffSession): Promise<void> {
  await tx.query({
    name: 'staff_session_insert',
    text: `INSERT INTO staff_sessions (token_hash, staff_id, created_time, last_used_time, factor, address_shown, agent)
           VALUES ($1, $2, $3, $3, $4, $5, $6)`,
    values: [one.tokenHash, one.staffId, one.createdTime, one.factor, one.addressShown, one.agent],
  });
}

export interface StaffSessionRow {
  readonly staff_id: Id;
  readonly created_time: bigint;
  readonly elevated_until: bigint;
  readonly roles: readonly StaffRole[];
  readonly factors: readonly StaffFactor[];
}

/**
 * Notes the use, and answers with the roles and factors of now. undefined where the session is unknown or revoked, was not used since `idleSinceMs` or opened
 * before `openedSinceMs`, or its member is disabled.
 */
export async function useStaffSession(
  db: Queries,
  tokenHash: Uint8Array,
  times: { readonly nowMs: number; readonly idleSinceMs: number; readonly openedSinceMs: number },
): Promise<StaffSessionRow | undefined> {
  const { rows } = await db.query<StaffSessionRow>({
    name: 'staff_session_use',
    text: `UPDATE staff_sessions o SET last_used_time = greatest(o.last_used_time, $2) FROM staff s
           WHERE o.token_hash = $1 AND s.id = o.staff_id AND s.disabled_time IS NULL AND o.revoked_time IS NULL
             AND o.last_used_time > $3 AND o.created_time > $4
           RETURNING o.staff_id, o.created_time, o.elevated_until,
             ${ROLES_OF} AS roles,
             ${FACTORS_OF} AS factors`,
    values: [tokenHash, times.nowMs, times.idleSinceMs, times.openedSinceMs],
  });
  return rows[0];
}

/** When the session was opened, UTC ms. */
export async function sessionOpened(db: Queries, tokenHash: Uint8Array): Promise<number> {
  const { rows } = await db.query<{ created_time: bigint }>({
    name: 'staff_session_opened',
    text: 'SELECT created_time FROM staff_sessions WHERE token_hash = $1',
    values: [tokenHash],
  });
  return Number(rows[0]?.created_time ?? 0n);
}

/** False where the session has ended meanwhile. */
export async function elevate(tx: Queries, tokenHash: Uint8Array, untilMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_session_elevate',
    text: 'UPDATE staff_sessions SET elevated_until = $2 WHERE token_hash = $1 AND revoked_time IS NULL',
    values: [tokenHash, untilMs],
  });
  return rowCount === 1;
}

export async function revokeStaffSession(tx: Queries, tokenHash: Uint8Array, nowMs: number): Promise<void> {
  await tx.query({
    name: 'staff_session_revoke',
    text: 'UPDATE staff_sessions SET revoked_time = $2 WHERE token_hash = $1 AND revoked_time IS NULL',
    values: [tokenHash, nowMs],
  });
}

/** All sessions of the member. */
export async function revokeStaffSessionsOf(tx: Queries, staffId: Id, nowMs: number): Promise<void> {
  await tx.query({
    name: 'staff_sessions_revoke',
    text: 'UPDATE staff_sessions SET revoked_time = $2 WHERE staff_id = $1 AND revoked_time IS NULL',
    values: [staffId, nowMs],
  });
}
