// The accounts' only SQL: users, their sessions, their balances as shown. Balances are changed by the ledger alone.

import { languageKey } from '@fairtick/contract/languages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { select } from '../../platform/database/tables/select.ts';
import { all } from '../../platform/database/tables/where.ts';
import type { Recipient } from '../../platform/mail/letter.ts';
import { LEDGER_ACCOUNTS } from '../ledger/index.ts';
import { type NewSession, SESSIONS, USERS, type UserRow } from './columns.ts';
import { FACTORS_OF_USER, type SetFactor } from './factors/factor-table.ts';
import { NAMES_OF_USER } from './names/table.ts';

export interface BalanceRow {
  readonly kind: string;
  readonly available: string;
  readonly locked: string;
}

export const insertUsers = USERS.insert('accounts_insert_users', 'refuse');

/** A user with what they are called by. */
export interface NamedUser extends UserRow {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly invite_code: string | null;
  /** Whether others see their record in the lobby: an approved trader who is not suspended. */
  readonly is_trader: boolean;
}

const IS_TRADER = 'EXISTS (SELECT FROM traders t WHERE t.user_id = u.id AND t.status = 2)';
const NAMED = `u.id, u.realm, u.uid, ${NAMES_OF_USER}, ${IS_TRADER} AS is_trader`;

const KEPT = select(
  USERS,
  { name: 'accounts_user', columns: ['id', 'realm', 'uid'] },
  all(USERS.is('id'), USERS.isNull('removed_time')),
);

/** undefined also where the user was removed. */
export async function findUser(db: Queries, id: Id): Promise<UserRow | undefined> {
  return (await KEPT.rows(db, { id }))[0];
}

/** The same with what they are called by. */
export async function findNamedUser(db: Queries, id: Id): Promise<NamedUser | undefined> {
  const { rows } = await db.query<NamedUser>({
    name: 'accounts_named_user',
    text: `SELECT ${NAMED} FROM users u WHERE u.id = $1 AND u.removed_time IS NULL`,
    values: [id],
  });
  return rows[0];
}

/** Somebody who comes in, and by what they have to show themselves besides. */
export interface Entrant {
  readonly user: NamedUser;
  readonly factors: readonly SetFactor[];
}

/** The same with the factors that are set. */
export async function findEntrant(db: Queries, id: Id): Promise<Entrant | undefined> {
  const { rows } = await db.query<NamedUser & Pick<Entrant, 'factors'>>({
    name: 'accounts_entrant',
    text: `SELECT ${NAMED}, ${FACTORS_OF_USER} AS factors FROM users u CROSS JOIN LATERAL (SELECT u.id AS user_id) s
           WHERE u.id = $1 AND u.removed_time IS NULL`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { factors, ...user } = row;
  return { user, factors };
}

/** The user with one row a balance; none where there is no such user, and one without a balance where they hold none. */
export async function readProfile(
  db: Queries,
  id: Id,
): Promise<{ readonly user: NamedUser; readonly balances: BalanceRow[] } | undefined> {
  const { rows } = await db.query<NamedUser & (BalanceRow | { readonly kind: null })>({
    name: 'accounts_profile',
    text: `SELECT ${NAMED}, a.kind, a.available, a.locked
           FROM users u LEFT JOIN ledger_accounts a ON a.owner_id = u.id WHERE u.id = $1`,
    values: [id],
  });
  const [user] = rows;
  return user && { user, balances: rows.flatMap((row) => (row.kind === null ? [] : [row])) };
}

/** Where real users are written to, without the word that opens their letters. Users who play, and those who were removed, are not there. */
export async function readRecipients(db: Queries, ids: readonly Id[]): Promise<Map<Id, Recipient>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<NamedUser & { readonly lang: string | null; readonly zone: string | null }>({
    name: 'accounts_recipients',
    text: `SELECT ${NAMED}, s.lang, s.zone FROM users u LEFT JOIN user_standing s ON s.user_id = u.id
           WHERE u.id = ANY($1::bigint[]) AND u.realm = 'live' AND u.removed_time IS NULL`,
    values: [int8(ids)],
  });
  return new Map(
    rows.map(({ id, email, mobile, lang, zone }) => [
      id,
      {
        email: email ?? undefined,
        mobile: mobile ?? undefined,
        lang: lang === null ? undefined : languageKey(lang),
        zone: zone ?? undefined,
      },
    ]),
  );
}

const BALANCES = select(
  LEDGER_ACCOUNTS,
  { name: 'accounts_balances', columns: ['kind', 'available', 'locked'] },
  LEDGER_ACCOUNTS.is('owner_id'),
);

export async function readBalances(db: Queries, userId: Id): Promise<BalanceRow[]> {
  return BALANCES.rows(db, { owner_id: userId });
}

const newSessions = SESSIONS.insert('accounts_insert_session', 'refuse');

export async function insertSession(db: Queries, one: NewSession): Promise<void> {
  await runAll(db, newSessions([one]));
}

export interface SessionRow {
  readonly user_id: Id;
  readonly realm: Realm;
  readonly last_used_time: bigint;
}

/** undefined where it is unknown, revoked, was last used at `idleSinceMs` or before, or its user was removed. */
export async function findSession(
  db: Queries,
  tokenHash: Uint8Array,
  idleSinceMs: number,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>({
    name: 'accounts_session',
    text: `SELECT s.user_id, u.realm, s.last_used_time FROM sessions s JOIN users u ON u.id = s.user_id
           WHERE s.token_hash = $1 AND u.removed_time IS NULL AND s.revoked_time IS NULL AND s.last_used_time > $2`,
    values: [tokenHash, idleSinceMs],
  });
  return rows[0];
}

export async function touchSessions(db: Queries, tokenHashes: readonly Uint8Array[], nowMs: number): Promise<void> {
  await db.query({
    name: 'accounts_touch_sessions',
    text: 'UPDATE sessions SET last_used_time = $2 WHERE token_hash = ANY($1::bytea[]) AND last_used_time < $2',
    values: [tokenHashes, nowMs],
  });
}

/** By the database's clock, since servers with clocks of their own ask for what was revoked since. */
export async function revokeSession(db: Queries, tokenHash: Uint8Array): Promise<void> {
  await db.query({
    name: 'accounts_revoke_session',
    text: `UPDATE sessions SET revoked_time = database_ms()
           WHERE token_hash = $1 AND revoked_time IS NULL`,
    values: [tokenHash],
  });
}

export interface Revocations {
  /** The database's clock, UTC ms. */
  readonly now: bigint;
  readonly hashes: readonly Uint8Array[];
}

/** What was revoked since that moment of the database's clock; null: within the last `lookBackMs`. */
export async function readRevocations(
  db: Queries,
  { sinceMs, lookBackMs }: { readonly sinceMs: bigint | null; readonly lookBackMs: bigint },
): Promise<Revocations> {
  const { rows } = await db.query<Revocations>({
    name: 'accounts_revocations',
    text: `WITH moment AS (SELECT database_ms() AS now)
           SELECT now, ARRAY(SELECT token_hash FROM sessions WHERE revoked_time >= coalesce($1::bigint, now - $2::bigint)) AS hashes
           FROM moment`,
    values: [sinceMs, lookBackMs],
  });
  const [row] = rows;
  if (!row) throw new Error('the database has a clock');
  return row;
}
