// The SQL of users as the staff look for them and at them. Nothing here changes a user.

import type { Realm } from '@fairtick/engine/types';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

export interface FoundRow {
  readonly id: Id;
  readonly uid: string;
  readonly email: string | null;
  readonly realm: Realm;
  readonly created_time: bigint;
  readonly country: string | null;
  readonly verified_time: bigint | null;
  readonly locks: number;
}

const FOUND = `SELECT u.id, u.uid, u.email, u.realm, u.created_time, s.country, s.verified_time, coalesce(s.locks, 0)::int AS locks
  FROM users u LEFT JOIN user_standing s ON s.user_id = u.id`;

export interface UserSearch {
  /** As it was typed; empty for everybody. */
  readonly q: string;
  /** Whether the beginning of an e-mail is enough. Who may not see addresses could find them out by it, letter by letter. */
  readonly contacts: boolean;
  /** Only users with smaller ids, which are older. */
  readonly before?: Id | undefined;
  readonly limit: number;
}

/** Behind every sign that an e-mail or UID begins with. */
const AFTER_ALL = '\u{7f}';

/** The newest first. */
export async function searchUsers(
  db: Queries,
  { q, contacts, before, limit }: UserSearch,
): Promise<readonly FoundRow[]> {
  const text = q.trim();
  const older = before ?? 9_223_372_036_854_775_807n;
  if (text === '') {
    const { rows } = await db.query<FoundRow>({
      name: 'staff_users_newest',
      text: `${FOUND} WHERE u.removed_time IS NULL AND u.id < $1 ORDER BY u.id DESC LIMIT $2`,
      values: [older, limit],
    });
    return rows;
  }
  const email = text.toLowerCase();
  const { rows } = await db.query<FoundRow>({
    name: 'staff_users_search',
    text: `${FOUND} WHERE u.removed_time IS NULL AND u.id < $1 AND u.id IN (
             SELECT id FROM users WHERE uid ~>=~ $3::text AND uid ~<~ $4::text
             UNION SELECT id FROM users WHERE email ~>=~ $5::text AND email ~<=~ $6::text
             UNION SELECT id FROM users WHERE id = $7::bigint)
           ORDER BY u.id DESC LIMIT $2`,
    values: [
      ...[older, limit],
      ...[text.toUpperCase(), text.toUpperCase() + AFTER_ALL],
      ...[email, contacts ? email + AFTER_ALL : email],
      parseId(text) ?? null,
    ],
  });
  return rows;
}

/** undefined where there is no such user, or one who was removed. */
export async function findUserRow(db: Queries, id: Id): Promise<FoundRow | undefined> {
  const { rows } = await db.query<FoundRow>({
    name: 'staff_user',
    text: `${FOUND} WHERE u.id = $1 AND u.removed_time IS NULL`,
    values: [id],
  });
  return rows[0];
}

export interface UserActivity {
  /** Waiting or open. */
  readonly forex: number;
  readonly micro: number;
  /** Sessions that a token still opens, the one used last first. */
  readonly sessions: readonly { readonly createdTime: number; readonly lastUsedTime: number }[];
}

const MOST_SESSIONS = 100;

export async function readActivity(db: Queries, userId: Id, idleSinceMs: number): Promise<UserActivity> {
  const counts = db.query<{ forex: number; micro: number }>({
    name: 'staff_user_orders',
    text: `SELECT (SELECT count(*)::int FROM forex_orders WHERE user_id = $1 AND status IN ('pending', 'open')) AS forex,
             (SELECT count(*)::int FROM micro_orders WHERE user_id = $1 AND status = 'open') AS micro`,
    values: [userId],
  });
  const sessions = db.query<{ created_time: bigint; last_used_time: bigint }>({
    name: 'staff_user_sessions',
    text: `SELECT created_time, last_used_time FROM sessions WHERE user_id = $1 AND revoked_time IS NULL AND last_used_time >= $2
           ORDER BY last_used_time DESC LIMIT ${MOST_SESSIONS}`,
    values: [userId, idleSinceMs],
  });
  const [counted, opened] = await Promise.all([counts, sessions]);
  return {
    forex: counted.rows[0]?.forex ?? 0,
    micro: counted.rows[0]?.micro ?? 0,
    sessions: opened.rows.map((row) => ({
      createdTime: Number(row.created_time),
      lastUsedTime: Number(row.last_used_time),
    })),
  };
}
