// The SQL of verifications.

import type { Rejection } from '@fairtick/contract/staff/verification';
import type { Id } from '@fairtick/kernel/ids';
import { bytea, int2, int8, text } from '../../platform/database/columns.ts';
import type { Pool, Queries } from '../../platform/database/pools.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Decided, Status, Verification } from './rules.ts';

export interface NewVerification {
  readonly userId: Id;
  readonly name: Uint8Array;
  readonly card: Uint8Array;
  readonly cardMac: Uint8Array;
  readonly country: string;
  readonly front: string;
  readonly back: string;
}

/** undefined where one of the user waits or is accepted, also one that was written at the same moment. */
export async function insertVerification(tx: Queries, one: NewVerification): Promise<Id | undefined> {
  const { rows } = await tx.query<{ id: Id }>({
    name: 'verifications_insert',
    text: `INSERT INTO verifications (user_id, name_sealed, card_sealed, card_mac, country, front, back) VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (user_id) WHERE status IN (1, 2) DO NOTHING RETURNING id`,
    values: [one.userId, one.name, one.card, one.cardMac, one.country, one.front, one.back],
  });
  return rows[0]?.id;
}

const SHOWN = `v.id, v.user_id, v.name_sealed, v.card_sealed, v.country, v.front, v.back, v.status, v.submitted_time,
  CASE WHEN v.claimed_until > database_ms() THEN v.claimed_by END AS claimed_by, v.reason_code, v.reason, v.decided_time, v.decided_by`;

export interface VerificationRow {
  readonly id: Id;
  readonly user_id: Id;
  readonly name_sealed: Uint8Array;
  readonly card_sealed: Uint8Array;
  readonly country: string;
  readonly front: string;
  readonly back: string;
  readonly status: Status;
  readonly submitted_time: bigint;
  /** Whose claim holds now. */
  readonly claimed_by: Id | null;
  readonly reason_code: Rejection | null;
  readonly reason: string | null;
  readonly decided_time: bigint | null;
  readonly decided_by: Id | null;
}

/** The user's newest. */
export async function newestOf(db: Queries, userId: Id): Promise<VerificationRow | undefined> {
  const { rows } = await db.query<VerificationRow>({
    name: 'verifications_newest',
    text: `SELECT ${SHOWN} FROM verifications v WHERE v.user_id = $1 ORDER BY v.id DESC LIMIT 1`,
    values: [userId],
  });
  return rows[0];
}

export async function findVerification(db: Queries, id: Id): Promise<VerificationRow | undefined> {
  const { rows } = await db.query<VerificationRow>({
    name: 'verifications_find',
    text: `SELECT ${SHOWN} FROM verifications v WHERE v.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Those that wait oldest first, the others newest first, from where a page before ended. */
export async function listVerifications(
  db: Queries,
  { status, before, limit }: { readonly status: Status; readonly before: Id | undefined; readonly limit: number },
): Promise<VerificationRow[]> {
  const [order, beyond] = status === 1 ? ['ASC', '>'] : ['DESC', '<'];
  const { rows } = await db.query<VerificationRow>({
    name: status === 1 ? 'verifications_waiting' : 'verifications_decided',
    text: `SELECT ${SHOWN} FROM verifications v WHERE v.status = $1 AND ($2::bigint IS NULL OR v.id ${beyond} $2)
           ORDER BY v.id ${order} LIMIT $3`,
    values: [status, before ?? null, limit],
  });
  return rows;
}

export async function countWaiting(db: Queries): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({
    name: 'verifications_count',
    text: 'SELECT count(*)::int AS waiting FROM verifications WHERE status = 1',
    values: [],
  });
  return rows[0]?.waiting ?? 0;
}

/** The oldest that waits, that nobody else works on, and that is of none of the users in `without`. */
export async function nextWaiting(db: Queries, staffId: Id, without: readonly Id[]): Promise<Id | undefined> {
  const { rows } = await db.query<{ id: Id }>({
    name: 'verifications_next',
    text: `SELECT id FROM verifications WHERE status = 1 AND (claimed_until IS NULL OR claimed_until <= database_ms() OR claimed_by = $1)
             AND user_id <> ALL ($2::bigint[])
           ORDER BY id LIMIT 1`,
    values: [staffId, int8(without)],
  });
  return rows[0]?.id;
}

/** Whose it is, where it waits and the member has claimed it. */
export async function reviewedUser(db: Queries, id: Id, staffId: Id): Promise<Id | undefined> {
  const row = await findVerification(db, id);
  return row?.status === 1 && row.claimed_by === staffId ? row.user_id : undefined;
}

/** Until when the claim holds, UTC ms; undefined where the item does not wait or somebody else holds it. */
export async function claim(tx: Queries, id: Id, staffId: Id, forMs: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ until: bigint }>({
    name: 'verifications_claim',
    text: `UPDATE verifications SET claimed_by = $2, claimed_until = database_ms() + $3
           WHERE id = $1 AND status = 1 AND (claimed_until IS NULL OR claimed_until <= database_ms() OR claimed_by = $2)
           RETURNING claimed_until AS until`,
    values: [id, staffId, forMs],
  });
  const [row] = rows;
  return row && Number(row.until);
}

export interface CardQuestion {
  readonly userId: Id;
  /** Of one number, under every master key. */
  readonly macs: readonly Uint8Array[];
}

/** For each question the other users who gave the same number, whatever became of it. */
export async function othersWithCard(db: Queries, questions: readonly CardQuestion[]): Promise<Id[][]> {
  const asked = questions.flatMap(({ userId, macs }, at) => macs.map((mac) => ({ at, userId, mac })));
  const { rows } = await db.query<{ at: number; user_id: Id }>({
    name: 'verifications_same_card',
    text: `SELECT DISTINCT q.at, v.user_id FROM unnest($1::smallint[], $2::bigint[], $3::bytea[]) AS q (at, user_id, mac)
           JOIN verifications v ON v.card_mac = q.mac AND v.user_id <> q.user_id ORDER BY q.at, v.user_id`,
    values: [int2(asked.map(({ at }) => at)), int8(asked.map((one) => one.userId)), bytea(asked.map(({ mac }) => mac))],
  });
  const found: Id[][] = questions.map(() => []);
  for (const { at, user_id } of rows) found[at]?.push(user_id);
  return found;
}

/** Other users who were accepted with the same number. */
export async function acceptedWithCard(db: Queries, { userId, macs }: CardQuestion): Promise<Id[]> {
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'verifications_accepted_card',
    text: `SELECT DISTINCT user_id FROM verifications WHERE card_mac = ANY ($2::bytea[]) AND user_id <> $1 AND status = 2 ORDER BY user_id`,
    values: [userId, bytea(macs)],
  });
  return rows.map((row) => row.user_id);
}

interface BatchRow extends Omit<Verification, 'userId' | 'claimedBy' | 'seenBy'> {
  readonly user_id: Id;
  readonly claimed_by: Id | null;
  readonly seen_by: readonly Id[];
}

/** For a batch, behind the lock of their owners. */
export async function loadForBatch(tx: Queries, ids: readonly Id[]): Promise<Verification[]> {
  const { rows } = await tx.query<BatchRow>({
    name: 'verifications_load_batch',
    text: `SELECT id, user_id, country, front, back, status, CASE WHEN claimed_until > database_ms() THEN claimed_by END AS claimed_by,
             ARRAY(SELECT viewer_id FROM upload_views WHERE upload_id = front AND viewer_kind = 'staff'
                   INTERSECT SELECT viewer_id FROM upload_views WHERE upload_id = back AND viewer_kind = 'staff') AS seen_by
           FROM verifications WHERE id = ANY ($1::bigint[])`,
    values: [int8(ids)],
  });
  return rows.map(({ user_id: userId, claimed_by: claimedBy, seen_by: seenBy, ...row }) => ({
    ...{ ...row, userId, seenBy },
    claimedBy: claimedBy ?? undefined,
  }));
}

/** Once each: a trigger refuses a second decision. */
export function writeDecisions(decided: readonly Decided[]): Statement[] {
  if (decided.length === 0) return [];
  return [
    {
      name: 'verifications_decide',
      text: `UPDATE verifications v SET status = d.status, decided_by = d.staff, decided_time = database_ms(), reason_code = d.code, reason = d.words
             FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::text[]) AS d (id, status, staff, code, words) WHERE v.id = d.id`,
      values: [
        int8(decided.map((one) => one.verification.id)),
        int2(decided.map((one) => (one.decision.accept ? 2 : 3))),
        int8(decided.map((one) => one.staffId)),
        text(decided.map(({ decision }) => (decision.accept ? null : decision.code))),
        text(decided.map(({ decision }) => (decision.accept ? null : decision.words))),
      ],
    },
  ];
}

export type SealedPerson = Pick<VerificationRow, 'id' | 'user_id' | 'name_sealed' | 'card_sealed' | 'front'>;

/** Whether documents of the user wait to be looked at. */
export async function waitsForReview(db: Queries, userId: Id): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'verifications_waits',
    text: 'SELECT FROM verifications WHERE user_id = $1 AND status = 1',
    values: [userId],
  });
  return rowCount !== 0;
}

/** Of users who have left: names and numbers go with the images that they came with. The number's MAC stays, so that it is known again. */
export async function emptyPersons(db: Queries): Promise<{ readonly emptied: number }> {
  const { rowCount } = await db.query({
    name: 'verifications_empty',
    text: `UPDATE verifications v SET name_sealed = '', card_sealed = '' FROM users u, uploads f
           WHERE u.id = v.user_id AND u.removed_time IS NOT NULL AND f.id = v.front AND f.state = 'gone' AND octet_length(v.name_sealed) > 0`,
  });
  return { emptied: rowCount ?? 0 };
}

export async function sealedPersonsOf(db: Queries, userId: Id): Promise<SealedPerson[]> {
  const { rows } = await db.query<SealedPerson>({
    name: 'verifications_persons',
    text: 'SELECT id, user_id, name_sealed, card_sealed, front FROM verifications WHERE user_id = $1 ORDER BY id',
    values: [userId],
  });
  return rows;
}

/** As the owner: some that a master key other than the current one sealed. The key's id stands in a sealed value's first four bytes. */
export async function personsSealedByOthers(owner: Pool, current: number, limit: number): Promise<SealedPerson[]> {
  const { rows } = await owner.query<SealedPerson>({
    text: `SELECT id, user_id, name_sealed, card_sealed, front FROM verifications
           WHERE octet_length(name_sealed) > 0 AND substr(name_sealed, 1, 4) <> int4send($1::bigint::bit(32)::int) ORDER BY id LIMIT $2`,
    values: [current, limit],
  });
  return rows;
}

export type ResealedPerson = Pick<NewVerification, 'name' | 'card' | 'cardMac'> & { readonly id: Id };

/** As the owner. */
export async function writeResealed(owner: Pool, all: readonly ResealedPerson[]): Promise<void> {
  await owner.query({
    text: `UPDATE verifications v SET name_sealed = r.name, card_sealed = r.card, card_mac = r.mac
           FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[]) AS r (id, name, card, mac) WHERE v.id = r.id`,
    values: [
      int8(all.map(({ id }) => id)),
      bytea(all.map(({ name }) => name)),
      bytea(all.map(({ card }) => card)),
      bytea(all.map(({ cardMac }) => cardMac)),
    ],
  });
}
