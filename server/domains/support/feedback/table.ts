// The SQL of feedback.

import type { FeedbackKind } from '@fairtick/contract/feedback-kinds';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { holdName } from '../../../platform/database/named-lock.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Status } from './rules.ts';

/** Who wrote: a user, or a visitor with where to answer and where from. */
export type Writer =
  | { readonly userId: Id; readonly realm: Realm }
  | { readonly userId: null; readonly email: string; readonly from: Uint8Array };

export interface NewFeedback {
  readonly writer: Writer;
  readonly kind: FeedbackKind;
  readonly text: string;
  readonly device: string | null;
  readonly image: string | null;
  readonly lang: LanguageKey;
  /** UTC ms. */
  readonly receivedTime: number;
  readonly dueTime: number | null;
}

export async function insertFeedback(tx: Queries, one: NewFeedback): Promise<Id> {
  const { writer } = one;
  const visitor = writer.userId === null ? writer : undefined;
  const { rows } = await tx.query<{ id: Id }>({
    name: 'feedback_insert',
    text: `INSERT INTO feedback (user_id, realm, email, from_mac, kind, words, device, image, lang, received_time, due_time)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    values: [
      writer.userId,
      writer.userId === null ? null : writer.realm,
      visitor?.email ?? null,
      visitor?.from ?? null,
      ...[one.kind, one.text, one.device, one.image, one.lang, one.receivedTime, one.dueTime],
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('inserted feedback has an id');
  return row.id;
}

/** `who`: whatever names a writer alone. Until the transaction's end nobody else is counted by it: two at once would each find room for one more. */
const holdWriter = (tx: Queries, who: string): Promise<void> => holdName(tx, `feedback/${who}`);

/** When the user has written since that moment, the oldest first; held until the transaction's end. */
export async function holdByUser(tx: Queries, userId: Id, sinceMs: number): Promise<number[]> {
  await holdWriter(tx, String(userId));
  const { rows } = await tx.query<{ received_time: bigint }>({
    name: 'feedback_by_user',
    text: 'SELECT received_time FROM feedback WHERE user_id = $1 AND received_time > $2 ORDER BY received_time',
    values: [userId, sinceMs],
  });
  return rows.map((row) => Number(row.received_time));
}

/** Likewise from an address. `from`: under each master key, the current one's first. */
export async function holdByAddress(tx: Queries, from: readonly Uint8Array[], sinceMs: number): Promise<number[]> {
  await holdWriter(tx, Buffer.from(from[0] ?? []).toString('hex'));
  const { rows } = await tx.query<{ received_time: bigint }>({
    name: 'feedback_by_address',
    text: 'SELECT received_time FROM feedback WHERE from_mac = ANY ($1::bytea[]) AND received_time > $2 ORDER BY received_time',
    values: [from, sinceMs],
  });
  return rows.map((row) => Number(row.received_time));
}

export interface FeedbackRow {
  readonly id: Id;
  readonly user_id: Id | null;
  readonly realm: Realm | null;
  readonly kind: FeedbackKind;
  readonly words: string;
  readonly email: string | null;
  readonly lang: LanguageKey;
  readonly device: string | null;
  readonly image: string | null;
  readonly status: Status;
  readonly received_time: bigint;
  readonly due_time: bigint | null;
  readonly claimed_by: Id | null;
  readonly claimed_until: bigint | null;
  readonly answer: string | null;
  readonly answered_by: Id | null;
  readonly answered_time: bigint | null;
  readonly closed_by: Id | null;
  readonly closed_time: bigint | null;
  readonly erased_time: bigint | null;
}

const COLUMNS = `id, user_id, realm, kind, words, email, lang, device, image, status, received_time, due_time, claimed_by, claimed_until, answer,
  answered_by, answered_time, closed_by, closed_time, erased_time`;

export async function listOwn(
  db: Queries,
  userId: Id,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: FeedbackRow[]; readonly total: number }> {
  const { rows } = await db.query<FeedbackRow>({
    name: 'feedback_own',
    text: `SELECT ${COLUMNS} FROM feedback WHERE user_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
    values: [userId, limit, offset],
  });
  const { rows: counted } = await db.query<{ total: number }>({
    name: 'feedback_own_count',
    text: 'SELECT count(*)::int AS total FROM feedback WHERE user_id = $1',
    values: [userId],
  });
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function findFeedback(db: Queries, id: Id): Promise<FeedbackRow | undefined> {
  const { rows } = await db.query<FeedbackRow>({
    name: 'feedback_find',
    text: `SELECT ${COLUMNS} FROM feedback WHERE id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Held until the transaction ends: the staff do one thing with it after the other. */
export async function lockFeedback(tx: Queries, id: Id): Promise<FeedbackRow | undefined> {
  const { rows } = await tx.query<FeedbackRow>({
    name: 'feedback_lock',
    text: `SELECT ${COLUMNS} FROM feedback WHERE id = $1 FOR NO KEY UPDATE`,
    values: [id],
  });
  return rows[0];
}

/** Open ones by their deadline, those without one after all others and the oldest first; the others newest first. */
export async function listQueue(
  db: Queries,
  { status, limit, offset }: { readonly status: readonly Status[]; readonly limit: number; readonly offset: number },
): Promise<FeedbackRow[]> {
  const open = status.includes(1);
  const { rows } = await db.query<FeedbackRow>({
    name: open ? 'feedback_queue_open' : 'feedback_queue_done',
    text: `SELECT ${COLUMNS} FROM feedback WHERE status = ANY ($1::smallint[])
           ORDER BY ${open ? 'due_time, id' : 'id DESC'} LIMIT $2 OFFSET $3`,
    values: [status, limit, offset],
  });
  return rows;
}

export async function countQueue(db: Queries, status: readonly Status[]): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'feedback_queue_count',
    text: 'SELECT count(*)::int AS total FROM feedback WHERE status = ANY ($1::smallint[])',
    values: [status],
  });
  return rows[0]?.total ?? 0;
}

export async function setClaim(tx: Queries, id: Id, staffId: Id, untilMs: number): Promise<void> {
  await tx.query({
    name: 'feedback_claim',
    text: 'UPDATE feedback SET status = 2, claimed_by = $2, claimed_until = $3 WHERE id = $1',
    values: [id, staffId, untilMs],
  });
}

export async function setAnswer(
  tx: Queries,
  one: { readonly id: Id; readonly staffId: Id; readonly answer: string; readonly timeMs: number },
): Promise<void> {
  await tx.query({
    name: 'feedback_answer',
    text: 'UPDATE feedback SET status = 3, answer = $3, answered_by = $2, answered_time = $4 WHERE id = $1',
    values: [one.id, one.staffId, one.answer, one.timeMs],
  });
}

export async function setClosed(tx: Queries, id: Id, staffId: Id, timeMs: number): Promise<void> {
  await tx.query({
    name: 'feedback_close',
    text: 'UPDATE feedback SET status = 4, closed_by = $2, closed_time = $3 WHERE id = $1',
    values: [id, staffId, timeMs],
  });
}

/**
 * Of users who have left, and of what was closed before that moment: the words go, and whatever was open of who left is closed by nobody. Answers with
 * the images that nobody wants any more.
 */
export async function eraseFeedback(
  tx: Queries,
  { closedBeforeMs, nowMs, limit }: { readonly closedBeforeMs: number; readonly nowMs: number; readonly limit: number },
): Promise<{ readonly erased: number; readonly images: readonly string[] }> {
  const { rows } = await tx.query<{ image: string | null }>({
    name: 'feedback_erase',
    text: `WITH gone AS MATERIALIZED (
             SELECT f.id FROM feedback f LEFT JOIN users u ON u.id = f.user_id
             WHERE f.erased_time IS NULL AND (u.removed_time IS NOT NULL OR f.closed_time < $1) ORDER BY f.id LIMIT $3 FOR UPDATE OF f)
           UPDATE feedback f SET words = '', email = NULL, device = NULL, answer = NULL, from_mac = NULL, status = 4,
             closed_time = coalesce(f.closed_time, $2), erased_time = $2
           FROM gone WHERE f.id = gone.id RETURNING f.image`,
    values: [closedBeforeMs, nowMs, limit],
  });
  return { erased: rows.length, images: rows.flatMap(({ image }) => image ?? []) };
}

/** Addresses of visitors that are counted no more. */
export async function forgetAddresses(db: Queries, beforeMs: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'feedback_forget_addresses',
    text: 'UPDATE feedback SET from_mac = NULL WHERE from_mac IS NOT NULL AND received_time <= $1',
    values: [beforeMs],
  });
  return rowCount ?? 0;
}
