// The SQL of borrowers.

import type { Id } from '@fairtick/kernel/ids';
import { bytea, int8 } from '../../platform/database/columns.ts';
import type { Pool, Queries } from '../../platform/database/pools.ts';

export interface LoanPersonRow {
  readonly id: Id;
  readonly user_id: Id;
  readonly uid: string;
  readonly person_sealed: Uint8Array;
  readonly picture: string;
  readonly status: 1 | 2 | 3;
  readonly submitted_time: bigint;
  readonly answer_due: bigint;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly decided_time: bigint | null;
  readonly decided_by: Id | null;
}

const SHOWN = `p.id, p.user_id, u.uid, p.person_sealed, p.picture, p.status, p.submitted_time, p.answer_due, p.reason_code, p.reason, p.decided_time,
  p.decided_by FROM loan_persons p JOIN users u ON u.id = p.user_id`;

/** The user's newest. */
export async function newestPerson(db: Queries, userId: Id): Promise<LoanPersonRow | undefined> {
  const { rows } = await db.query<LoanPersonRow>({
    name: 'loan_persons_newest',
    text: `SELECT ${SHOWN} WHERE p.user_id = $1 ORDER BY p.id DESC LIMIT 1`,
    values: [userId],
  });
  return rows[0];
}

export async function findPerson(db: Queries, id: Id): Promise<LoanPersonRow | undefined> {
  const { rows } = await db.query<LoanPersonRow>({
    name: 'loan_persons_find',
    text: `SELECT ${SHOWN} WHERE p.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** undefined where one of the user waits or is accepted, also one that was written at the same moment. */
export async function insertPerson(
  tx: Queries,
  one: { readonly userId: Id; readonly sealed: Uint8Array; readonly picture: string; readonly answerMs: number },
): Promise<Id | undefined> {
  const { rows } = await tx.query<{ id: Id }>({
    name: 'loan_persons_insert',
    text: `INSERT INTO loan_persons (user_id, person_sealed, picture, answer_due) VALUES ($1, $2, $3, database_ms() + $4)
           ON CONFLICT (user_id) WHERE status IN (1, 2) DO NOTHING RETURNING id`,
    values: [one.userId, one.sealed, one.picture, one.answerMs],
  });
  return rows[0]?.id;
}

/** Those that wait oldest first, the others newest first. */
export async function listPersons(
  db: Queries,
  { status, limit, offset }: { readonly status: 1 | 2 | 3; readonly limit: number; readonly offset: number },
): Promise<LoanPersonRow[]> {
  const { rows } = await db.query<LoanPersonRow>({
    name: status === 1 ? 'loan_persons_waiting' : 'loan_persons_decided',
    text: `SELECT ${SHOWN} WHERE p.status = $1 ORDER BY p.id ${status === 1 ? 'ASC' : 'DESC'} LIMIT $2 OFFSET $3`,
    values: [status, limit, offset],
  });
  return rows;
}

export async function countPersons(db: Queries, status: 1 | 2 | 3): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'loan_persons_count',
    text: 'SELECT count(*)::int AS total FROM loan_persons WHERE status = $1',
    values: [status],
  });
  return rows[0]?.total ?? 0;
}

/** Once: whoever comes second finds that it does not wait any more. */
export async function decidePerson(
  tx: Queries,
  one: {
    readonly id: Id;
    readonly status: 2 | 3;
    readonly staffId: Id;
    readonly code: string | null;
    readonly words: string | null;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'loan_persons_decide',
    text: `UPDATE loan_persons SET status = $2, decided_by = $3, decided_time = database_ms(), reason_code = $4, reason = $5
           WHERE id = $1 AND status = 1`,
    values: [one.id, one.status, one.staffId, one.code, one.words],
  });
  return rowCount === 1;
}

/** Of users who have left: who they were goes with the image that it came with. */
export async function emptyBorrowers(db: Queries): Promise<{ readonly emptied: number }> {
  const { rowCount } = await db.query({
    name: 'loan_persons_empty',
    text: `UPDATE loan_persons p SET person_sealed = '' FROM users u, uploads f
           WHERE u.id = p.user_id AND u.removed_time IS NOT NULL AND f.id = p.picture AND f.state = 'gone' AND octet_length(p.person_sealed) > 0`,
  });
  return { emptied: rowCount ?? 0 };
}

type Sealed = Pick<LoanPersonRow, 'id' | 'user_id' | 'person_sealed' | 'picture'>;

/** As the owner: some that a master key other than the current one sealed. The key's id stands in a sealed value's first four bytes. */
export async function personsSealedByOthers(owner: Pool, current: number, limit: number): Promise<Sealed[]> {
  const { rows } = await owner.query<Sealed>({
    text: `SELECT id, user_id, person_sealed, picture FROM loan_persons
           WHERE octet_length(person_sealed) > 0 AND substr(person_sealed, 1, 4) <> int4send($1::bigint::bit(32)::int) ORDER BY id LIMIT $2`,
    values: [current, limit],
  });
  return rows;
}

/** As the owner. */
export async function writeResealed(
  owner: Pool,
  all: readonly { readonly id: Id; readonly sealed: Uint8Array }[],
): Promise<void> {
  await owner.query({
    text: `UPDATE loan_persons p SET person_sealed = r.sealed FROM unnest($1::bigint[], $2::bytea[]) AS r (id, sealed) WHERE p.id = r.id`,
    values: [int8(all.map(({ id }) => id)), bytea(all.map(({ sealed }) => sealed))],
  });
}
