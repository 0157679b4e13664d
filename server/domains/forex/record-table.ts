// Orders as a trader's record is made of them: of some users, what closed, with what nights took; read for figures and never for a decision on money.

import type { Side } from '@fairtick/engine/types';
import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';

/** What nights took of the order `o`. */
const NIGHTS = '(SELECT coalesce(sum(f.taken), 0) FROM forex_financing f WHERE f.order_id = o.id)';
/** A demo reset ends a position without a price: that is no closing. */
const CLOSED = `o.status = 'closed' AND o.close_reason <> 'reset'`;

interface Row {
  readonly id: Id;
  readonly user_id: Id;
  readonly pair_id: number;
  readonly open_time: bigint;
  readonly close_time: bigint;
  readonly margin: string;
  readonly multiple: number;
  readonly result: string;
  readonly fee: string;
  readonly nights: string;
}

/** A closed order as a record counts it. Money in 1e-8 USD, times UTC ms. */
export interface ClosedRow {
  readonly id: Id;
  readonly userId: Id;
  readonly pairId: number;
  readonly openTime: number;
  readonly closeTime: number;
  readonly margin: bigint;
  readonly multiple: number;
  readonly result: bigint;
  readonly fee: bigint;
  readonly nights: bigint;
}

const COLUMNS = `o.id, o.user_id, o.pair_id, o.open_time, o.close_time, o.margin, o.multiple, o.result, o.fee, ${NIGHTS} AS nights`;

const toClosed = (row: Row): ClosedRow => ({
  id: row.id,
  userId: row.user_id,
  pairId: row.pair_id,
  openTime: Number(row.open_time),
  closeTime: Number(row.close_time),
  margin: readUnits(row.margin),
  multiple: row.multiple,
  result: readUnits(row.result),
  fee: readUnits(row.fee),
  nights: readUnits(row.nights),
});

/** What these users closed at that moment or later. One that is told late may have closed long before. */
export async function closedSince(db: Queries, userIds: readonly Id[], sinceMs: number): Promise<ClosedRow[]> {
  const { rows } = await db.query<Row>({
    name: 'forex_closed_since',
    text: `SELECT ${COLUMNS} FROM forex_orders o WHERE o.user_id = ANY ($1::bigint[]) AND ${CLOSED} AND o.close_time >= $2 ORDER BY o.close_time, o.id`,
    values: [int8(userIds), sinceMs],
  });
  return rows.map(toClosed);
}

/** How many they have closed, by user; none where it is none. */
export async function countClosed(db: Queries, userIds: readonly Id[]): Promise<ReadonlyMap<Id, number>> {
  const { rows } = await db.query<{ user_id: Id; count: number }>({
    name: 'forex_closed_count',
    text: `SELECT o.user_id, count(*)::int AS count FROM forex_orders o WHERE o.user_id = ANY ($1::bigint[]) AND ${CLOSED} GROUP BY o.user_id`,
    values: [int8(userIds)],
  });
  return new Map(rows.map((row) => [row.user_id, row.count]));
}

/** What open positions have cost, by user. */
export async function openCosts(db: Queries, userIds: readonly Id[]): Promise<ReadonlyMap<Id, bigint>> {
  const { rows } = await db.query<{ user_id: Id; costs: string }>({
    name: 'forex_open_costs',
    text: `SELECT o.user_id, sum(o.fee + ${NIGHTS}) AS costs FROM forex_orders o
           WHERE o.user_id = ANY ($1::bigint[]) AND o.status = 'open' GROUP BY o.user_id`,
    values: [int8(userIds)],
  });
  return new Map(rows.map((row) => [row.user_id, readUnits(row.costs)]));
}

interface ListedRow extends Row {
  readonly side: Side;
  readonly quantity: string;
  readonly created_time: bigint;
  readonly price_precision: number;
  readonly target_price: string | null;
  readonly open_price: string;
  readonly close_price: string;
}

/** The same as it is shown in a list. Prices in 1e-8. */
export interface ListedClosed extends ClosedRow {
  readonly side: Side;
  readonly quantity: bigint;
  readonly createdTime: number;
  readonly pricePrecision: number;
  readonly target: bigint | undefined;
  readonly open: bigint;
  readonly close: bigint;
}

const toListed = (row: ListedRow): ListedClosed => ({
  ...toClosed(row),
  side: row.side,
  quantity: readUnits(row.quantity),
  createdTime: Number(row.created_time),
  pricePrecision: row.price_precision,
  target: row.target_price === null ? undefined : readUnits(row.target_price),
  open: readUnits(row.open_price),
  close: readUnits(row.close_price),
});

/** One page of what these users closed, the newest first. */
export async function listClosed(
  db: Queries,
  userIds: readonly Id[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ListedClosed[]> {
  const { rows } = await db.query<ListedRow>({
    name: 'forex_closed_list',
    text: `SELECT ${COLUMNS}, o.side::text AS side, o.quantity, o.created_time, o.price_precision, o.target_price, o.open_price, o.close_price
           FROM forex_orders o WHERE o.user_id = ANY ($1::bigint[]) AND ${CLOSED} ORDER BY o.close_time DESC, o.id DESC LIMIT $2 OFFSET $3`,
    values: [int8(userIds), limit, offset],
  });
  return rows.map(toListed);
}
