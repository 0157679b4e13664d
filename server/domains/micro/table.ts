// Micro orders: the domain's only SQL.

import type { MicroDirection, MicroOrder, MicroOutcome, Realm } from '@fairtick/engine/types';
import { amount, price, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { type Column, int2, int4, int8, labels, numeric, text } from '../../platform/database/columns.ts';
import { newRows, type Statement, type Write } from '../../platform/database/statement.ts';
import type { Queries } from '../ledger/index.ts';

interface Row {
  id: bigint;
  realm: Realm;
  user_id: bigint;
  pair_id: number;
  direction: MicroDirection;
  stake: string;
  seconds: number;
  profit_ratio: string;
  loss_level: 0 | 1;
  price_precision: number;
  reserve: string;
  open_price: string;
  open_tick: bigint;
  accepted_time: bigint;
  expiry_time: bigint;
  status: 'open' | 'closed';
  outcome: MicroOutcome | null;
  end_price: string | null;
  end_tick: bigint | null;
  result: string;
  closed_time: bigint | null;
}

const toOrder = (row: Row): MicroOrder => ({
  ...toShown(row),
  realm: row.realm,
  userId: row.user_id,
  lossLevel: row.loss_level,
  reserve: amount(readUnits(row.reserve)),
  openTickIndex: Number(row.open_tick),
  endTickIndex: row.end_tick === null ? undefined : Number(row.end_tick),
  closedTime: row.closed_time === null ? undefined : Number(row.closed_time),
});

/** Open orders of these users and the orders named. Read after the owners' accounts are locked. */
export async function loadForBatch(tx: Queries, owners: readonly Id[], ids: readonly Id[]): Promise<MicroOrder[]> {
  const { rows } = await tx.query<Row>({
    name: 'micro_load_batch',
    text: `SELECT * FROM micro_orders WHERE user_id = ANY($1::bigint[]) AND status = 'open'
           UNION ALL
           SELECT * FROM micro_orders WHERE id = ANY($2::bigint[]) AND NOT (user_id = ANY($1::bigint[]) AND status = 'open')`,
    values: [int8(owners), int8(ids)],
  });
  return rows.map(toOrder);
}

export async function loadOpen(db: Queries): Promise<MicroOrder[]> {
  const { rows } = await db.query<Row>(`SELECT * FROM micro_orders WHERE status = 'open' ORDER BY id`);
  return rows.map(toOrder);
}

export async function findOwn(db: Queries, userId: Id, orderId: Id): Promise<MicroOrder | undefined> {
  const { rows } = await db.query<Row>({
    name: 'micro_find_own',
    text: 'SELECT * FROM micro_orders WHERE id = $1 AND user_id = $2',
    values: [orderId, userId],
  });
  return rows[0] && toOrder(rows[0]);
}

/** What settlement sets, in the order of the statement below. */
function settlement(orders: readonly MicroOrder[]): Record<string, Column> {
  const column = <T>(pick: (order: MicroOrder) => T): T[] => orders.map(pick);
  return {
    outcome: text(column((o) => o.outcome ?? null)),
    end_price: numeric(column((o) => o.endPrice ?? null)),
    end_tick: int8(column((o) => o.endTickIndex ?? null)),
    result: numeric(column((o) => o.result)),
    closed_time: int8(column((o) => o.closedTime ?? null)),
  };
}

/** Whole orders: what was placed may have ended within the same batch. */
export function insertOrders(orders: readonly MicroOrder[]): Write[] {
  if (orders.length === 0) return [];
  const column = <T>(pick: (order: MicroOrder) => T): T[] => orders.map(pick);
  return [
    newRows('micro_orders', {
      id: int8(column((o) => o.id)),
      realm: labels(column((o) => o.realm)),
      user_id: int8(column((o) => o.userId)),
      pair_id: int4(column((o) => o.pairId)),
      direction: text(column((o) => o.direction)),
      stake: numeric(column((o) => o.stake)),
      seconds: int4(column((o) => o.seconds)),
      profit_ratio: numeric(column((o) => o.profitRatio)),
      loss_level: int2(column((o) => o.lossLevel)),
      price_precision: int2(column((o) => o.pricePrecision)),
      reserve: numeric(column((o) => o.reserve)),
      open_price: numeric(column((o) => o.openPrice)),
      open_tick: int8(column((o) => o.openTickIndex)),
      accepted_time: int8(column((o) => o.acceptedTime)),
      expiry_time: int8(column((o) => o.expiryTime)),
      status: text(column((o) => o.status)),
      ...settlement(orders),
    }),
  ];
}

/** Writes settlements; a settled order can't be written again (a trigger refuses). */
export function settleOrders(orders: readonly MicroOrder[]): Statement[] {
  if (orders.length === 0) return [];
  return [
    {
      name: 'micro_settle',
      text: `UPDATE micro_orders o SET status = 'closed', outcome = c.outcome, end_price = c.end_price, end_tick = c.end_tick,
               result = c.result, closed_time = c.closed_time
             FROM unnest($1::bigint[], $2::text[], $3::numeric[], $4::bigint[], $5::numeric[], $6::bigint[])
               AS c (id, outcome, end_price, end_tick, result, closed_time)
             WHERE o.id = c.id AND o.id = ANY ($1)`,
      values: [int8(orders.map((o) => o.id)), ...Object.values(settlement(orders))],
    },
  ];
}

/** As much of an order as is listed; a whole order is one too. */
export type ShownMicro = Omit<
  MicroOrder,
  'realm' | 'userId' | 'lossLevel' | 'reserve' | 'openTickIndex' | 'endTickIndex' | 'closedTime'
>;
type ShownRow = Omit<Row, 'realm' | 'user_id' | 'loss_level' | 'reserve' | 'open_tick' | 'end_tick' | 'closed_time'>;
const SHOWN = `id, pair_id, direction, stake, seconds, profit_ratio, price_precision, open_price, accepted_time, expiry_time, status, outcome, end_price,
  result`;

const toShown = (row: ShownRow): ShownMicro => ({
  id: row.id,
  pairId: row.pair_id,
  direction: row.direction,
  stake: amount(readUnits(row.stake)),
  seconds: row.seconds,
  profitRatio: amount(readUnits(row.profit_ratio)),
  pricePrecision: row.price_precision,
  openPrice: price(readUnits(row.open_price)),
  acceptedTime: Number(row.accepted_time),
  expiryTime: Number(row.expiry_time),
  status: row.status,
  outcome: row.outcome ?? undefined,
  endPrice: row.end_price === null ? undefined : price(readUnits(row.end_price)),
  result: amount(readUnits(row.result)),
});

/** One page of a user's orders, newest first. */
export async function listOrders(
  db: Queries,
  userId: Id,
  status: 'open' | 'closed',
  limit: number,
  offset: number,
): Promise<{ orders: ShownMicro[]; total: number }> {
  // One statement, so that page and count are of one moment. A page beyond the last has one row, without an order.
  const { rows } = await db.query<(ShownRow | { id: null }) & { total: bigint }>({
    name: 'micro_list',
    text: `SELECT page.*, whole.total
           FROM (SELECT count(*) AS total FROM micro_orders WHERE user_id = $1 AND status = $2) whole
           LEFT JOIN LATERAL (SELECT ${SHOWN} FROM micro_orders WHERE user_id = $1 AND status = $2
             ORDER BY id DESC LIMIT $3 OFFSET $4) page ON true
           ORDER BY page.id DESC`,
    values: [userId, status, limit, offset],
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
