// Forex orders and the house's exposure, as a batch reads and writes them.

import type { Fill, ForexOrder, Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import type { Write } from '../../platform/database/statement.ts';
import { select } from '../../platform/database/tables/select.ts';
import { all } from '../../platform/database/tables/where.ts';
import { keptTerms, targetOf } from './active-table.ts';
import { FOREX_FINANCING, FOREX_ORDERS, HOUSE_EXPOSURE, type OrderRow } from './columns.ts';
import type { PairExposure } from './rules/exposure.ts';
import type { FinancingCharge } from './rules/state.ts';

const { names, read } = FOREX_ORDERS;
type Row = OrderRow<(typeof names)[number]>;

function openOf(row: Row): Fill | undefined {
  const [price, tickIndex, rate, time] = [
    read.open_price(row),
    read.open_tick(row),
    read.open_rate(row),
    read.open_time(row),
  ];
  if (price === undefined || tickIndex === undefined || rate === undefined || time === undefined) return undefined;
  return { price, tickIndex, rate, rateTickIndex: read.open_rate_tick(row), time };
}

function closeOf(row: Row): ForexOrder['close'] {
  const [price, tickIndex, rate, time] = [
    read.close_price(row),
    read.close_tick(row),
    read.close_rate(row),
    read.close_time(row),
  ];
  const reason = read.close_reason(row);
  if (price === undefined || tickIndex === undefined || rate === undefined || time === undefined) return undefined;
  if (reason === undefined || reason === 'reset') return undefined;
  return { price, tickIndex, rate, rateTickIndex: read.close_rate_tick(row), time, reason };
}

const part = FOREX_ORDERS.flat(names);

const toOrder = (row: Row): ForexOrder => ({
  ...part(row),
  terms: {
    ...keptTerms(row),
    multiple: read.multiple(row),
    marginMode: read.margin_mode(row),
    feeType: read.fee_type(row),
    feeRate: read.fee_rate(row),
  },
  placed: { rate: read.placed_rate(row), rateTickIndex: read.placed_rate_tick(row) },
  target: targetOf(row),
  open: openOf(row),
  close: closeOf(row),
});

const LOAD = select(
  FOREX_ORDERS,
  { name: 'forex_load_batch', columns: names },
  all(FOREX_ORDERS.isIn('user_id'), FOREX_ORDERS.isAmong('status', ['pending', 'open'])),
  FOREX_ORDERS.isIn('id'),
);

/** Active orders of these users and the orders named, whoever owns them. Read after the owners' accounts are locked. */
export async function loadForBatch(tx: Queries, owners: readonly Id[], ids: readonly Id[]): Promise<ForexOrder[]> {
  return (await LOAD.rows(tx, { user_id: owners, id: ids })).map(toOrder);
}

const OWN = select(
  FOREX_ORDERS,
  { name: 'forex_find_own', columns: names },
  all(FOREX_ORDERS.is('id'), FOREX_ORDERS.is('user_id')),
);

export async function findOwn(db: Queries, userId: Id, orderId: Id): Promise<ForexOrder | undefined> {
  const [row] = await OWN.rows(db, { id: orderId, user_id: userId });
  return row && toOrder(row);
}

const EXPOSURE = select(
  HOUSE_EXPOSURE,
  { name: 'forex_exposure', columns: HOUSE_EXPOSURE.names },
  HOUSE_EXPOSURE.isIn('realm'),
);
const { read: exposed } = HOUSE_EXPOSURE;
const keyOf = HOUSE_EXPOSURE.flat(['realm', 'pair_id']);

export async function loadExposure(tx: Queries, realms: readonly Realm[]): Promise<PairExposure[]> {
  return (await EXPOSURE.rows(tx, { realm: realms })).map((row) => ({
    ...keyOf(row),
    buy: { units: exposed.buy_units(row), value: exposed.buy_value(row) },
    sell: { units: exposed.sell_units(row), value: exposed.sell_value(row) },
  }));
}

/** Whole orders: what was placed may have ended within the same batch. */
export const insertOrders = (orders: readonly ForexOrder[]): Write[] => FOREX_ORDERS.rows(orders);

/** Writes what may change of active orders. The terms have no UPDATE right at all. */
export const updateOrders = FOREX_ORDERS.update('forex_update');

/** Nights taken or paid; after the orders they belong to. */
export const insertFinancing = (charges: readonly FinancingCharge[]): Write[] => FOREX_FINANCING.rows(charges);
