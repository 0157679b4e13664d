// The SQL of the staff as a list, of who is held while something is decided, and of who leaves and comes back.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import type { HeldMember } from '../proposals/rules.ts';
import { endFactors, HAS_FACTOR } from '../sign-in/factor-table.ts';
import { revokeStaffSessionsOf } from '../sign-in/session-table.ts';
import { lockMember, ROLES_OF } from '../table.ts';

/** One change of who there is and what they may do after the other, until the transaction ends: nobody counts owners while somebody leaves. */
export async function lockStaff(tx: Queries): Promise<void> {
  await tx.query({ name: 'staff_lock_all', text: 'SELECT pg_advisory_xact_lock(720623)', values: [] });
}

/**
 * These members, and the makers of these proposals, as they are until the transaction ends: whoever changes one of them waits, or was waited for.
 * Sent at once, behind what was sent before.
 */
export async function holdMembers(
  tx: Queries,
  { members, proposals }: { readonly members: readonly Id[]; readonly proposals: readonly Id[] },
): Promise<HeldMember[]> {
  const values = (): [unknown, unknown] => [int8(members), int8(proposals)];
  const concerned = '(ARRAY(SELECT maker FROM proposals WHERE id = ANY ($2::bigint[])) || $1::bigint[])';
  const [, found] = await Promise.all([
    tx.query({
      name: 'people_hold',
      text: `SELECT 1 FROM staff WHERE id = ANY (${concerned}) ORDER BY id FOR SHARE`,
      values: values(),
    }),
    // Its own statement, so that it sees what was committed while the lock was waited for.
    tx.query<{ id: bigint; roles: StaffRole[]; linked: bigint[] }>({
      name: 'people_held',
      text: `SELECT s.id, CASE WHEN s.disabled_time IS NULL THEN ${ROLES_OF} ELSE '{}' END AS roles,
               ARRAY(SELECT l.user_id FROM staff_user_links l WHERE l.staff_id = s.id) AS linked
             FROM staff s WHERE s.id = ANY (${concerned})`,
      values: values(),
    }),
  ]);
  return found.rows.map(({ id, roles, linked }) => ({ id, roles, linkedUsers: linked }));
}

export interface ColleagueRow {
  readonly id: Id;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly disabled: boolean;
  readonly joined: boolean;
  /** UTC ms; null where they never were here. */
  readonly last_seen: bigint | null;
  /** User accounts that are theirs or their family's. */
  readonly linked: readonly Id[];
}

const COLLEAGUE = `SELECT s.id, s.name, s.email, ${ROLES_OF} AS roles, s.disabled_time IS NOT NULL AS disabled, ${HAS_FACTOR} AS joined,
    (SELECT max(o.last_used_time) FROM staff_sessions o WHERE o.staff_id = s.id) AS last_seen,
    ARRAY(SELECT l.user_id FROM staff_user_links l WHERE l.staff_id = s.id ORDER BY l.time) AS linked
  FROM staff s`;

/** Everybody who is or was of the staff, in the order in which they came. */
export async function listColleagues(db: Queries): Promise<ColleagueRow[]> {
  const { rows } = await db.query<ColleagueRow>({
    name: 'people_list',
    text: `${COLLEAGUE} ORDER BY s.created_time, s.id`,
    values: [],
  });
  return rows;
}

export async function findColleague(db: Queries, id: Id): Promise<ColleagueRow | undefined> {
  const { rows } = await db.query<ColleagueRow>({
    name: 'people_find',
    text: `${COLLEAGUE} WHERE s.id = $1`,
    values: [id],
  });
  return rows[0];
}

export async function emailTaken(db: Queries, email: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'people_email',
    text: 'SELECT 1 FROM staff WHERE email = $1',
    values: [email],
  });
  return rows.length > 0;
}

/** Whether somebody else ever was an owner, also one who has left since. */
export async function hadSecondOwner(db: Queries): Promise<boolean> {
  const { rows } = await db.query<{ owners: bigint }>({
    name: 'people_owners_ever',
    text: `SELECT count(DISTINCT staff_id) AS owners FROM staff_roles WHERE role = 'owner'`,
    values: [],
  });
  return (rows[0]?.owners ?? 0n) > 1n;
}

/** Owners who can sign in. */
export async function workingOwners(db: Queries): Promise<Id[]> {
  const { rows } = await db.query<{ id: bigint }>({
    name: 'people_owners',
    text: `SELECT s.id FROM staff s WHERE s.disabled_time IS NULL AND ${HAS_FACTOR}
             AND EXISTS (SELECT FROM staff_roles r WHERE r.staff_id = s.id AND r.role = 'owner' AND r.revoked_time IS NULL)`,
    values: [],
  });
  return rows.map(({ id }) => id);
}

/** The member is locked before. */
export async function setDisabled(tx: Queries, id: Id, disabled: boolean): Promise<void> {
  await tx.query({
    name: 'people_disable',
    text: 'UPDATE staff SET disabled_time = CASE WHEN $2 THEN database_ms() END WHERE id = $1',
    values: [id, disabled],
  });
}

/** As somebody new: whatever let them in before may be in other hands. */
export async function comeBack(tx: Queries, id: Id, nowMs: number): Promise<void> {
  await lockMember(tx, id);
  await endFactors(tx, id);
  await revokeStaffSessionsOf(tx, id, nowMs);
  await setDisabled(tx, id, false);
}

/** False where it was declared before. */
export async function insertUserLink(tx: Queries, staffId: Id, userId: Id, by: Id): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'people_link_user',
    text: 'INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [staffId, userId, by],
  });
  return rowCount === 1;
}
