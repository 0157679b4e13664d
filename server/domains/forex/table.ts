// Forex orders and the house's exposure, as a batch reads and writes them.

import type { CloseReason, Fill, ForexOrder, ForexTerms, Realm } from '@fairtick/engine/types';
import { amount, price, RATE_PLACES, type Rate, rate, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { bool, type Column, int2, int4, int8, labels, numeric, text } from '../../platform/database/columns.ts';
import { newRows, type Statement, type Write } from '../../platform/database/statement.ts';
import type { Queries } from '../ledger/index.ts';
import { type KeptRow, keptTerms, numberOf, toKept } from './live-table.ts';
import type { FinancingCharge } from './rules/state.ts';

interface Row extends KeptRow {
  multiple: number;
  margin_mode: 1 | 2;
  fee_type: 1 | 2;
  fee_rate: string;
  placed_rate: string;
  placed_rate_tick: bigint | null;
  fee: string;
  created_time: bigint;
  open_rate_tick: bigint | null;
  open_time: bigint | null;
  close_price: string | null;
  close_tick: bigint | null;
  close_rate: string | null;
  close_rate_tick: bigint | null;
  close_time: bigint | null;
  close_reason: CloseReason | 'reset' | null;
  result: string;
  cancelled_time: bigint | null;
}

function fillOf(
  priceText: string | null,
  tick: bigint | null,
  rateText: string | null,
  rateTick: bigint | null,
  time: bigint | null,
): Fill | undefined {
  if (priceText === null || tick === null || rateText === null || time === null) return undefined;
  return {
    price: price(readUnits(priceText)),
    tickIndex: Number(tick),
    rate: rate(readUnits(rateText, RATE_PLACES)),
    rateTickIndex: numberOf(rateTick),
    time: Number(time),
  };
}

const termsOf = (row: Row): ForexTerms => ({
  ...keptTerms(row),
  multiple: row.multiple,
  marginMode: row.margin_mode,
  feeType: row.fee_type,
  feeRate: amount(readUnits(row.fee_rate)),
});

function toOrder(row: Row): ForexOrder {
  const close = fillOf(row.close_price, row.close_tick, row.close_rate, row.close_rate_tick, row.close_time);
  const reason = row.close_reason;
  const terms = termsOf(row);
  return {
    ...toKept(row, terms),
    terms,
    fee: amount(readUnits(row.fee)),
    createdTime: Number(row.created_time),
    placed: { rate: rate(readUnits(row.placed_rate, RATE_PLACES)), rateTickIndex: numberOf(row.placed_rate_tick) },
    open: fillOf(row.open_price, row.open_tick, row.open_rate, row.open_rate_tick, row.open_time),
    close: close && reason !== null && reason !== 'reset' ? { ...close, reason } : undefined,
    result: amount(readUnits(row.result)),
    cancelledTime: numberOf(row.cancelled_time),
  };
}

/** Live orders of these users and the orders named, whoever owns them. Read after the owners' accounts are locked. */
export async function loadForBatch(tx: Queries, owners: readonly Id[], ids: readonly Id[]): Promise<ForexOrder[]> {
  const { rows } = await tx.query<Row>({
    name: 'forex_load_batch',
    text: `SELECT * FROM forex_orders WHERE user_id = ANY($1::bigint[]) AND status IN ('pending', 'open')
           UNION ALL
           SELECT * FROM forex_orders WHERE id = ANY($2::bigint[]) AND NOT (user_id = ANY($1::bigint[]) AND status IN ('pending', 'open'))`,
    values: [int8(owners), int8(ids)],
  });
  return rows.map((row) => toOrder(row));
}

export async function findOwn(db: Queries, userId: Id, orderId: Id): Promise<ForexOrder | undefined> {
  const { rows } = await db.query<Row>({
    name: 'forex_find_own',
    text: 'SELECT * FROM forex_orders WHERE id = $1 AND user_id = $2',
    values: [orderId, userId],
  });
  return rows[0] && toOrder(rows[0]);
}

export async function loadExposure(
  tx: Queries,
  realms: readonly Realm[],
): Promise<{ realm: Realm; pairId: number; net: bigint }[]> {
  const { rows } = await tx.query<{ realm: Realm; pair_id: number; net_quantity: string }>({
    name: 'forex_exposure',
    text: 'SELECT realm, pair_id, net_quantity FROM house_exposure WHERE realm = ANY($1::realm[])',
    values: [labels(realms)],
  });
  return rows.map((row) => ({ realm: row.realm, pairId: row.pair_id, net: readUnits(row.net_quantity) }));
}

/** The columns that may change, in the order of the statement below. */
function changing(orders: readonly ForexOrder[]): Record<string, Column> {
  const column = <T>(pick: (order: ForexOrder) => T): T[] => orders.map(pick);
  return {
    status: labels(column((o) => o.status)),
    held: numeric(column((o) => o.held)),
    stop_loss: numeric(column((o) => o.stopLoss)),
    take_profit: numeric(column((o) => o.takeProfit)),
    armed_index: int8(column((o) => o.armedIndex)),
    open_price: numeric(column((o) => o.open?.price ?? null)),
    open_tick: int8(column((o) => o.open?.tickIndex ?? null)),
    open_rate: rates(column((o) => o.open?.rate ?? null)),
    open_rate_tick: int8(column((o) => o.open?.rateTickIndex ?? null)),
    open_time: int8(column((o) => o.open?.time ?? null)),
    close_price: numeric(column((o) => o.close?.price ?? null)),
    close_tick: int8(column((o) => o.close?.tickIndex ?? null)),
    close_rate: rates(column((o) => o.close?.rate ?? null)),
    close_rate_tick: int8(column((o) => o.close?.rateTickIndex ?? null)),
    close_time: int8(column((o) => o.close?.time ?? null)),
    close_reason: labels(column((o) => (o.status === 'closed' ? (o.close?.reason ?? 'reset') : null))),
    result: numeric(column((o) => o.result)),
    cancelled_time: int8(column((o) => o.cancelledTime ?? null)),
    open_market_time: int8(column((o) => o.openMarketTime ?? null)),
    financed_through: int8(column((o) => o.financedThrough ?? null)),
  };
}

const rates = (values: readonly (Rate | null)[]): Column => numeric(values, RATE_PLACES);

/** Whole orders: what was placed may have ended within the same batch. */
export function insertOrders(orders: readonly ForexOrder[]): Write[] {
  if (orders.length === 0) return [];
  const column = <T>(pick: (order: ForexOrder) => T): T[] => orders.map(pick);
  return [
    newRows('forex_orders', {
      id: int8(column((o) => o.id)),
      realm: labels(column((o) => o.realm)),
      user_id: int8(column((o) => o.userId)),
      pair_id: int4(column((o) => o.pairId)),
      side: labels(column((o) => o.side)),
      quantity: numeric(column((o) => o.quantity)),
      multiple: int4(column((o) => o.terms.multiple)),
      margin_mode: int2(column((o) => o.terms.marginMode)),
      cont_num: numeric(column((o) => o.terms.contNum)),
      fee_type: int2(column((o) => o.terms.feeType)),
      fee_rate: numeric(column((o) => o.terms.feeRate)),
      markup: numeric(column((o) => o.terms.markup)),
      price_precision: int2(column((o) => o.terms.pricePrecision)),
      rate_pair_id: int4(column((o) => o.terms.ratePairId ?? null)),
      rate_inverse: bool(column((o) => o.terms.rateInverse)),
      placed_rate: rates(column((o) => o.placed.rate)),
      placed_rate_tick: int8(column((o) => o.placed.rateTickIndex ?? null)),
      margin: numeric(column((o) => o.margin)),
      fee: numeric(column((o) => o.fee)),
      target_price: numeric(column((o) => o.target?.price ?? null)),
      target_kind: text(column((o) => o.target?.kind ?? null)),
      created_time: int8(column((o) => o.createdTime)),
      financing_rate: numeric(column((o) => o.terms.financingRate)),
      financing_nights: text(column((o) => o.terms.financingNights)),
      ...changing(orders),
    }),
  ];
}

/** Writes what may change of live orders. The terms have no UPDATE right at all. */
export function updateOrders(orders: readonly ForexOrder[]): Statement[] {
  if (orders.length === 0) return [];
  return [
    {
      name: 'forex_update',
      text: `UPDATE forex_orders o SET status = c.status, held = c.held, stop_loss = c.stop_loss, take_profit = c.take_profit,
               armed_index = c.armed_index, open_price = c.open_price, open_tick = c.open_tick, open_rate = c.open_rate,
               open_rate_tick = c.open_rate_tick, open_time = c.open_time, close_price = c.close_price, close_tick = c.close_tick,
               close_rate = c.close_rate, close_rate_tick = c.close_rate_tick, close_time = c.close_time, close_reason = c.close_reason,
               result = c.result, cancelled_time = c.cancelled_time, open_market_time = c.open_market_time,
               financed_through = c.financed_through
             FROM unnest($1::bigint[], $2::forex_status[], $3::numeric[], $4::numeric[], $5::numeric[], $6::bigint[], $7::numeric[], $8::bigint[],
               $9::numeric[], $10::bigint[], $11::bigint[], $12::numeric[], $13::bigint[], $14::numeric[], $15::bigint[], $16::bigint[],
               $17::close_reason[], $18::numeric[], $19::bigint[], $20::bigint[], $21::bigint[])
               AS c (id, status, held, stop_loss, take_profit, armed_index, open_price, open_tick, open_rate, open_rate_tick, open_time,
                 close_price, close_tick, close_rate, close_rate_tick, close_time, close_reason, result, cancelled_time,
                 open_market_time, financed_through)
             WHERE o.id = c.id AND o.id = ANY ($1)`,
      values: [int8(orders.map((o) => o.id)), ...Object.values(changing(orders))],
    },
  ];
}

/** Nights taken or paid; after the orders they belong to. */
export function insertFinancing(charges: readonly FinancingCharge[]): Write[] {
  if (charges.length === 0) return [];
  const column = <T>(pick: (charge: FinancingCharge) => T): T[] => charges.map(pick);
  return [
    newRows('forex_financing', {
      order_id: int8(column((c) => c.orderId)),
      night: int4(column((c) => c.night)),
      times: int2(column((c) => c.times)),
      tick: int8(column((c) => c.tickIndex)),
      rate: rates(column((c) => c.rate)),
      rate_tick: int8(column((c) => c.rateTickIndex ?? null)),
      amount: numeric(column((c) => c.amount)),
      taken: numeric(column((c) => c.taken)),
      time: int8(column((c) => c.time)),
    }),
  ];
}

export function writeExposure(rows: readonly { realm: Realm; pairId: number; net: bigint }[]): Statement[] {
  if (rows.length === 0) return [];
  return [
    {
      name: 'forex_write_exposure',
      text: `INSERT INTO house_exposure (realm, pair_id, net_quantity) SELECT * FROM unnest($1::realm[], $2::int[], $3::numeric[])
             ON CONFLICT (realm, pair_id) DO UPDATE SET net_quantity = excluded.net_quantity`,
      values: [labels(rows.map((r) => r.realm)), int4(rows.map((r) => r.pairId)), numeric(rows.map((r) => r.net))],
    },
  ];
}
