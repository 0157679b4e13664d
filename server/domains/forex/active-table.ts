// Reads active orders: all of them at a start, one user's when their figures are shown. Only the columns that a server keeps, for there may be a million orders.

import type { Fill, ForexTerms, RestingOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { inPages } from '../../platform/database/tables/cursor.ts';
import { select } from '../../platform/database/tables/select.ts';
import { all } from '../../platform/database/tables/where.ts';
import { FOREX_ORDERS, type OrderPart, type OrderRow } from './columns.ts';

const RESTING = [
  'id',
  'realm',
  'user_id',
  'pair_id',
  'side',
  'quantity',
  'status',
  'cont_num',
  'markup',
  'rate_pair_id',
  'rate_inverse',
  'margin',
  'target_price',
  'target_kind',
  'stop_loss',
  'take_profit',
  'armed_index',
  'open_price',
  'open_tick',
] as const;
const KEPT = [
  ...RESTING,
  'price_precision',
  'financing_rate',
  'financing_nights',
  'held',
  'open_rate',
  'open_market_time',
  'financed_through',
  'origin_id',
  'follow_id',
] as const;
type RestingRow = OrderRow<(typeof RESTING)[number]>;
type KeptColumn = (typeof KEPT)[number];
type KeptRow = OrderRow<KeptColumn>;

/** The columns of an active order that a server keeps: for the engine, for its user's figures and for the nights. A whole order is one too. */
export interface KeptOrder
  extends Omit<OrderPart<KeptColumn>, 'originId' | 'followId'>,
    Pick<RestingOrder, 'target' | 'originId' | 'followId'> {
  readonly terms: KeptTerms;
  readonly open: Pick<Fill, 'price' | 'tickIndex' | 'rate'> | undefined;
}

type KeptTerms = RestingOrder['terms'] & Pick<ForexTerms, 'pricePrecision' | 'financingRate' | 'financingNights'>;

const { read } = FOREX_ORDERS;

function restingTerms(row: RestingRow): RestingOrder['terms'] {
  return {
    contNum: read.cont_num(row),
    markup: read.markup(row),
    ratePairId: read.rate_pair_id(row),
    rateInverse: read.rate_inverse(row),
  };
}

export const keptTerms = (row: KeptRow): KeptTerms => ({
  ...restingTerms(row),
  pricePrecision: read.price_precision(row),
  financingRate: read.financing_rate(row),
  financingNights: read.financing_nights(row),
});

export function targetOf(row: OrderRow<'target_price' | 'target_kind'>): RestingOrder['target'] {
  const [price, kind] = [read.target_price(row), read.target_kind(row)];
  return price === undefined || kind === undefined ? undefined : { price, kind };
}

const restingPart = FOREX_ORDERS.flat(RESTING);

const toResting = (row: RestingRow): RestingOrder => ({
  ...restingPart(row),
  terms: restingTerms(row),
  target: targetOf(row),
  open: opened(row),
});

function opened(row: OrderRow<'open_price' | 'open_tick'>): RestingOrder['open'] {
  const [price, tickIndex] = [read.open_price(row), read.open_tick(row)];
  return price === undefined || tickIndex === undefined ? undefined : { price, tickIndex };
}

const keptPart = FOREX_ORDERS.flat(KEPT);

function toKept(row: KeptRow): KeptOrder {
  const open = opened(row);
  const rate = read.open_rate(row);
  return {
    ...keptPart(row),
    terms: keptTerms(row),
    target: targetOf(row),
    open: open && rate !== undefined ? { ...open, rate } : undefined,
  };
}

const ACTIVE = FOREX_ORDERS.isAmong('status', ['pending', 'open']);
/** On a busy machine one page may take long. The start waits for it: users are served only after all is read. */
const READ_LIMIT_MS = 60_000;

const ALL_ACTIVE = select(FOREX_ORDERS, { columns: RESTING }, ACTIVE);

/** Every active order as of now, in pages and no particular order: what the engine is rebuilt from. */
export async function* readActive(tx: Queries): AsyncGenerator<readonly RestingOrder[]> {
  for await (const rows of inPages(tx, 'live_orders', ALL_ACTIVE, READ_LIMIT_MS)) yield rows.map(toResting);
}

const FINANCED = select(
  FOREX_ORDERS,
  { name: 'forex_financed', columns: KEPT, limitMs: READ_LIMIT_MS },
  all(FOREX_ORDERS.isAmong('status', ['open']), FOREX_ORDERS.isNotZero('financing_rate')),
);

/** Positions that a night may take something from, as of now. After `readActive` in its transaction, for it too goes through all active orders. */
export async function readFinanced(tx: Queries): Promise<KeptOrder[]> {
  return (await FINANCED.rows(tx, {})).map(toKept);
}

const ACTIVE_OF = select(
  FOREX_ORDERS,
  { name: 'forex_live_of', columns: KEPT, order: ['id'] },
  all(FOREX_ORDERS.isIn('user_id'), ACTIVE),
);

/** Active orders of these users as of now, oldest first. */
export async function readActiveOf(db: Queries, userIds: readonly Id[]): Promise<KeptOrder[]> {
  return (await ACTIVE_OF.rows(db, { user_id: userIds })).map(toKept);
}
