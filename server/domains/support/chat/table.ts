// The SQL of the chat's lines, threads and messages, as both sides write and read them.

import type { ChatAuthor, ChatMasked, ChatState } from '@fairtick/contract/chat-words';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

export interface LineRow {
  readonly last_seq: number;
  readonly staff_seq: number;
  readonly read_seq: number;
}

export interface ThreadRow {
  readonly id: Id;
  readonly user_id: Id;
  readonly lang: LanguageKey;
  readonly state: ChatState;
  readonly score: number | null;
}

export interface MessageRow {
  readonly seq: number;
  readonly author: ChatAuthor;
  /** Of the member of the staff, whole; null for a user. */
  readonly name: string | null;
  readonly text: string;
  readonly masked: readonly ChatMasked[];
  readonly image: string | null;
  readonly time: bigint;
}

/** More answers than these are counted as so many. */
export const MOST_UNREAD = 100;

const unread = (line: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM support_messages m WHERE m.user_id = ${line}.user_id AND m.seq > ${line}.read_seq
     AND m.author = 'staff' LIMIT ${MOST_UNREAD}) u)`;

/** Held until the transaction ends: whatever is written with a user is written one after the other. */
export async function holdLine(tx: Queries, userId: Id): Promise<LineRow> {
  await tx.query({
    name: 'support_line_begin',
    text: 'INSERT INTO support_lines (user_id) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [userId],
  });
  const { rows } = await tx.query<LineRow>({
    name: 'support_line_hold',
    text: 'SELECT last_seq, staff_seq, read_seq FROM support_lines WHERE user_id = $1 FOR UPDATE',
    values: [userId],
  });
  const [row] = rows;
  if (!row) throw new Error(`user ${userId} has no line`);
  return row;
}

/** What a user sent last, the newest first, and what the database's clock says. UTC ms. */
export async function sentTimes(
  tx: Queries,
  userId: Id,
  limit: number,
): Promise<{ readonly times: readonly number[]; readonly nowMs: number }> {
  const { rows } = await tx.query<{ times: readonly bigint[]; now: bigint }>({
    name: 'support_sent_times',
    text: `SELECT ARRAY(SELECT time FROM support_messages WHERE user_id = $1 AND author = 'user' ORDER BY seq DESC LIMIT $2) AS times,
             database_ms() AS now`,
    values: [userId, limit],
  });
  return { times: rows[0]?.times.map(Number) ?? [], nowMs: Number(rows[0]?.now) };
}

/**
 * The user's open thread, or a new one: who writes waits from now on. What waits already is due as it was.
 */
export async function waitingThread(
  tx: Queries,
  { userId, lang, dueInMs }: { readonly userId: Id; readonly lang: LanguageKey; readonly dueInMs: number },
): Promise<Id> {
  const { rows } = await tx.query<{ id: Id }>({
    name: 'support_thread_waits',
    text: `INSERT INTO support_threads AS t (user_id, lang, answer_due) VALUES ($1, $2, database_ms() + $3)
           ON CONFLICT (user_id) WHERE state <> 'closed' DO UPDATE SET state = 'open',
             answer_due = CASE t.state WHEN 'open' THEN t.answer_due ELSE excluded.answer_due END
           RETURNING id`,
    values: [userId, lang, dueInMs],
  });
  const [row] = rows;
  if (!row) throw new Error('a thread that was begun has an id');
  return row.id;
}

export interface NewMessage {
  readonly userId: Id;
  readonly threadId: Id;
  readonly author: ChatAuthor;
  readonly staffId: Id | undefined;
  readonly text: string;
  readonly masked: readonly ChatMasked[];
  readonly image?: string | null;
}

/** Behind the newest of a line that is held, which moves on by it. */
export async function addMessage(
  tx: Queries,
  line: LineRow,
  one: NewMessage,
): Promise<{ readonly seq: number; readonly time: number }> {
  const seq = line.last_seq + 1;
  const { rows } = await tx.query<{ time: bigint }>({
    name: 'support_message_add',
    text: `INSERT INTO support_messages (user_id, seq, thread_id, author, staff_id, text, masked, image) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           RETURNING time`,
    values: [
      ...[one.userId, seq, one.threadId, one.author, one.staffId ?? null],
      ...[one.text, one.masked, one.image ?? null],
    ],
  });
  await tx.query({
    name: 'support_line_on',
    text: `UPDATE support_lines SET last_seq = $2, staff_seq = CASE WHEN $3 = 'staff' THEN $2 ELSE staff_seq END, moved_time = database_ms()
           WHERE user_id = $1`,
    values: [one.userId, seq, one.author],
  });
  return { seq, time: Number(rows[0]?.time) };
}

/** Never back, and never beyond what there is. */
export async function markRead(tx: Queries, userId: Id, seq: number): Promise<void> {
  await tx.query({
    name: 'support_read',
    text: `UPDATE support_lines SET read_seq = least($2, last_seq), moved_time = database_ms()
           WHERE user_id = $1 AND read_seq < least($2, last_seq)`,
    values: [userId, seq],
  });
}

/** What a user's chat is like now. */
export interface OwnChat extends LineRow {
  readonly unread: number;
  readonly thread: Pick<ThreadRow, 'id' | 'state' | 'score'> | undefined;
}

export async function readChat(db: Queries, userId: Id): Promise<OwnChat> {
  const { rows } = await db.query<
    LineRow & { unread: number; id: Id | null; state: ChatState | null; score: number | null }
  >({
    name: 'support_chat',
    text: `SELECT l.last_seq, l.staff_seq, l.read_seq, ${unread('l')} AS unread, t.id, t.state, t.score
           FROM support_lines l LEFT JOIN LATERAL
             (SELECT id, state, score FROM support_threads WHERE user_id = l.user_id ORDER BY id DESC LIMIT 1) t ON true
           WHERE l.user_id = $1`,
    values: [userId],
  });
  const [row] = rows;
  if (!row) return { last_seq: 0, staff_seq: 0, read_seq: 0, unread: 0, thread: undefined };
  const { id, state, score, ...line } = row;
  return { ...line, thread: id === null || state === null ? undefined : { id, state, score } };
}

const MESSAGE = `SELECT m.seq, m.author, s.name, m.text, m.masked, m.image, m.time FROM support_messages m LEFT JOIN staff s ON s.id = m.staff_id`;

/** The oldest after `after`, oldest first. */
export async function messagesAfter(db: Queries, userId: Id, after: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await db.query<MessageRow>({
    name: 'support_messages_after',
    text: `${MESSAGE} WHERE m.user_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT $3`,
    values: [userId, after, limit],
  });
  return rows;
}

/** The newest below `before`, newest first. */
export async function messagesBefore(db: Queries, userId: Id, before: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await db.query<MessageRow>({
    name: 'support_messages_before',
    text: `${MESSAGE} WHERE m.user_id = $1 AND m.seq < $2 ORDER BY m.seq DESC LIMIT $3`,
    values: [userId, before, limit],
  });
  return rows;
}

/** Above any number of a message. */
export const BEHIND_ALL = 2_147_483_647;

export async function findThread(db: Queries, id: Id): Promise<ThreadRow | undefined> {
  const { rows } = await db.query<ThreadRow>({
    name: 'support_thread_find',
    text: 'SELECT id, user_id, lang, state, score FROM support_threads WHERE id = $1',
    values: [id],
  });
  return rows[0];
}

/** False where it is not closed, or was judged already. */
export async function setScore(tx: Queries, id: Id, score: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'support_score',
    text: `UPDATE support_threads SET score = $2 WHERE id = $1 AND state = 'closed' AND score IS NULL`,
    values: [id, score],
  });
  return rowCount === 1;
}

export interface MovedLine {
  readonly user_id: Id;
  readonly last_seq: number;
  readonly read_seq: number;
  readonly moved_time: bigint;
  readonly unread: number;
  readonly thread: Id | null;
}

/** Lines that moved since then, by the database's clock, and what it says now; nothing of before where `sinceMs` is left out. */
export async function movedLines(
  db: Queries,
  sinceMs: number | undefined,
): Promise<{ readonly lines: readonly MovedLine[]; readonly nowMs: number }> {
  const { rows } = await db.query<(MovedLine | { user_id: null }) & { now: bigint }>({
    name: 'support_moved',
    text: `SELECT m.*, n.now FROM (SELECT database_ms() AS now) n LEFT JOIN LATERAL
             (SELECT l.user_id, l.last_seq, l.read_seq, l.moved_time, ${unread('l')} AS unread,
                (SELECT max(t.id) FROM support_threads t WHERE t.user_id = l.user_id) AS thread
              FROM support_lines l WHERE l.moved_time >= coalesce($1, n.now)) m ON true`,
    values: [sinceMs ?? null],
  });
  return { lines: rows.flatMap((row) => (row.user_id === null ? [] : [row])), nowMs: Number(rows[0]?.now) };
}

export interface Untold {
  readonly user_id: Id;
  readonly realm: 'live' | 'demo';
  /** The first answer that was not read. */
  readonly seq: number;
}

/** Users with an answer that they have not read for so long and were not told of. */
export async function untoldAnswers(db: Queries, awayMs: number, limit: number): Promise<Untold[]> {
  const { rows } = await db.query<Untold>({
    name: 'support_untold',
    text: `SELECT l.user_id, u.realm, m.seq FROM support_lines l JOIN users u ON u.id = l.user_id
           CROSS JOIN LATERAL (SELECT seq, time FROM support_messages WHERE user_id = l.user_id AND seq > l.read_seq AND author = 'staff'
             ORDER BY seq LIMIT 1) m
           WHERE l.staff_seq > l.read_seq AND u.removed_time IS NULL AND m.time <= database_ms() - $1
             AND NOT EXISTS (SELECT FROM notices n WHERE n.user_id = l.user_id AND n.kind = 'chat_answer' AND n.cause = 'chat:' || m.seq)
           LIMIT $2`,
    values: [awayMs, limit],
  });
  return rows;
}

/** Users whose open thread was answered, and on whose line nothing has moved for so long. */
export async function leftThreads(
  db: Queries,
  leftMs: number,
  limit: number,
): Promise<readonly { readonly id: Id; readonly user_id: Id }[]> {
  const { rows } = await db.query<{ id: Id; user_id: Id }>({
    name: 'support_left',
    text: `SELECT t.id, t.user_id FROM support_threads t JOIN support_lines l USING (user_id)
           WHERE t.state = 'waiting_user' AND l.moved_time < database_ms() - $1 ORDER BY t.id LIMIT $2`,
    values: [leftMs, limit],
  });
  return rows;
}

/** Of a line that is held. False where it was closed, or somebody has written or read since. */
export async function closeLeft(tx: Queries, id: Id, leftMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'support_close_left',
    text: `UPDATE support_threads t SET state = 'closed', closed_time = database_ms() FROM support_lines l
           WHERE t.id = $1 AND t.state = 'waiting_user' AND l.user_id = t.user_id AND l.moved_time < database_ms() - $2`,
    values: [id, leftMs],
  });
  return rowCount === 1;
}

/** What was written in threads that were closed longer ago than it is kept. How many messages went. */
export async function forgetOld(db: Queries, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'support_forget_old',
    text: `DELETE FROM support_messages m USING (SELECT m.user_id, m.seq FROM support_threads t JOIN support_messages m ON m.thread_id = t.id
             WHERE t.state = 'closed' AND t.closed_time < database_ms() - $1 LIMIT $2) o
           WHERE m.user_id = o.user_id AND m.seq = o.seq`,
    values: [keptMs, limit],
  });
  return rowCount ?? 0;
}
