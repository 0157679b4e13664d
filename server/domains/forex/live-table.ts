// What is live, read at a start, and again of whom somebody looks at: only what a server needs of it, for there may be a million.

import type {
  Fill,
  FinancingNights,
  ForexOrder,
  ForexStatus,
  ForexTerms,
  Realm,
  RestingOrder,
  Side,
  TargetKind,
} from '@fairtick/engine/types';
import { amount, price, quantity, RATE_PLACES, rate, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import type { Queries } from '../ledger/index.ts';

/** As much of a live order as a server keeps: for the engine, for its user's figures and for the nights. A whole order is one too. */
export interface KeptOrder
  extends Omit<RestingOrder, 'terms' | 'open'>,
    Pick<ForexOrder, 'held' | 'openMarketTime' | 'financedThrough'> {
  readonly terms: KeptTerms;
  readonly open: Pick<Fill, 'price' | 'tickIndex' | 'rate'> | undefined;
}

type KeptTerms = RestingOrder['terms'] & Pick<ForexTerms, 'pricePrecision' | 'financingRate' | 'financingNights'>;

interface RestingRow {
  id: bigint;
  realm: Realm;
  user_id: bigint;
  pair_id: number;
  side: Side;
  quantity: string;
  status: ForexStatus;
  cont_num: string;
  markup: string;
  rate_pair_id: number | null;
  rate_inverse: boolean;
  margin: string;
  target_price: string | null;
  target_kind: TargetKind | null;
  stop_loss: string;
  take_profit: string;
  armed_index: bigint;
  open_price: string | null;
  open_tick: bigint | null;
}

export interface KeptRow extends RestingRow {
  price_precision: number;
  financing_rate: string;
  financing_nights: FinancingNights;
  held: string;
  open_rate: string | null;
  open_market_time: bigint | null;
  financed_through: bigint | null;
}

const RESTING = `id, realm, user_id, pair_id, side, quantity, status, cont_num, markup, rate_pair_id, rate_inverse, margin, target_price, target_kind,
  stop_loss, take_profit, armed_index, open_price, open_tick`;
const KEPT = `${RESTING}, price_precision, financing_rate, financing_nights, held, open_rate, open_market_time, financed_through`;

export const numberOf = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value));

const restingTerms = (row: RestingRow): RestingOrder['terms'] => ({
  contNum: quantity(readUnits(row.cont_num)),
  markup: price(readUnits(row.markup)),
  ratePairId: row.rate_pair_id ?? undefined,
  rateInverse: row.rate_inverse,
});

export const keptTerms = (row: KeptRow): KeptTerms => ({
  ...restingTerms(row),
  pricePrecision: row.price_precision,
  financingRate: amount(readUnits(row.financing_rate)),
  financingNights: row.financing_nights,
});

const toResting = (row: RestingRow, terms: RestingOrder['terms']): RestingOrder => ({
  id: row.id,
  realm: row.realm,
  userId: row.user_id,
  pairId: row.pair_id,
  side: row.side,
  quantity: quantity(readUnits(row.quantity)),
  status: row.status,
  terms,
  margin: amount(readUnits(row.margin)),
  target:
    row.target_price === null || row.target_kind === null
      ? undefined
      : { price: price(readUnits(row.target_price)), kind: row.target_kind },
  stopLoss: price(readUnits(row.stop_loss)),
  takeProfit: price(readUnits(row.take_profit)),
  armedIndex: Number(row.armed_index),
  open:
    row.open_price === null || row.open_tick === null
      ? undefined
      : { price: price(readUnits(row.open_price)), tickIndex: Number(row.open_tick) },
});

export function toKept(row: KeptRow, terms: KeptTerms): KeptOrder {
  const resting = toResting(row, terms);
  const { open } = resting;
  return {
    ...resting,
    terms,
    held: amount(readUnits(row.held)),
    open: open && row.open_rate !== null ? { ...open, rate: rate(readUnits(row.open_rate, RATE_PLACES)) } : undefined,
    openMarketTime: numberOf(row.open_market_time),
    financedThrough: numberOf(row.financed_through),
  };
}

/** Orders read at once: a page is gone through while the next is on its way. */
const LIVE_PAGE = 1_000;
/** A start on a busy machine must not begin anew because a page took long: nobody is served before it is done. */
const LIVE_LIMIT_MS = 60_000;

/**
 * Every live order as of now, in pages and no particular order: what the engine is rebuilt from. Reads through a cursor of the transaction that is
 * open, so that nobody holds them twice.
 */
export async function* readLive(tx: Queries): AsyncGenerator<readonly RestingOrder[]> {
  await tx.query(
    `SET LOCAL statement_timeout = ${LIVE_LIMIT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${LIVE_LIMIT_MS};
     DECLARE live_orders NO SCROLL CURSOR FOR SELECT ${RESTING} FROM forex_orders WHERE status IN ('pending', 'open')`,
  );
  const page = { text: `FETCH ${LIVE_PAGE} FROM live_orders`, query_timeout: LIVE_LIMIT_MS };
  const next = async (): Promise<readonly RestingRow[]> => (await tx.query<RestingRow>(page)).rows;
  for (let coming = next(); ; ) {
    const rows = await coming;
    if (rows.length === 0) return;
    coming = next();
    // Whoever stops in between has no use for what still comes, nor for its failure.
    coming.catch(() => {});
    yield rows.map((row) => toResting(row, restingTerms(row)));
  }
}

/** Positions that a night may take something from, as of now. After `readLive` in its transaction, for it too goes through all that is live. */
export async function readFinanced(tx: Queries): Promise<KeptOrder[]> {
  const statement = {
    name: 'forex_financed',
    text: `SELECT ${KEPT} FROM forex_orders WHERE status = 'open' AND financing_rate <> 0`,
    query_timeout: LIVE_LIMIT_MS,
  };
  const { rows } = await tx.query<KeptRow>(statement);
  return rows.map((row) => toKept(row, keptTerms(row)));
}

/** Live orders of these users as of now, oldest first. */
export async function readLiveOf(db: Queries, userIds: readonly Id[]): Promise<KeptOrder[]> {
  const { rows } = await db.query<KeptRow>({
    name: 'forex_live_of',
    text: `SELECT ${KEPT} FROM forex_orders WHERE user_id = ANY($1::bigint[]) AND status IN ('pending', 'open') ORDER BY id`,
    values: [int8(userIds)],
  });
  return rows.map((row) => toKept(row, keptTerms(row)));
}
