// The SQL of the staff themselves: who there is, their roles, and user accounts of their own.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { ANY_FACTOR_EVER } from './sign-in/factor-table.ts';

export interface MemberRow {
  readonly id: Id;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
}

export interface NewMember {
  readonly id: Id;
  readonly name: string;
  /** As `emailAddress` writes it. */
  readonly email: string;
  readonly roles: readonly StaffRole[];
  /** A member of staff; 0 the server itself. */
  readonly addedBy: Id;
}

/** Of a statement whose `s` is the staff: the roles of now, in the order in which they were given. */
export const ROLES_OF = `ARRAY(SELECT role FROM staff_roles r WHERE r.staff_id = s.id AND r.revoked_time IS NULL ORDER BY r.id)`;

/** False where the e-mail is somebody's already. */
export async function insertMember(tx: Queries, { id, name, email, roles, addedBy }: NewMember): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_insert',
    text: 'INSERT INTO staff (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING',
    values: [id, name, email],
  });
  if (rowCount !== 1) return false;
  await grantRoles(tx, id, roles, addedBy);
  return true;
}

export async function grantRoles(tx: Queries, staffId: Id, roles: readonly StaffRole[], by: Id): Promise<void> {
  await tx.query({
    name: 'staff_grant',
    text: `INSERT INTO staff_roles (staff_id, role, granted_by) SELECT $1, role, $3 FROM unnest($2::text[]) AS r (role)
           ON CONFLICT (staff_id, role) WHERE revoked_time IS NULL DO NOTHING`,
    values: [staffId, roles, by],
  });
}

export async function revokeRoles(tx: Queries, staffId: Id, roles: readonly StaffRole[], by: Id): Promise<void> {
  await tx.query({
    name: 'staff_revoke',
    text: `UPDATE staff_roles SET revoked_time = database_ms(), revoked_by = $3
           WHERE staff_id = $1 AND role = ANY ($2::text[]) AND revoked_time IS NULL`,
    values: [staffId, roles, by],
  });
}

/**
 * The member with the roles of now, held until the transaction ends against whoever changes them; undefined where there is none or they are
 * disabled. An act is decided by this: what was admitted before a removal of roles and comes after it is refused.
 */
export async function holdMember(tx: Queries, staffId: Id): Promise<MemberRow | undefined> {
  await tx.query({ name: 'staff_hold', text: 'SELECT 1 FROM staff WHERE id = $1 FOR SHARE', values: [staffId] });
  return findMember(tx, staffId);
}

/** Waits for whoever holds the member, and is waited for: before roles, factors or the right to be here change. */
export async function lockMember(tx: Queries, staffId: Id): Promise<void> {
  await tx.query({
    name: 'staff_lock',
    text: 'SELECT 1 FROM staff WHERE id = $1 FOR NO KEY UPDATE',
    values: [staffId],
  });
}

/** undefined also where they are disabled. */
export async function findMember(db: Queries, staffId: Id): Promise<MemberRow | undefined> {
  const { rows } = await db.query<MemberRow>({
    name: 'staff_find',
    text: `SELECT s.id, s.name, s.email, ${ROLES_OF} AS roles FROM staff s WHERE s.id = $1 AND s.disabled_time IS NULL`,
    values: [staffId],
  });
  return rows[0];
}

export interface FoundMember {
  readonly id: Id;
  readonly disabled: boolean;
}

export async function findByEmail(db: Queries, email: string): Promise<FoundMember | undefined> {
  const { rows } = await db.query<FoundMember>({
    name: 'staff_by_email',
    text: 'SELECT id, disabled_time IS NOT NULL AS disabled FROM staff WHERE email = $1',
    values: [email],
  });
  return rows[0];
}

/** Who was there first, and whether anybody of the staff has ever had a factor. */
export async function findFirst(db: Queries): Promise<(FoundMember & { readonly anybodyJoined: boolean }) | undefined> {
  const { rows } = await db.query<FoundMember & { anybodyJoined: boolean }>({
    name: 'staff_first',
    text: `SELECT id, disabled_time IS NOT NULL AS disabled,
             ${ANY_FACTOR_EVER} AS "anybodyJoined"
           FROM staff ORDER BY created_time, id LIMIT 1`,
  });
  return rows[0];
}

/** Servers that start at once make one owner. Held until the transaction ends. */
export async function lockStart(tx: Queries): Promise<void> {
  await tx.query({ name: 'staff_lock_start', text: 'SELECT pg_advisory_xact_lock(720622)' });
}

/** The name of somebody who is or was of the staff; empty where there never was such a one. */
export async function staffName(db: Queries, staffId: Id): Promise<string> {
  const { rows } = await db.query<{ name: string }>({
    name: 'staff_name',
    text: 'SELECT name FROM staff WHERE id = $1',
    values: [staffId],
  });
  return rows[0]?.name ?? '';
}

/** The user accounts that are declared to be the member's own or their family's. */
export async function linkedUsers(db: Queries, staffId: Id): Promise<Id[]> {
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'staff_linked_users',
    text: 'SELECT user_id FROM staff_user_links WHERE staff_id = $1',
    values: [staffId],
  });
  return rows.map((row) => row.user_id);
}
