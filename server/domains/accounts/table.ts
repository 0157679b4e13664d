// The accounts' only SQL: users, their sessions, their balances as shown. Balances are changed by the ledger alone.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { int8, labels, text } from '../../platform/database/columns.ts';
import type { PoolClient } from '../../platform/database/pools.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** Anything that runs a query: a pool, or the client of a transaction. */
export type Queries = Pick<PoolClient, 'query'>;

export interface UserRow {
  readonly id: Id;
  readonly realm: Realm;
  readonly uid: string;
  readonly email: string | null;
}

export interface NewUser extends UserRow {
  /** Argon2id, encoded; null for a demo user. */
  readonly passwordHash: string | null;
  readonly createdTime: number;
}

export interface BalanceRow {
  readonly kind: string;
  readonly available: string;
  readonly locked: string;
}

export function insertUsers(users: readonly NewUser[]): Statement[] {
  if (users.length === 0) return [];
  return [
    {
      name: 'accounts_insert_users',
      text: `INSERT INTO users (id, realm, uid, email, password_hash, created_time)
             SELECT * FROM unnest($1::bigint[], $2::realm[], $3::text[], $4::text[], $5::text[], $6::bigint[])`,
      values: [
        int8(users.map((user) => user.id)),
        labels(users.map((user) => user.realm)),
        text(users.map((user) => user.uid)),
        text(users.map((user) => user.email)),
        text(users.map((user) => user.passwordHash)),
        int8(users.map((user) => user.createdTime)),
      ],
    },
  ];
}

/** undefined also where the user was removed. */
export async function findUser(db: Queries, id: Id): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    name: 'accounts_user',
    text: 'SELECT id, realm, uid, email FROM users WHERE id = $1 AND removed_time IS NULL',
    values: [id],
  });
  return rows[0];
}

/** The user with one row a balance; none where there is no such user, and one without a balance where they hold none. */
export async function readProfile(
  db: Queries,
  id: Id,
): Promise<{ readonly user: UserRow; readonly balances: BalanceRow[] } | undefined> {
  const { rows } = await db.query<UserRow & (BalanceRow | { readonly kind: null })>({
    name: 'accounts_profile',
    text: `SELECT u.id, u.realm, u.uid, u.email, a.kind, a.available, a.locked
           FROM users u LEFT JOIN ledger_accounts a ON a.owner_id = u.id WHERE u.id = $1`,
    values: [id],
  });
  const [user] = rows;
  return user && { user, balances: rows.flatMap((row) => (row.kind === null ? [] : [row])) };
}

export interface LoginRow extends UserRow {
  readonly password_hash: string | null;
}

export async function findLogin(db: Queries, email: string): Promise<LoginRow | undefined> {
  const { rows } = await db.query<LoginRow>({
    name: 'accounts_login',
    text: 'SELECT id, realm, uid, email, password_hash FROM users WHERE email = $1',
    values: [email],
  });
  return rows[0];
}

export async function readBalances(db: Queries, userId: Id): Promise<BalanceRow[]> {
  const { rows } = await db.query<BalanceRow>({
    name: 'accounts_balances',
    text: 'SELECT kind, available, locked FROM ledger_accounts WHERE owner_id = $1',
    values: [userId],
  });
  return rows;
}

export async function insertSession(db: Queries, tokenHash: Uint8Array, userId: Id, nowMs: number): Promise<void> {
  await db.query({
    name: 'accounts_insert_session',
    text: 'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)',
    values: [tokenHash, userId, nowMs],
  });
}

export interface SessionRow {
  readonly user_id: Id;
  readonly realm: Realm;
  readonly last_used_time: bigint;
}

/** undefined where it is unknown, revoked, was last used before `idleSinceMs`, or its user was removed. */
export async function findSession(
  db: Queries,
  tokenHash: Uint8Array,
  idleSinceMs: number,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>({
    name: 'accounts_session',
    text: `SELECT s.user_id, u.realm, s.last_used_time FROM sessions s JOIN users u ON u.id = s.user_id
           WHERE s.token_hash = $1 AND u.removed_time IS NULL AND s.revoked_time IS NULL AND s.last_used_time >= $2`,
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
    text: `UPDATE sessions SET revoked_time = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
           WHERE token_hash = $1 AND revoked_time IS NULL`,
    values: [tokenHash],
  });
}

export interface Revocations {
  /** The database's clock, UTC ms. */
  readonly now: bigint;
  readonly hashes: readonly Uint8Array[];
}

/** What was revoked since that moment of the database's clock; null: in the last ten seconds. */
export async function readRevocations(db: Queries, sinceMs: bigint | null): Promise<Revocations> {
  const { rows } = await db.query<Revocations>({
    name: 'accounts_revocations',
    text: `WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
           SELECT now, ARRAY(SELECT token_hash FROM sessions WHERE revoked_time >= coalesce($1::bigint, now - 10000)) AS hashes
           FROM moment`,
    values: [sinceMs],
  });
  const [row] = rows;
  if (!row) throw new Error('the database has a clock');
  return row;
}

/** Settings by key; absent where the operator has set none. */
export async function readSettings(db: Queries, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await db.query<{ key: string; value: unknown }>({
    name: 'accounts_settings',
    text: 'SELECT key, value FROM settings WHERE key = ANY($1::text[])',
    values: [keys],
  });
  return new Map(rows.map((row) => [row.key, row.value]));
}
