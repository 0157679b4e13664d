// The SQL of users as somebody else looks for them: by e-mail, UID or id. Nothing here changes a user.

import type { Realm } from '@fairtick/engine/types';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { NAMES_OF_USER } from './names/table.ts';

export interface FoundUserRow {
  readonly id: Id;
  readonly uid: string;
  readonly email: string | null;
  readonly realm: Realm;
  readonly created_time: bigint;
  readonly country: string | null;
  readonly verified_time: bigint | null;
  readonly locks: number;
}

const FOUND = `SELECT u.id, u.uid, ${NAMES_OF_USER}, u.realm, u.created_time, s.country, s.verified_time, coalesce(s.locks, 0)::int AS locks
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
): Promise<readonly FoundUserRow[]> {
  const text = q.trim();
  const older = before ?? 9_223_372_036_854_775_807n;
  if (text === '') {
    const { rows } = await db.query<FoundUserRow>({
      name: 'accounts_users_newest',
      text: `${FOUND} WHERE u.removed_time IS NULL AND u.id < $1 ORDER BY u.id DESC LIMIT $2`,
      values: [older, limit],
    });
    return rows;
  }
  const email = text.toLowerCase();
  const { rows } = await db.query<FoundUserRow>({
    name: 'accounts_users_search',
    text: `${FOUND} WHERE u.removed_time IS NULL AND u.id < $1 AND u.id IN (
             SELECT id FROM users WHERE uid ~>=~ $3::text AND uid ~<~ $4::text
             UNION SELECT user_id FROM account_names WHERE name ~>=~ $5::text AND name ~<=~ $6::text AND removed_time IS NULL
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
export async function readFoundUser(db: Queries, id: Id): Promise<FoundUserRow | undefined> {
  const { rows } = await db.query<FoundUserRow>({
    name: 'accounts_found_user',
    text: `${FOUND} WHERE u.id = $1 AND u.removed_time IS NULL`,
    values: [id],
  });
  return rows[0];
}

const MOST_SESSIONS = 100;

export interface OpenSession {
  /** UTC ms. */
  readonly createdTime: number;
  readonly lastUsedTime: number;
}

/** Sessions that a token still opens, the one used last first; a hundred at most. */
export async function openSessionsOf(db: Queries, userId: Id, idleSinceMs: number): Promise<OpenSession[]> {
  const { rows } = await db.query<{ created_time: bigint; last_used_time: bigint }>({
    name: 'accounts_open_sessions',
    text: `SELECT created_time, last_used_time FROM sessions WHERE user_id = $1 AND revoked_time IS NULL AND last_used_time > $2
           ORDER BY last_used_time DESC LIMIT ${MOST_SESSIONS}`,
    values: [userId, idleSinceMs],
  });
  return rows.map((row) => ({ createdTime: Number(row.created_time), lastUsedTime: Number(row.last_used_time) }));
}

/** A real user's id by their UID in capitals; undefined where there is none of it, or they were removed. */
export async function realUserByUid(db: Queries, uid: string): Promise<Id | undefined> {
  const { rows } = await db.query<{ id: Id }>({
    name: 'accounts_real_user_by_uid',
    text: `SELECT id FROM users WHERE uid = $1 AND realm = 'live' AND removed_time IS NULL`,
    values: [uid],
  });
  return rows[0]?.id;
}

/** undefined where there is no such real user, or they were removed. */
export async function uidOfRealUser(db: Queries, id: Id): Promise<string | undefined> {
  const { rows } = await db.query<{ uid: string }>({
    name: 'accounts_uid_of_real_user',
    text: `SELECT uid FROM users WHERE id = $1 AND realm = 'live' AND removed_time IS NULL`,
    values: [id],
  });
  return rows[0]?.uid;
}
