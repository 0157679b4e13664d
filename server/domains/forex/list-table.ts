// A user's orders as they are listed: only what is shown is read, for a page is asked for far more often than anything changes.

import type { CloseReason, Fill, ForexOrder, ForexStatus, ForexTerms } from '@fairtick/engine/types';
import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { labels } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { FOREX_ORDERS, type OrderPart, type OrderRow } from './columns.ts';

const SHOWN = [
  'id',
  'origin_id',
  'follow_id',
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
  'cancel_reason',
] as const;
type Shown = (typeof SHOWN)[number];
type Row = OrderRow<Shown>;

/** As much of an order as is shown. A whole order is one too. */
export interface ShownOrder
  extends Omit<OrderPart<Shown>, 'originId' | 'followId' | 'cancelCause'>,
    Pick<ForexOrder, 'originId' | 'followId' | 'cancelCause'> {
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

/** An order of a list, with the nights taken from it so far. */
export interface ListedOrder extends ShownOrder {
  readonly nights: bigint;
}

type ListRow = ((Row & { readonly nights: string }) | { readonly id: null }) & {
  readonly total: bigint;
  readonly results: string;
  readonly costs: string;
};

/** Copies alone, or none of them, where that is asked for. */
const CHOSEN = '($5::boolean IS NULL OR (origin_id IS NOT NULL) = $5)';

// One statement, so that page and sums are of one moment. A page beyond the last has one row, without an order.
const LIST = `SELECT page.*, whole.total, whole.results, whole.costs
  FROM (SELECT count(*) AS total, coalesce(sum(result), 0) AS results,
      coalesce(sum(fee + (SELECT coalesce(sum(taken), 0) FROM forex_financing WHERE order_id = forex_orders.id))
        FILTER (WHERE status IN ('open', 'closed')), 0) AS costs
    FROM forex_orders WHERE user_id = $1 AND status = ANY($2::forex_status[]) AND ${CHOSEN}) whole
  LEFT JOIN LATERAL (SELECT ${FOREX_ORDERS.list(SHOWN)},
      (SELECT coalesce(sum(taken), 0) FROM forex_financing WHERE order_id = forex_orders.id) AS nights
    FROM forex_orders WHERE user_id = $1 AND status = ANY($2::forex_status[]) AND ${CHOSEN}
    ORDER BY id DESC LIMIT $3 OFFSET $4) page ON true
  ORDER BY page.id DESC`;

/**
 * One page of a user's orders, newest first, with their count, and sums over all pages: booked results, and `costs`, which are fees and nights.
 * `copies`: true copies alone, false none of them.
 * A fee is paid when an order opens: one that waits, or waited in vain, has paid none.
 */
export async function listOrders(
  db: Queries,
  userId: Id,
  statuses: readonly ForexStatus[],
  limit: number,
  offset: number,
  copies?: boolean,
): Promise<{ orders: ListedOrder[]; total: number; results: bigint; costs: bigint }> {
  const { rows } = await db.query<ListRow>({
    name: 'forex_list',
    text: LIST,
    values: [userId, labels(statuses), limit, offset, copies ?? null],
  });
  return {
    orders: rows.flatMap((row) => (row.id === null ? [] : [{ ...toShown(row), nights: readUnits(row.nights) }])),
    total: Number(rows[0]?.total ?? 0n),
    results: readUnits(rows[0]?.results ?? '0'),
    costs: readUnits(rows[0]?.costs ?? '0'),
  };
}

/** At or after `sinceMs`: results of positions that closed, less the fees of those that opened and what nights took. */
export async function resultsSince(db: Queries, userId: Id, sinceMs: number): Promise<bigint> {
  const { rows } = await db.query<{ results: string }>({
    name: 'forex_results_since',
    text: `SELECT coalesce(sum(CASE WHEN status = 'closed' AND close_time >= $2 THEN result ELSE 0 END
        - CASE WHEN open_time >= $2 THEN fee ELSE 0 END
        - (SELECT coalesce(sum(taken), 0) FROM forex_financing WHERE order_id = forex_orders.id AND time >= $2)), 0) AS results
      FROM forex_orders WHERE user_id = $1 AND (status = 'open' OR status = 'closed' AND close_time >= $2)`,
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
