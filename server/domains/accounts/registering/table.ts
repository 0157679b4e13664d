// The SQL of registering and of invitations.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

/** Of a user who is there; undefined where nobody invites by that code. */
export async function findInviter(db: Queries, code: string): Promise<Id | undefined> {
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'accounts_inviter',
    text: `SELECT i.user_id FROM invites i JOIN users u ON u.id = i.user_id WHERE i.code = $1 AND u.removed_time IS NULL`,
    values: [code],
  });
  return rows[0]?.user_id;
}

/** False where somebody has the code already. */
export async function insertInvite(
  tx: Queries,
  one: { readonly userId: Id; readonly code: string; readonly invitedBy: Id | null },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_invite_insert',
    text: 'INSERT INTO invites (user_id, code, invited_by) VALUES ($1, $2, $3) ON CONFLICT (code) DO NOTHING',
    values: [one.userId, one.code, one.invitedBy],
  });
  return rowCount === 1;
}

export async function insertCredential(tx: Queries, userId: Id, passwordHash: string): Promise<void> {
  await tx.query({
    name: 'accounts_credential_insert',
    text: 'INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2)',
    values: [userId, passwordHash],
  });
}

export interface InvitedUser {
  readonly uid: string;
  /** UTC ms. */
  readonly created: number;
  readonly verified: boolean;
}

/** The newest first. */
export async function readInvited(
  db: Queries,
  { userId, limit, offset }: { readonly userId: Id; readonly limit: number; readonly offset: number },
): Promise<{ readonly data: InvitedUser[]; readonly total: number }> {
  const { rows } = await db.query<{ uid: string; created_time: bigint; verified: boolean }>({
    name: 'accounts_invited',
    text: `SELECT u.uid, u.created_time, s.verified_time IS NOT NULL AS verified
           FROM invites i JOIN users u ON u.id = i.user_id LEFT JOIN user_standing s ON s.user_id = u.id
           WHERE i.invited_by = $1 AND u.removed_time IS NULL ORDER BY i.user_id DESC LIMIT $2 OFFSET $3`,
    values: [userId, limit, offset],
  });
  const { rows: counted } = await db.query<{ total: number }>({
    name: 'accounts_invited_total',
    text: `SELECT count(*)::int AS total FROM invites i JOIN users u ON u.id = i.user_id
           WHERE i.invited_by = $1 AND u.removed_time IS NULL`,
    values: [userId],
  });
  const data = rows.map(({ uid, created_time: created, verified }) => ({ uid, created: Number(created), verified }));
  return { data, total: counted[0]?.total ?? 0 };
}
