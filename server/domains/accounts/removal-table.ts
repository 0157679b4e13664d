// Users that are removed: who has been away long enough, and the end of all their sessions. Their money is the ledger's.

import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Statement } from '../../platform/database/statement.ts';

/**
 * Demo users after `afterId`, by id, with no session used for `idleMs`. By the server's clock or the database's, whichever is earlier: a
 * clock that runs ahead removes nobody.
 */
export async function idleDemoUsers(
  db: Queries,
  { nowMs, idleMs, afterId, limit }: { nowMs: number; idleMs: number; afterId: Id; limit: number },
): Promise<Id[]> {
  const { rows } = await db.query<{ id: Id }>({
    name: 'accounts_idle_demo_users',
    text: `WITH moment AS (SELECT least($1::bigint, database_ms()) - $2::bigint AS since)
           SELECT u.id FROM users u, moment m WHERE u.realm = 'demo' AND u.removed_time IS NULL AND u.id > $3 AND u.created_time < m.since
             AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.last_used_time >= m.since)
           ORDER BY u.id LIMIT $4`,
    values: [nowMs, idleMs, afterId, limit],
  });
  return rows.map((row) => row.id);
}

const markRemoved = (users: readonly Id[]): Statement => ({
  name: 'accounts_remove_users',
  text: `UPDATE users SET removed_time = database_ms() WHERE id = ANY($1::bigint[]) AND removed_time IS NULL`,
  values: [int8(users)],
});

/** Marks users as removed and revokes every session of theirs. */
export function removeUsers(users: readonly Id[]): Statement[] {
  return users.length === 0 ? [] : [markRemoved(users), ...revokeSessionsOf(users)];
}

/** Every session of these users, by the database's clock as other servers ask for it. */
export function revokeSessionsOf(users: readonly Id[]): Statement[] {
  if (users.length === 0) return [];
  return [
    {
      name: 'accounts_revoke_of_users',
      text: `UPDATE sessions SET revoked_time = database_ms() WHERE user_id = ANY($1::bigint[]) AND revoked_time IS NULL`,
      values: [int8(users)],
    },
  ];
}

/** What only somebody who is there needs: how they are found and sign in, and how they are told of things. */
const GOES = [
  'account_names',
  'credentials',
  'user_totp',
  'user_passkeys',
  'recovery_codes',
  'user_devices',
  'user_tickets',
  'codes',
  'preferences',
  'push_subscriptions',
] as const;

/**
 * Of users who leave: marked as removed, and what is known of them goes. The tables give up these rows of nobody who is still there. Sessions stay as rows
 * that say nothing of a person. In the order in which a sign-in takes the same rows, so that neither waits for the other in a ring: what they come in by,
 * then their standing, then the session. One that is being opened is waited for, and ends with the others; so do documents that are being sent.
 */
export function leaveForEver(users: readonly Id[]): Statement[] {
  if (users.length === 0) return [];
  const values = [int8(users)];
  return [
    markRemoved(users),
    ...GOES.map((table) => ({
      name: `accounts_forget_${table}`,
      text: `DELETE FROM ${table} WHERE user_id = ANY($1::bigint[])`,
      values,
    })),
    {
      name: 'accounts_hold_leaving',
      text: 'SELECT FROM user_standing WHERE user_id = ANY($1::bigint[]) ORDER BY user_id FOR UPDATE',
      values,
    },
    ...revokeSessionsOf(users),
    {
      name: 'accounts_forget_places',
      text: `UPDATE sessions SET agent = '', address_shown = '', device_hash = NULL WHERE user_id = ANY($1::bigint[])`,
      values,
    },
  ];
}
