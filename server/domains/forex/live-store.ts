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

export interface KeptRow {
  id: bigint;
  realm: Realm;
  user_id: bigint;
  pair_id: number;
  side: Side;
  quantity: string;
  status: ForexStatus;
  cont_num: string;
  markup: string;
  price_precision: number;
  rate_pair_id: number | null;
  rate_inverse: boolean;
  financing_rate: string;
  financing_nights: FinancingNights;
  margin: string;
  held: string;
  target_price: string | null;
  target_kind: TargetKind | null;
  stop_loss: string;
  take_profit: string;
  armed_index: bigint;
  open_price: string | null;
  open_tick: bigint | null;
  open_rate: string | null;
  open_market_time: bigint | null;
  financed_through: bigint | null;
}

const COLUMNS = `id, realm, user_id, pair_id, side, quantity, status, cont_num, markup, price_precision, rate_pair_id, rate_inverse, financing_rate,
  financing_nights, margin, held, target_price, target_kind, stop_loss, take_profit, armed_index, open_price, open_tick, open_rate, open_market_time,
  financed_through`;

export const numberOf = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value));

export const keptTerms = (row: KeptRow): KeptTerms => ({
  contNum: quantity(readUnits(row.cont_num)),
  markup: price(readUnits(row.markup)),
  pricePrecision: row.price_precision,
  ratePairId: row.rate_pair_id ?? undefined,
  rateInverse: row.rate_inverse,
  financingRate: amount(readUnits(row.financing_rate)),
  financingNights: row.financing_nights,
});

/** The same for the same terms. */
const termsKey = (row: KeptRow): string =>
  `${row.cont_num} ${row.markup} ${row.price_precision} ${row.rate_pair_id} ${row.rate_inverse} ${row.financing_rate} ${row.financing_nights}`;

/** Terms of rows, equal ones as one object. */
function sharedTerms(): (row: KeptRow) => KeptTerms {
  const known = new Map<string, KeptTerms>();
  return (row) => {
    const key = termsKey(row);
    const terms = known.get(key) ?? keptTerms(row);
    known.set(key, terms);
    return terms;
  };
}

const openOf = ({ open_price, open_tick, open_rate }: KeptRow): KeptOrder['open'] =>
  open_price === null || open_tick === null || open_rate === null
    ? undefined
    : {
        price: price(readUnits(open_price)),
        tickIndex: Number(open_tick),
        rate: rate(readUnits(open_rate, RATE_PLACES)),
      };

export const toKept = (row: KeptRow, terms: KeptTerms): KeptOrder => ({
  id: row.id,
  realm: row.realm,
  userId: row.user_id,
  pairId: row.pair_id,
  side: row.side,
  quantity: quantity(readUnits(row.quantity)),
  status: row.status,
  terms,
  margin: amount(readUnits(row.margin)),
  held: amount(readUnits(row.held)),
  target:
    row.target_price === null || row.target_kind === null
      ? undefined
      : { price: price(readUnits(row.target_price)), kind: row.target_kind },
  stopLoss: price(readUnits(row.stop_loss)),
  takeProfit: price(readUnits(row.take_profit)),
  armedIndex: Number(row.armed_index),
  open: openOf(row),
  openMarketTime: numberOf(row.open_market_time),
  financedThrough: numberOf(row.financed_through),
});

/** Orders read at once: a page is gone through while the next is on its way. */
const LIVE_PAGE = 1_000;
/** A start on a busy machine must not begin anew because a page took long: nobody is served before it is done. */
const LIVE_LIMIT_MS = 60_000;

/**
 * Every live order as of now, in pages and no particular order: what the engine is rebuilt from. Reads through a cursor of the transaction that is
 * open, so that nobody holds them twice; equal terms are one object.
 */
export async function* readLive(tx: Queries): AsyncGenerator<readonly KeptOrder[]> {
  const shared = sharedTerms();
  await tx.query(
    `SET LOCAL statement_timeout = ${LIVE_LIMIT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${LIVE_LIMIT_MS};
     DECLARE live_orders NO SCROLL CURSOR FOR SELECT ${COLUMNS} FROM forex_orders WHERE status IN ('pending', 'open')`,
  );
  const page = { text: `FETCH ${LIVE_PAGE} FROM live_orders`, query_timeout: LIVE_LIMIT_MS };
  const next = async (): Promise<readonly KeptRow[]> => (await tx.query<KeptRow>(page)).rows;
  for (let coming = next(); ; ) {
    const rows = await coming;
    if (rows.length === 0) return;
    coming = next();
    // Whoever stops in between has no use for what still comes, nor for its failure.
    coming.catch(() => {});
    yield rows.map((row) => toKept(row, shared(row)));
  }
}

/** Live orders of these users as of now, oldest first. */
export async function readLiveOf(db: Queries, userIds: readonly Id[]): Promise<KeptOrder[]> {
  const { rows } = await db.query<KeptRow>({
    name: 'forex_live_of',
    text: `SELECT ${COLUMNS} FROM forex_orders WHERE user_id = ANY($1::bigint[]) AND status IN ('pending', 'open') ORDER BY id`,
    values: [int8(userIds)],
  });
  const shared = sharedTerms();
  return rows.map((row) => toKept(row, shared(row)));
}
