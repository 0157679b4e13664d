// A user's orders as they are listed: only what is shown is read, for a page is asked for far more often than anything changes.

import type { CloseReason, Fill, ForexOrder, ForexStatus, ForexTerms, Side } from '@fairtick/engine/types';
import { amount, price, quantity, RATE_PLACES, rate, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { labels } from '../../platform/database/columns.ts';
import type { Queries } from '../ledger/index.ts';

/** As much of an order as is shown. A whole order is one too. */
export interface ShownOrder
  extends Pick<
    ForexOrder,
    | 'id'
    | 'pairId'
    | 'side'
    | 'quantity'
    | 'status'
    | 'margin'
    | 'fee'
    | 'stopLoss'
    | 'takeProfit'
    | 'createdTime'
    | 'result'
    | 'cancelledTime'
  > {
  readonly terms: Pick<ForexTerms, 'multiple' | 'contNum' | 'markup' | 'pricePrecision' | 'ratePairId' | 'rateInverse'>;
  readonly target: Pick<NonNullable<ForexOrder['target']>, 'price'> | undefined;
  readonly open: Pick<Fill, 'price' | 'rate' | 'time'> | undefined;
  readonly close: (Pick<Fill, 'price' | 'time'> & { readonly reason: CloseReason }) | undefined;
}

interface Row {
  id: bigint;
  pair_id: number;
  side: Side;
  quantity: string;
  status: ForexStatus;
  multiple: number;
  cont_num: string;
  markup: string;
  price_precision: number;
  rate_pair_id: number | null;
  rate_inverse: boolean;
  margin: string;
  fee: string;
  target_price: string | null;
  stop_loss: string;
  take_profit: string;
  created_time: bigint;
  open_price: string | null;
  open_rate: string | null;
  open_time: bigint | null;
  close_price: string | null;
  close_time: bigint | null;
  close_reason: CloseReason | 'reset' | null;
  result: string;
  cancelled_time: bigint | null;
}

const COLUMNS = `id, pair_id, side, quantity, status, multiple, cont_num, markup, price_precision, rate_pair_id, rate_inverse, margin, fee, target_price,
  stop_loss, take_profit, created_time, open_price, open_rate, open_time, close_price, close_time, close_reason, result, cancelled_time`;

const openOf = ({ open_price, open_rate, open_time }: Row): ShownOrder['open'] =>
  open_price === null || open_rate === null || open_time === null
    ? undefined
    : { price: price(readUnits(open_price)), rate: rate(readUnits(open_rate, RATE_PLACES)), time: Number(open_time) };

const closeOf = ({ close_price, close_time, close_reason }: Row): ShownOrder['close'] =>
  close_price === null || close_time === null || close_reason === null || close_reason === 'reset'
    ? undefined
    : { price: price(readUnits(close_price)), time: Number(close_time), reason: close_reason };

const toShown = (row: Row): ShownOrder => ({
  id: row.id,
  pairId: row.pair_id,
  side: row.side,
  quantity: quantity(readUnits(row.quantity)),
  terms: {
    multiple: row.multiple,
    contNum: quantity(readUnits(row.cont_num)),
    markup: price(readUnits(row.markup)),
    pricePrecision: row.price_precision,
    ratePairId: row.rate_pair_id ?? undefined,
    rateInverse: row.rate_inverse,
  },
  status: row.status,
  margin: amount(readUnits(row.margin)),
  fee: amount(readUnits(row.fee)),
  target: row.target_price === null ? undefined : { price: price(readUnits(row.target_price)) },
  stopLoss: price(readUnits(row.stop_loss)),
  takeProfit: price(readUnits(row.take_profit)),
  createdTime: Number(row.created_time),
  open: openOf(row),
  close: closeOf(row),
  result: amount(readUnits(row.result)),
  cancelledTime: row.cancelled_time === null ? undefined : Number(row.cancelled_time),
});

/** One page of a user's orders, newest first, with the count and the sum of results over all pages. */
export async function listOrders(
  db: Queries,
  userId: Id,
  statuses: readonly ForexStatus[],
  limit: number,
  offset: number,
): Promise<{ orders: ShownOrder[]; total: number; results: bigint }> {
  // One statement, so that page and sums are of one moment. A page beyond the last has one row, without an order.
  const { rows } = await db.query<(Row | { id: null }) & { total: bigint; results: string }>({
    name: 'forex_list',
    text: `SELECT page.*, whole.total, whole.results
           FROM (SELECT count(*) AS total, coalesce(sum(result), 0) AS results FROM forex_orders
             WHERE user_id = $1 AND status = ANY($2::forex_status[])) whole
           LEFT JOIN LATERAL (SELECT ${COLUMNS} FROM forex_orders WHERE user_id = $1 AND status = ANY($2::forex_status[])
             ORDER BY id DESC LIMIT $3 OFFSET $4) page ON true
           ORDER BY page.id DESC`,
    values: [userId, labels(statuses), limit, offset],
  });
  return {
    orders: rows.flatMap((row) => (row.id === null ? [] : [toShown(row)])),
    total: Number(rows[0]?.total ?? 0n),
    results: readUnits(rows[0]?.results ?? '0'),
  };
}

/** Sum of results of positions closed at or after `sinceMs`. */
export async function resultsSince(db: Queries, userId: Id, sinceMs: number): Promise<bigint> {
  const { rows } = await db.query<{ results: string }>({
    name: 'forex_results_since',
    text: `SELECT coalesce(sum(result), 0) AS results FROM forex_orders WHERE user_id = $1 AND status = 'closed' AND close_time >= $2`,
    values: [userId, sinceMs],
  });
  return readUnits(rows[0]?.results ?? '0');
}
