// The SQL of account names: by which e-mail and mobile a user is found, what they sign in with, and which codes they invite by.

import type { NameKind } from '@fairtick/contract/http/names';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';

/** Of a statement whose `u` is the users: the names that each has now, and the code they invite by. */
export const NAMES_OF_USER = `${nameOf('email')} AS email, ${nameOf('mobile')} AS mobile,
  (SELECT i.code FROM invites i WHERE i.user_id = u.id) AS invite_code`;

function nameOf(kind: NameKind): string {
  return `(SELECT n.name FROM account_names n WHERE n.user_id = u.id AND n.kind = '${kind}' AND n.removed_time IS NULL)`;
}

/** A name that somebody has. */
export interface HeldName {
  readonly id: Id;
  readonly user_id: Id;
  readonly kind: NameKind;
  readonly name: string;
  /** When a code that was sent there was entered; null where none ever was. */
  readonly verified_time: bigint | null;
  readonly added_time: bigint;
}

const HELD = 'id, user_id, kind, name, verified_time, added_time';

/** Whose a name is, as `emailName` and `mobileName` write it; undefined where nobody has it. */
export async function findName(db: Queries, name: string): Promise<HeldName | undefined> {
  const { rows } = await db.query<HeldName>({
    name: 'accounts_name',
    text: `SELECT ${HELD} FROM account_names WHERE name = $1 AND removed_time IS NULL`,
    values: [name],
  });
  return rows[0];
}

/** The e-mail first. */
export async function namesOf(db: Queries, userId: Id): Promise<HeldName[]> {
  const { rows } = await db.query<HeldName>({
    name: 'accounts_names_of',
    text: `SELECT ${HELD} FROM account_names WHERE user_id = $1 AND removed_time IS NULL ORDER BY kind`,
    values: [userId],
  });
  return rows;
}

export interface NewName {
  readonly userId: Id;
  readonly kind: NameKind;
  readonly name: string;
  /** UTC ms; null where no code was entered. */
  readonly verifiedTime: number | null;
}

/** False where somebody has it already, or the user has one of that kind. */
export async function insertName(tx: Queries, one: NewName): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_name_insert',
    text: `INSERT INTO account_names (user_id, kind, name, verified_time) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
    values: [one.userId, one.kind, one.name, one.verifiedTime],
  });
  return rowCount === 1;
}

/** Whether a code was ever entered that was sent to a name which the user still has: else nobody could give them their account back. */
export async function isReached(db: Queries, userId: Id): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts_is_reached',
    text: 'SELECT FROM account_names WHERE user_id = $1 AND verified_time IS NOT NULL AND removed_time IS NULL LIMIT 1',
    values: [userId],
  });
  return rowCount === 1;
}

/**
 * Of a name that no code was ever entered for: it is nobody's any more. Whose it was; undefined where none was so, and where it stays since its user would
 * be left with no name that reaches them, and anything of theirs with it: money that ever moved, money on its way, a person who is verified or asks to be.
 */
export async function endUnreached(tx: Queries, name: string): Promise<Id | undefined> {
  const { rows } = await tx.query<{ user_id: Id }>({
    name: 'accounts_name_end_unreached',
    text: `UPDATE account_names n SET removed_time = database_ms() WHERE name = $1 AND verified_time IS NULL AND removed_time IS NULL
             AND (EXISTS (SELECT FROM account_names o WHERE o.user_id = n.user_id AND o.verified_time IS NOT NULL AND o.removed_time IS NULL)
               OR NOT EXISTS (SELECT FROM owners o WHERE o.id = n.user_id AND o.version > 0)
                 AND NOT EXISTS (SELECT FROM deposits d WHERE d.user_id = n.user_id AND d.status = 'unchecked')
                 AND NOT EXISTS (SELECT FROM verifications v WHERE v.user_id = n.user_id AND v.status IN (1, 2)))
           RETURNING user_id`,
    values: [name],
  });
  return rows[0]?.user_id;
}

/** A code that was sent there was entered: in the transaction that uses it. What was shown before stays as it was. */
export async function noteReached(tx: Queries, nameId: Id, nowMs: number): Promise<void> {
  await tx.query({
    name: 'accounts_name_reached',
    text: `UPDATE account_names SET verified_time = $2 WHERE id = $1 AND verified_time IS NULL AND removed_time IS NULL`,
    values: [nameId, nowMs],
  });
}

/** What a user signs in with. */
export interface Login {
  readonly user_id: Id;
  readonly password_hash: string;
  /** When the password was last chosen, which tells one password from the next; not when it was hashed anew. */
  readonly changed_time: bigint;
}

const LOGIN = `SELECT c.user_id, c.password_hash, c.changed_time FROM account_names n JOIN credentials c ON c.user_id = n.user_id JOIN users u ON u.id = n.user_id
  WHERE n.name = $1 AND n.removed_time IS NULL AND u.removed_time IS NULL`;

/** By a name; undefined where nobody has it, or nobody who may come back. */
export async function findLogin(db: Queries, name: string): Promise<Login | undefined> {
  const { rows } = await db.query<Login>({ name: 'accounts_login', text: LOGIN, values: [name] });
  return rows[0];
}

/** The same, and whether its user has signed in from that browser before: looked for also where there is no such user. */
export async function findLoginFrom(
  db: Queries,
  name: string,
  deviceHash: Uint8Array | null,
): Promise<{ readonly login: Login | undefined; readonly known: boolean }> {
  const { rows } = await db.query<{ [F in keyof Login]: Login[F] | null } & { readonly known: boolean }>({
    name: 'accounts_login_from',
    text: `SELECT l.*, EXISTS (SELECT FROM user_devices d WHERE d.user_id = coalesce(l.user_id, 0) AND d.device_hash = $2) AS known
           FROM (VALUES (1)) AS one LEFT JOIN (${LOGIN}) l ON true`,
    values: [name, deviceHash],
  });
  const [{ user_id, password_hash, changed_time, known } = NOBODY] = rows;
  if (user_id === null || password_hash === null || changed_time === null) return { login: undefined, known };
  return { login: { user_id, password_hash, changed_time }, known };
}

const NOBODY = { user_id: null, password_hash: null, changed_time: null, known: false };

/** Where each of these users is reached now. */
export async function readNames(
  db: Queries,
  users: readonly Id[],
): Promise<Map<Id, { readonly email: string | null; readonly mobile: string | null }>> {
  const { rows } = await db.query<{ id: Id; email: string | null; mobile: string | null }>({
    name: 'accounts_names_of_users',
    text: `SELECT u.id, ${nameOf('email')} AS email, ${nameOf('mobile')} AS mobile FROM users u WHERE u.id = ANY($1::bigint[])`,
    values: [int8(users)],
  });
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
