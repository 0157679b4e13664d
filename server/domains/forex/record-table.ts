// Orders as a trader's record is made of them: of some users, what closed, with what nights took; read for figures and never for a decision on money.

import type { ForexTerms, Side } from '@fairtick/engine/types';
import { price, quantity, RATE_PLACES, type Rate, rate, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';

/** What nights took of the order `o`. */
const NIGHTS = '(SELECT coalesce(sum(f.taken), 0) FROM forex_financing f WHERE f.order_id = o.id)';
/** Of one's own: a copy is another's decision. A demo reset ends a position without a price: that is no closing. */
const CLOSED = `o.status = 'closed' AND o.close_reason <> 'reset' AND o.origin_id IS NULL`;

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

interface ListedRow extends Omit<Row, 'close_time'> {
  readonly close_time: bigint | null;
  readonly side: Side;
  readonly quantity: string;
  readonly created_time: bigint;
  readonly price_precision: number;
  readonly target_price: string | null;
  readonly open_price: string;
  readonly close_price: string | null;
  readonly cont_num: string;
  readonly markup: string;
  readonly open_rate: string;
  readonly rate_pair_id: number | null;
  readonly rate_inverse: boolean;
  readonly origin_id: Id | null;
}

/** An order that was filled, as it is shown in a list. Prices in 1e-8; `closeTime` and `close` are undefined while it is open. */
export interface Listed extends Omit<ClosedRow, 'closeTime'> {
  readonly closeTime: number | undefined;
  readonly isCopy: boolean;
  /** What an open one's result is worked out by. */
  readonly terms: Pick<ForexTerms, 'contNum' | 'markup' | 'ratePairId' | 'rateInverse'>;
  readonly openRate: Rate;
  readonly side: Side;
  readonly quantity: bigint;
  readonly createdTime: number;
  readonly pricePrecision: number;
  readonly target: bigint | undefined;
  readonly open: bigint;
  readonly close: bigint | undefined;
}

const toListed = (row: ListedRow): Listed => ({
  ...toClosed({ ...row, close_time: row.close_time ?? 0n }),
  closeTime: row.close_time === null ? undefined : Number(row.close_time),
  isCopy: row.origin_id !== null,
  terms: {
    contNum: quantity(readUnits(row.cont_num)),
    markup: price(readUnits(row.markup)),
    ratePairId: row.rate_pair_id ?? undefined,
    rateInverse: row.rate_inverse,
  },
  openRate: rate(readUnits(row.open_rate, RATE_PLACES)),
  side: row.side,
  quantity: readUnits(row.quantity),
  createdTime: Number(row.created_time),
  pricePrecision: row.price_precision,
  target: row.target_price === null ? undefined : readUnits(row.target_price),
  open: readUnits(row.open_price),
  close: row.close_price === null ? undefined : readUnits(row.close_price),
});

/** Which orders: of these users their own, or those of these relations. */
export type Whose = { readonly users: readonly Id[] } | { readonly follows: readonly Id[] };

const LISTED = `${COLUMNS}, o.side::text AS side, o.quantity, o.created_time, o.price_precision, o.target_price, o.open_price, o.close_price, o.cont_num,
  o.markup, o.open_rate, o.rate_pair_id, o.rate_inverse, o.origin_id`;

/** One page of what was filled, and how many there are in all: open ones by opening, closed ones by closing, the newest first. */
export async function listFilled(
  db: Queries,
  whose: Whose,
  { open, limit, offset }: { readonly open: boolean; readonly limit: number; readonly offset: number },
): Promise<{ readonly orders: readonly Listed[]; readonly total: number }> {
  const own = 'users' in whose;
  const status = open ? `o.status = 'open'` : `o.status = 'closed' AND o.close_reason <> 'reset'`;
  const where = `${own ? 'o.user_id = ANY ($1::bigint[]) AND o.origin_id IS NULL' : 'o.follow_id = ANY ($1::bigint[])'} AND ${status}`;
  const name = `${own ? 'own' : 'copies'}_${open ? 'open' : 'closed'}`;
  const ids = int8(own ? whose.users : whose.follows);
  const [page, count] = await Promise.all([
    db.query<ListedRow>({
      name: `forex_listed_${name}`,
      text: `SELECT ${LISTED} FROM forex_orders o WHERE ${where} ORDER BY o.${open ? 'open_time' : 'close_time'} DESC, o.id DESC LIMIT $2 OFFSET $3`,
      values: [ids, limit, offset],
    }),
    db.query<{ total: number }>({
      name: `forex_count_${name}`,
      text: `SELECT count(*)::int AS total FROM forex_orders o WHERE ${where}`,
      values: [ids],
    }),
  ]);
  return { orders: page.rows.map(toListed), total: count.rows[0]?.total ?? 0 };
}

/** What open copies of one follower have cost, by relation: fees and nights. */
export async function copyCosts(db: Queries, userId: Id): Promise<ReadonlyMap<Id, bigint>> {
  const { rows } = await db.query<{ follow_id: Id; costs: string }>({
    name: 'forex_copy_costs',
    text: `SELECT o.follow_id, sum(o.fee + ${NIGHTS}) AS costs FROM forex_orders o
           WHERE o.user_id = $1 AND o.follow_id IS NOT NULL AND o.status = 'open' GROUP BY o.follow_id`,
    values: [userId],
  });
  return new Map(rows.map((row) => [row.follow_id, readUnits(row.costs)]));
}
