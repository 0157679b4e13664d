// A user's orders as they are listed: only what is shown is read, for a page is asked for far more often than anything changes.

import type { CloseReason, Fill, ForexOrder, ForexStatus, ForexTerms } from '@fairtick/engine/types';
import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { labels } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { FOREX_ORDERS, type OrderPart, type OrderRow } from './columns.ts';

const SHOWN = [
  'id',
  'pair_id',
  'side',
  'quantity',
  'status',
  'multiple',
  'cont_num',
  'markup',
  'price_precision',
  'rate_pair_id',
  'rate_inverse',
  'margin',
  'fee',
  'target_price',
  'stop_loss',
  'take_profit',
  'created_time',
  'open_price',
  'open_rate',
  'open_time',
  'close_price',
  'close_time',
  'close_reason',
  'result',
  'cancelled_time',
] as const;
type Shown = (typeof SHOWN)[number];
type Row = OrderRow<Shown>;

/** As much of an order as is shown. A whole order is one too. */
export interface ShownOrder extends OrderPart<Shown> {
  readonly terms: Pick<ForexTerms, 'multiple' | 'contNum' | 'markup' | 'pricePrecision' | 'ratePairId' | 'rateInverse'>;
  readonly target: Pick<NonNullable<ForexOrder['target']>, 'price'> | undefined;
  readonly open: Pick<Fill, 'price' | 'rate' | 'time'> | undefined;
  readonly close: (Pick<Fill, 'price' | 'time'> & { readonly reason: CloseReason }) | undefined;
}

const { read } = FOREX_ORDERS;

function openOf(row: Row): ShownOrder['open'] {
  const [price, rate, time] = [read.open_price(row), read.open_rate(row), read.open_time(row)];
  return price === undefined || rate === undefined || time === undefined ? undefined : { price, rate, time };
}

function closeOf(row: Row): ShownOrder['close'] {
  const [price, time, reason] = [read.close_price(row), read.close_time(row), read.close_reason(row)];
  if (price === undefined || time === undefined || reason === undefined || reason === 'reset') return undefined;
  return { price, time, reason };
}

function targetOf(row: Row): ShownOrder['target'] {
  const price = read.target_price(row);
  return price === undefined ? undefined : { price };
}

const part = FOREX_ORDERS.flat(SHOWN);

const toShown = (row: Row): ShownOrder => ({
  ...part(row),
  terms: {
    multiple: read.multiple(row),
    contNum: read.cont_num(row),
    markup: read.markup(row),
    pricePrecision: read.price_precision(row),
    ratePairId: read.rate_pair_id(row),
    rateInverse: read.rate_inverse(row),
  },
  target: targetOf(row),
  open: openOf(row),
  close: closeOf(row),
});

// One statement, so that page and sums are of one moment. A page beyond the last has one row, without an order.
const LIST = `SELECT page.*, whole.total, whole.results
  FROM (SELECT count(*) AS total, coalesce(sum(result), 0) AS results FROM forex_orders
    WHERE user_id = $1 AND status = ANY($2::forex_status[])) whole
  LEFT JOIN LATERAL (SELECT ${FOREX_ORDERS.list(SHOWN)} FROM forex_orders WHERE user_id = $1 AND status = ANY($2::forex_status[])
    ORDER BY id DESC LIMIT $3 OFFSET $4) page ON true
  ORDER BY page.id DESC`;

/** One page of a user's orders, newest first, with the count and the sum of results over all pages. */
export async function listOrders(
  db: Queries,
  userId: Id,
  statuses: readonly ForexStatus[],
  limit: number,
  offset: number,
): Promise<{ orders: ShownOrder[]; total: number; results: bigint }> {
  const { rows } = await db.query<(Row | { id: null }) & { total: bigint; results: string }>({
    name: 'forex_list',
    text: LIST,
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

/** Orders of the user that wait or are open. */
export async function countForexOrders(db: Queries, userId: Id): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'forex_count_kept',
    text: `SELECT count(*)::int AS count FROM forex_orders WHERE user_id = $1 AND status IN ('pending', 'open')`,
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}
