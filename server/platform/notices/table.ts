// The SQL of the stored notices: written with the batch that they tell of, read by their user, marked as read once.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { UserNotice } from '../commands/command.ts';
import { int8, labels, text } from '../database/columns.ts';
import type { Queries } from '../database/pools.ts';
import type { Statement } from '../database/statement.ts';

export interface NewNotice extends UserNotice {
  readonly id: Id;
  readonly realm: Realm;
}

/** To be sent with the other statements of a batch. */
export function insertNotices(notices: readonly NewNotice[]): Statement[] {
  if (notices.length === 0) return [];
  return [
    {
      name: 'notices_insert',
      text: `INSERT INTO notices (id, user_id, realm, kind, params, order_id, cause)
             SELECT id, user_id, realm, kind, params::jsonb, order_id, cause
             FROM unnest($1::bigint[], $2::bigint[], $3::realm[], $4::text[], $5::text[], $6::bigint[], $7::text[])
               AS n (id, user_id, realm, kind, params, order_id, cause)
             ON CONFLICT DO NOTHING`,
      values: [
        int8(notices.map((one) => one.id)),
        int8(notices.map((one) => one.userId)),
        labels(notices.map((one) => one.realm)),
        text(notices.map((one) => one.kind)),
        text(notices.map((one) => JSON.stringify(one.params))),
        int8(notices.map((one) => one.orderId ?? null)),
        text(notices.map((one) => one.cause ?? null)),
      ],
    },
  ];
}

/** One way in which a notice is told outside the app. */
export interface Telling {
  readonly noticeId: Id;
  /** The kind of message in the outbox. */
  readonly channel: 'mail' | 'sms' | 'push';
  /** Not where the user has turned this off; always where it is null. */
  readonly switch: string | null;
}

/**
 * Behind `insertNotices`, in its transaction: a notice that was there already is not told again, and what no browser of the user takes is not pushed.
 * Who can be reached by mobile alone gets a text message where it is about the safety of the account, and no letter that nobody could send; a text message
 * of its own is for who has both. Each notice and its user are looked up by themselves: a batch joins whole tables otherwise, and every notice there ever was is one of them.
 */
export function tellOutside(messages: readonly Telling[]): Statement[] {
  if (messages.length === 0) return [];
  return [
    {
      name: 'notices_tell',
      text: `INSERT INTO outbox (kind, owner_id, payload, due_time)
             SELECT CASE WHEN m.only_mobile AND t.channel = 'mail' THEN 'sms' ELSE t.channel END, n.user_id,
               CASE WHEN t.channel = 'sms' OR (m.only_mobile AND t.channel = 'mail')
                 THEN jsonb_build_object('template', CASE n.kind WHEN 'name_changed' THEN 'name_changed' ELSE 'safety' END, 'params', '{}'::jsonb)
                 ELSE jsonb_build_object('template', n.kind, 'params', n.params) END,
               database_ms()
             FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS t (notice_id, channel, switch, place)
             CROSS JOIN LATERAL (SELECT k.user_id, k.kind, k.params FROM notices k WHERE k.id = t.notice_id OFFSET 0) n
             CROSS JOIN LATERAL (SELECT count(*) > 0 AND bool_and(a.kind = 'mobile') AS only_mobile, count(DISTINCT a.kind) = 2 AS has_both FROM account_names a
               WHERE a.user_id = n.user_id AND a.removed_time IS NULL) m
             WHERE (t.channel = 'mail' OR (t.channel = 'sms' AND m.has_both)
                 OR (t.channel = 'push' AND (SELECT true FROM push_subscriptions s WHERE s.user_id = n.user_id AND s.ended_time IS NULL LIMIT 1)))
               AND NOT (m.only_mobile AND t.channel = 'mail' AND t.switch IS NOT NULL)
               AND coalesce((SELECT (p.notify -> t.switch ->> t.channel)::boolean FROM preferences p WHERE p.user_id = n.user_id), true)
             ORDER BY t.place`,
      values: [
        int8(messages.map((one) => one.noticeId)),
        text(messages.map((one) => one.channel)),
        text(messages.map((one) => one.switch)),
      ],
    },
  ];
}

interface Stored {
  readonly id: bigint;
  readonly kind: string;
  readonly params: Readonly<Record<string, string>>;
  readonly order_id: bigint | null;
  readonly time: bigint;
  readonly read_time: bigint | null;
}

/** A notice as its user finds it. */
export interface StoredNotice {
  readonly id: Id;
  readonly kind: string;
  readonly params: Readonly<Record<string, string>>;
  readonly orderId: Id | undefined;
  /** UTC ms. */
  readonly time: number;
  readonly read: boolean;
}

/** More unread ones than these are counted as so many: the count stays cheap however many there are. */
export const MOST_UNREAD = 100;
/** Marked as read at once. */
const MOST_MARKED = 10_000;

/** A user's notices below `before`, newest first, and how many are unread in all: both of one moment. */
export async function readNotices(
  db: Queries,
  userId: Id,
  { before, limit }: { readonly before: Id | undefined; readonly limit: number },
): Promise<{ notices: StoredNotice[]; unread: number }> {
  const { rows } = await db.query<(Stored | { readonly id: null }) & { readonly unread: bigint }>({
    name: 'notices_page',
    text: `SELECT page.*, whole.unread
           FROM (SELECT count(*) AS unread FROM
             (SELECT FROM notices WHERE user_id = $1 AND read_time IS NULL LIMIT ${MOST_UNREAD}) u) whole
           LEFT JOIN LATERAL (SELECT id, kind, params, order_id, time, read_time FROM notices
             WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3) page ON true
           ORDER BY page.id DESC`,
    values: [userId, before ?? LARGEST_ID, limit],
  });
  return { notices: rows.flatMap((row) => (row.id === null ? [] : [noticeOf(row)])), unread: Number(rows[0]?.unread) };
}

const LARGEST_ID: Id = 9_223_372_036_854_775_807n;

const noticeOf = (row: Stored): StoredNotice => ({
  id: row.id,
  kind: row.kind,
  params: row.params,
  orderId: row.order_id ?? undefined,
  time: Number(row.time),
  read: row.read_time !== null,
});

/** Marks the notice and what is older as read, of its own user alone. What came later, unseen, stays unread. */
export async function markRead(db: Queries, userId: Id, id: Id): Promise<void> {
  await db.query({
    name: 'notices_read',
    text: `UPDATE notices SET read_time = database_ms() WHERE user_id = $1 AND read_time IS NULL AND id IN (
             SELECT id FROM notices WHERE user_id = $1 AND read_time IS NULL AND id <= $2 ORDER BY id DESC LIMIT ${MOST_MARKED})`,
    values: [userId, id],
  });
}
