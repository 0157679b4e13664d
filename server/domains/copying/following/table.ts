// Reads of following beside the batch: relations and events that trading keeps in memory, what of an event is still to be done, and what is to be paid.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { inPages } from '../../../platform/database/tables/cursor.ts';
import { select } from '../../../platform/database/tables/select.ts';
import { COPY_EVENTS, type CopyEvent, FOLLOWS, type Follow } from './columns.ts';

const READ_LIMIT_MS = 60_000;
const KEPT = ['id', 'realm', 'user_id', 'trader_id'] as const;
const toKept = FOLLOWS.flat(KEPT);
const LIVE = select(FOLLOWS, { columns: KEPT }, FOLLOWS.isNull('ended_time'));

export type KeptFollow = Pick<Follow, 'id' | 'realm' | 'userId' | 'traderId'>;

/** Who follows whom as of now, in pages. */
export async function* readFollows(tx: Queries): AsyncGenerator<readonly KeptFollow[]> {
  for await (const rows of inPages(tx, 'live_follows', LIVE, READ_LIMIT_MS)) yield rows.map(toKept);
}

const toEvent = COPY_EVENTS.flat(COPY_EVENTS.names);
const EVENTS = `SELECT ${COPY_EVENTS.list(COPY_EVENTS.names)} FROM copy_events`;

/** A later change of the order's stops, which has taken the place of this one. */
const REPLACING = `SELECT FROM copy_events l WHERE l.order_id = e.order_id AND l.kind = 'stops' AND l.number > e.number`;

/** Events that may not have reached everybody, in their order, without changes of stops behind which a later one has reached everybody. */
export async function undoneEvents(db: Queries): Promise<CopyEvent[]> {
  const { rows } = await db.query<Parameters<typeof toEvent>[0]>({
    name: 'copying_undone',
    text: `${EVENTS} e WHERE NOT done AND NOT (e.kind = 'stops' AND EXISTS (${REPLACING} AND l.done)) ORDER BY place, trader_id, number`,
    values: [],
  });
  return rows.map(toEvent);
}

const NOT_OPENED = `NOT EXISTS (SELECT FROM forex_orders o WHERE o.origin_id = e.order_id AND o.follow_id = f.id)
      AND NOT EXISTS (SELECT FROM copy_skips s WHERE s.follow_id = f.id AND s.order_id = e.order_id)`;
const IS_OPEN = `SELECT FROM forex_orders o WHERE o.origin_id = e.order_id AND o.follow_id = f.id AND o.status = 'open'`;

/**
 * Whom an event has not reached: it opened no copy and was not skipped, its copy is open still, or has other stops. A closing, or other stops, of an order whose
 * opening has still to reach them waits for it. What a later change of stops has replaced is nobody's any more.
 */
const LEFT = `SELECT f.id, f.realm, f.user_id, f.trader_id FROM copy_events e JOIN follows f ON f.trader_id = e.trader_id
  WHERE e.id = $1 AND f.began_event < e.number AND (f.ended_event IS NULL OR f.ended_event >= e.number) AND CASE
    WHEN e.kind = 'open' THEN ${NOT_OPENED}
    WHEN ${NOT_OPENED} THEN EXISTS (SELECT FROM copy_events b WHERE b.order_id = e.order_id AND b.kind = 'open' AND b.number > f.began_event)
    WHEN e.kind = 'close' THEN EXISTS (${IS_OPEN})
    ELSE EXISTS (${IS_OPEN} AND o.armed_index <= e.place AND (o.stop_loss, o.take_profit) <> (e.stop_loss, e.take_profit))
      AND NOT EXISTS (${REPLACING}) END`;

export async function leftOf(db: Queries, eventId: Id): Promise<KeptFollow[]> {
  const { rows } = await db.query<{ id: Id; realm: Realm; user_id: Id; trader_id: Id }>({
    name: 'copying_left',
    text: LEFT,
    values: [eventId],
  });
  return rows.map((row) => ({ id: row.id, realm: row.realm, userId: row.user_id, traderId: row.trader_id }));
}

/** It has reached everybody. */
export async function markDone(db: Queries, eventId: Id): Promise<void> {
  await db.query({
    name: 'copying_done',
    text: 'UPDATE copy_events SET done = true WHERE id = $1 AND NOT done',
    values: [eventId],
  });
}

export interface Pair {
  readonly userId: Id;
  readonly traderId: Id;
}

/** Followers and traders whose mark would move, behind a pair, in their order. */
export async function unpaid(db: Queries, limit: number, behind: Pair): Promise<Pair[]> {
  const { rows } = await db.query<{ user_id: Id; trader_id: Id }>({
    name: 'copying_unpaid',
    text: `SELECT user_id, trader_id FROM copy_marks WHERE cumulative > high_water AND (trader_id, user_id) > ($2, $3)
           ORDER BY trader_id, user_id LIMIT $1`,
    values: [limit, behind.traderId, behind.userId],
  });
  return rows.map((row) => ({ userId: row.user_id, traderId: row.trader_id }));
}

/** Relations whose trader leads no more. */
export async function orphaned(
  db: Queries,
  limit: number,
  behind: Pair,
): Promise<(Pair & { readonly realm: Realm })[]> {
  const { rows } = await db.query<{ user_id: Id; trader_id: Id; realm: Realm }>({
    name: 'copying_orphaned',
    text: `SELECT f.user_id, f.trader_id, f.realm FROM trader_following t JOIN follows f ON f.trader_id = t.trader_id
           WHERE NOT t.leads AND t.followers > 0 AND f.ended_time IS NULL AND (f.trader_id, f.user_id) > ($2, $3)
           ORDER BY f.trader_id, f.user_id LIMIT $1`,
    values: [limit, behind.traderId, behind.userId],
  });
  return rows.map((row) => ({ userId: row.user_id, traderId: row.trader_id, realm: row.realm }));
}
