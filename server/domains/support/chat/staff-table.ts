// The SQL of the staff's side: the queue, and who holds a thread.

import type { ChatState } from '@fairtick/contract/chat-words';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Statement } from '../../../platform/database/statement.ts';

export interface QueuedThread {
  readonly id: Id;
  readonly user_id: Id;
  readonly uid: string;
  readonly realm: 'live' | 'demo';
  readonly lang: LanguageKey;
  readonly state: ChatState;
  readonly opened_time: bigint;
  readonly answer_due: bigint;
  /** Of who holds it now; null where nobody does. */
  readonly holder: Id | null;
  readonly holder_name: string | null;
  readonly score: number | null;
}

const QUEUED = `SELECT t.id, t.user_id, u.uid, u.realm, t.lang, t.state, t.opened_time, t.answer_due, s.id AS holder, s.name AS holder_name, t.score
  FROM support_threads t JOIN users u ON u.id = t.user_id
  LEFT JOIN staff s ON s.id = t.claimed_by AND t.claimed_until > database_ms() AND t.state <> 'closed'`;

/** The columns by which those that wait stand in their index. */
const PLACE = 't.demo, t.answer_due, t.id';
const placeOf = (id: string): string =>
  `(SELECT demo FROM support_threads WHERE id = ${id}), (SELECT answer_due FROM support_threads WHERE id = ${id}), ${id}`;

interface ListPage {
  readonly state: ChatState;
  /** Of the page before. */
  readonly last: Id | undefined;
  readonly limit: number;
}

/**
 * Those that wait by when they are due, real clients first: demo accounts are made in any number. The others newest first. Each state and each further
 * page is a statement of its own, so that every one goes along its index.
 */
export function threadsPage({ state, last, limit }: ListPage): Statement {
  const waits = state === 'open';
  const behind = waits ? `AND (${PLACE}) > (${placeOf('$2::bigint')})` : 'AND t.id < $2';
  return {
    name: `support_list_${state}_${last === undefined ? 'first' : 'next'}`,
    text: `${QUEUED} WHERE t.state = '${state}' ${last === undefined ? '' : behind} ORDER BY ${waits ? PLACE : 't.id DESC'} LIMIT $1`,
    values: last === undefined ? [limit] : [limit, last],
  };
}

export async function listThreads(db: Queries, page: ListPage): Promise<QueuedThread[]> {
  const { name, text, values } = threadsPage(page);
  return (await db.query<QueuedThread>({ name, text, values: [...values] })).rows;
}

export async function findQueued(db: Queries, id: Id): Promise<QueuedThread | undefined> {
  const { rows } = await db.query<QueuedThread>({
    name: 'support_queued_one',
    text: `${QUEUED} WHERE t.id = $1`,
    values: [id],
  });
  return rows[0];
}

export async function countWaiting(db: Queries): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({
    name: 'support_waiting',
    text: `SELECT count(*)::int AS waiting FROM support_threads WHERE state = 'open'`,
    values: [],
  });
  return rows[0]?.waiting ?? 0;
}

/** Until when it is the member's now; undefined where it is closed or somebody else's. Held until the transaction ends. */
export async function claim(tx: Queries, id: Id, staffId: Id, claimMs: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ claimed_until: bigint }>({
    name: 'support_claim',
    text: `UPDATE support_threads SET claimed_by = $2, claimed_until = database_ms() + $3
           WHERE id = $1 AND state <> 'closed' AND (claimed_by IS NULL OR claimed_by = $2 OR claimed_until <= database_ms())
           RETURNING claimed_until`,
    values: [id, staffId, claimMs],
  });
  return rows[0] && Number(rows[0].claimed_until);
}

/** Whether the user waits for this member now: an open thread of theirs is the member's. */
export async function holdsThreadOf(db: Queries, staffId: Id, userId: Id): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'support_holds_thread_of',
    text: `SELECT FROM support_threads WHERE user_id = $2 AND state <> 'closed' AND claimed_by = $1 AND claimed_until > database_ms()`,
    values: [staffId, userId],
  });
  return rowCount === 1;
}

/** To a colleague for so long, or to nobody. */
export async function giveTo(tx: Queries, id: Id, staffId: Id | undefined, claimMs: number): Promise<void> {
  await tx.query({
    name: 'support_give',
    text: `UPDATE support_threads SET claimed_by = $2, claimed_until = CASE WHEN $2::bigint IS NULL THEN NULL ELSE database_ms() + $3 END
           WHERE id = $1`,
    values: [id, staffId ?? null, claimMs],
  });
}

/** closed: its user may judge it. */
export async function setState(tx: Queries, id: Id, state: 'waiting_user' | 'closed'): Promise<void> {
  await tx.query({
    name: 'support_set_state',
    text: `UPDATE support_threads SET state = $2, closed_time = CASE $2 WHEN 'closed' THEN database_ms() END WHERE id = $1`,
    values: [id, state],
  });
}

/** Who of the staff has one of these roles now. */
export async function membersOf(
  db: Queries,
  roles: readonly string[],
): Promise<readonly { readonly id: Id; readonly name: string }[]> {
  const { rows } = await db.query<{ id: Id; name: string }>({
    name: 'support_members',
    text: `SELECT s.id, s.name FROM staff s WHERE s.disabled_time IS NULL
             AND EXISTS (SELECT FROM staff_roles r WHERE r.staff_id = s.id AND r.revoked_time IS NULL AND r.role = ANY ($1::text[]))
           ORDER BY s.name, s.id`,
    values: [roles],
  });
  return rows;
}
