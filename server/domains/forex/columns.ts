// What the tables of forex hold, described once: columns, types, and where each value stands in an order, a night or the house's exposure.

import type {
  CancelCause,
  CloseReason,
  FinancingNights,
  ForexOrder,
  ForexStatus,
  Side,
  TargetKind,
} from '@fairtick/engine/types';
import { columnsOf } from '../../platform/database/tables/column.ts';
import type { FlatOf, RowOf } from '../../platform/database/tables/mapping.ts';
import { Table } from '../../platform/database/tables/table.ts';
import {
  AMOUNT,
  BOOL,
  ID,
  INT4,
  labelOf,
  PRICE,
  QUANTITY,
  RATE,
  REALM,
  smallOf,
  textOf,
  UNITS,
  WHOLE,
} from '../../platform/database/tables/types.ts';
import type { PairExposure } from './rules/exposure.ts';
import type { FinancingCharge } from './rules/state.ts';

const order = columnsOf<ForexOrder>();

/** The terms are fixed: the app has no right to change them. */
export const FOREX_ORDERS = new Table('forex_orders', ['id'], {
  id: order.fixed(ID, 'id'),
  realm: order.fixed(REALM, 'realm'),
  user_id: order.fixed(ID, 'userId'),
  pair_id: order.fixed(INT4, 'pairId'),
  side: order.fixed(labelOf<Side>('side'), 'side'),
  quantity: order.fixed(QUANTITY, 'quantity'),
  multiple: order.fixed(INT4, (o) => o.terms.multiple),
  margin_mode: order.fixed(smallOf<1 | 2>(), (o) => o.terms.marginMode),
  cont_num: order.fixed(QUANTITY, (o) => o.terms.contNum),
  fee_type: order.fixed(smallOf<1 | 2>(), (o) => o.terms.feeType),
  fee_rate: order.fixed(AMOUNT, (o) => o.terms.feeRate),
  markup: order.fixed(PRICE, (o) => o.terms.markup),
  price_precision: order.fixed(smallOf(), (o) => o.terms.pricePrecision),
  rate_pair_id: order.fixed.optional(INT4, (o) => o.terms.ratePairId),
  rate_inverse: order.fixed(BOOL, (o) => o.terms.rateInverse),
  placed_rate: order.fixed(RATE, (o) => o.placed.rate),
  placed_rate_tick: order.fixed.optional(WHOLE, (o) => o.placed.rateTickIndex),
  margin: order.fixed(AMOUNT, 'margin'),
  fee: order.fixed(AMOUNT, 'fee'),
  target_price: order.fixed.optional(PRICE, (o) => o.target?.price),
  target_kind: order.fixed.optional(textOf<TargetKind>(), (o) => o.target?.kind),
  created_time: order.fixed(WHOLE, 'createdTime'),
  financing_rate: order.fixed(AMOUNT, (o) => o.terms.financingRate),
  financing_nights: order.fixed(textOf<FinancingNights>(), (o) => o.terms.financingNights),
  origin_id: order.fixed.optional(ID, 'originId'),
  follow_id: order.fixed.optional(ID, 'followId'),
  status: order.changing(labelOf<ForexStatus>('forex_status'), 'status'),
  held: order.changing(AMOUNT, 'held'),
  stop_loss: order.changing(PRICE, 'stopLoss'),
  take_profit: order.changing(PRICE, 'takeProfit'),
  armed_index: order.changing(WHOLE, 'armedIndex'),
  open_price: order.changing.optional(PRICE, (o) => o.open?.price),
  open_tick: order.changing.optional(WHOLE, (o) => o.open?.tickIndex),
  open_rate: order.changing.optional(RATE, (o) => o.open?.rate),
  open_rate_tick: order.changing.optional(WHOLE, (o) => o.open?.rateTickIndex),
  open_time: order.changing.optional(WHOLE, (o) => o.open?.time),
  close_price: order.changing.optional(PRICE, (o) => o.close?.price),
  close_tick: order.changing.optional(WHOLE, (o) => o.close?.tickIndex),
  close_rate: order.changing.optional(RATE, (o) => o.close?.rate),
  close_rate_tick: order.changing.optional(WHOLE, (o) => o.close?.rateTickIndex),
  close_time: order.changing.optional(WHOLE, (o) => o.close?.time),
  // A demo reset ends a position without a price: the order itself has no close then.
  close_reason: order.changing.optional(labelOf<CloseReason | 'reset'>('close_reason'), (o) =>
    o.status === 'closed' ? (o.close?.reason ?? 'reset') : undefined,
  ),
  result: order.changing(AMOUNT, 'result'),
  cancelled_time: order.changing.optional(WHOLE, 'cancelledTime'),
  cancel_reason: order.changing.optional(textOf<CancelCause>(), 'cancelCause'),
  open_market_time: order.changing.optional(WHOLE, 'openMarketTime'),
  financed_through: order.changing.optional(WHOLE, 'financedThrough'),
});

/** A row of an order as far as it was selected. */
export type OrderRow<Name extends OrderColumn> = RowOf<typeof FOREX_ORDERS.columns, Name>;
/** What these columns say of an order in its own properties. */
export type OrderPart<Name extends OrderColumn> = FlatOf<typeof FOREX_ORDERS.columns, Name>;
type OrderColumn = keyof typeof FOREX_ORDERS.columns;

const night = columnsOf<FinancingCharge>();

/** What nights took or paid, one row for ever an order and night. */
export const FOREX_FINANCING = new Table('forex_financing', ['order_id', 'night'], {
  order_id: night.fixed(ID, 'orderId'),
  night: night.fixed(INT4, 'night'),
  times: night.fixed(smallOf<1 | 3>(), 'times'),
  tick: night.fixed(WHOLE, 'tickIndex'),
  rate: night.fixed(RATE, 'rate'),
  rate_tick: night.fixed.optional(WHOLE, 'rateTickIndex'),
  amount: night.fixed(AMOUNT, 'amount'),
  taken: night.fixed(AMOUNT, 'taken'),
  time: night.fixed(WHOLE, 'time'),
});

const exposure = columnsOf<PairExposure>();

/** Open client positions of a pair by direction: units of the base, and their value at opening. The database derives it from the orders; nobody writes it. */
export const HOUSE_EXPOSURE = new Table('house_exposure', ['realm', 'pair_id'], {
  realm: exposure.fixed(REALM, 'realm'),
  pair_id: exposure.fixed(INT4, 'pairId'),
  buy_units: exposure.fixed(UNITS, (pair) => pair.buy.units),
  buy_value: exposure.fixed(UNITS, (pair) => pair.buy.value),
  sell_units: exposure.fixed(UNITS, (pair) => pair.sell.units),
  sell_value: exposure.fixed(UNITS, (pair) => pair.sell.value),
});
