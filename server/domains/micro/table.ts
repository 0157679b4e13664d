// Micro orders: the domain's only SQL.

import type { MicroOrder } from '@fairtick/engine/types';
import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import type { Write } from '../../platform/database/statement.ts';
import type { FlatOf, RowOf } from '../../platform/database/tables/mapping.ts';
import { select } from '../../platform/database/tables/select.ts';
import { all } from '../../platform/database/tables/where.ts';
import { MICRO_ORDERS } from './columns.ts';

const { names } = MICRO_ORDERS;
const toOrder: (row: RowOf<typeof MICRO_ORDERS.columns>) => MicroOrder = MICRO_ORDERS.flat(names);

const ACTIVE = MICRO_ORDERS.isAmong('status', ['waiting', 'open']);
const LOAD = select(
  MICRO_ORDERS,
  { name: 'micro_load_batch', columns: names },
  all(MICRO_ORDERS.isIn('user_id'), ACTIVE),
  MICRO_ORDERS.isIn('id'),
);

/** Active orders of these users and the orders named. Read after the owners' accounts are locked. */
export async function loadForBatch(tx: Queries, owners: readonly Id[], ids: readonly Id[]): Promise<MicroOrder[]> {
  return (await LOAD.rows(tx, { user_id: owners, id: ids })).map(toOrder);
}

const ALL_ACTIVE = select(MICRO_ORDERS, { columns: names, order: ['id'] }, ACTIVE);

export async function loadActive(db: Queries): Promise<MicroOrder[]> {
  return (await ALL_ACTIVE.rows(db, {})).map(toOrder);
}

const OWN = select(
  MICRO_ORDERS,
  { name: 'micro_find_own', columns: names },
  all(MICRO_ORDERS.is('id'), MICRO_ORDERS.is('user_id')),
);

export async function findOwn(db: Queries, userId: Id, orderId: Id): Promise<MicroOrder | undefined> {
  const [row] = await OWN.rows(db, { id: orderId, user_id: userId });
  return row && toOrder(row);
}

/** Whole orders: what was placed may have ended within the same batch. */
export const insertOrders = (orders: readonly MicroOrder[]): Write[] => MICRO_ORDERS.rows(orders);

/** Writes openings and settlements; neither can be written again (a trigger refuses). */
export const updateOrders = MICRO_ORDERS.update('micro_update');

const SHOWN = [
  'id',
  'pair_id',
  'direction',
  'stake',
  'seconds',
  'profit_ratio',
  'price_precision',
  'open_price',
  'accepted_time',
  'expiry_time',
  'status',
  'outcome',
  'end_price',
  'result',
  'closed_time',
] as const;
type Shown = (typeof SHOWN)[number];
/** As much of an order as is listed; a whole order is one too. */
export type ShownMicro = FlatOf<typeof MICRO_ORDERS.columns, Shown>;
const toShown = MICRO_ORDERS.flat(SHOWN);

// One statement, so that page and count are of one moment. A page beyond the last has one row, without an order.
const listOf = (status: string): string => `SELECT page.*, whole.total
  FROM (SELECT count(*) AS total FROM micro_orders WHERE user_id = $1 AND ${status}) whole
  LEFT JOIN LATERAL (SELECT ${MICRO_ORDERS.list(SHOWN)} FROM micro_orders WHERE user_id = $1 AND ${status}
    ORDER BY id DESC LIMIT $2 OFFSET $3) page ON true
  ORDER BY page.id DESC`;
const LISTS = {
  active: { name: 'micro_list_active', text: listOf("status IN ('waiting', 'open')") },
  closed: { name: 'micro_list_closed', text: listOf("status = 'closed'") },
};

/** One page of a user's orders, newest first. */
export async function listOrders(
  db: Queries,
  userId: Id,
  which: keyof typeof LISTS,
  limit: number,
  offset: number,
): Promise<{ orders: ShownMicro[]; total: number }> {
  const { rows } = await db.query<(RowOf<typeof MICRO_ORDERS.columns, Shown> | { id: null }) & { total: bigint }>({
    ...LISTS[which],
    values: [userId, limit, offset],
  });
  return {
    orders: rows.flatMap((row) => (row.id === null ? [] : [toShown(row)])),
    total: Number(rows[0]?.total ?? 0n),
  };
}

/** Sum of results settled at or after `sinceMs`. */
export async function resultsSince(db: Queries, userId: Id, sinceMs: number): Promise<bigint> {
  const { rows } = await db.query<{ results: string }>({
    name: 'micro_results_since',
    text: `SELECT coalesce(sum(result), 0) AS results FROM micro_orders WHERE user_id = $1 AND status = 'closed' AND closed_time >= $2`,
    values: [userId, sinceMs],
  });
  return readUnits(rows[0]?.results ?? '0');
}

/** Options of the user that are active. */
export async function countMicroOrders(db: Queries, userId: Id): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'micro_count_active',
    text: `SELECT count(*)::int AS count FROM micro_orders WHERE user_id = $1 AND status IN ('waiting', 'open')`,
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}
