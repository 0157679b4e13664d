// What the table of options holds, described once: columns, types, and where each value stands in an option.

import type { MicroDirection, MicroEnding, MicroOrder, MicroStatus } from '@fairtick/engine/types';
import { columnsOf } from '../../platform/database/tables/column.ts';
import { Table } from '../../platform/database/tables/table.ts';
import { AMOUNT, ID, INT4, PRICE, REALM, smallOf, textOf, WHOLE } from '../../platform/database/tables/types.ts';

const { fixed, changing } = columnsOf<MicroOrder>();

/** What may change is what opening and settlement set, each once. */
export const MICRO_ORDERS = new Table('micro_orders', ['id'], {
  id: fixed(ID, 'id'),
  realm: fixed(REALM, 'realm'),
  user_id: fixed(ID, 'userId'),
  pair_id: fixed(INT4, 'pairId'),
  direction: fixed(textOf<MicroDirection>(), 'direction'),
  stake: fixed(AMOUNT, 'stake'),
  seconds: fixed(INT4, 'seconds'),
  profit_ratio: fixed(AMOUNT, 'profitRatio'),
  loss_level: fixed(smallOf<0 | 1>(), 'lossLevel'),
  price_precision: fixed(smallOf(), 'pricePrecision'),
  reserve: fixed(AMOUNT, 'reserve'),
  armed_index: fixed.optional(WHOLE, 'armedIndex'),
  open_delay: fixed(INT4, 'openDelayMs'),
  open_price: changing.optional(PRICE, 'openPrice'),
  open_tick: changing.optional(WHOLE, 'openTickIndex'),
  accepted_time: fixed(WHOLE, 'acceptedTime'),
  expiry_time: fixed(WHOLE, 'expiryTime'),
  status: changing(textOf<MicroStatus>(), 'status'),
  outcome: changing.optional(textOf<MicroEnding>(), 'outcome'),
  end_price: changing.optional(PRICE, 'endPrice'),
  end_tick: changing.optional(WHOLE, 'endTickIndex'),
  result: changing(AMOUNT, 'result'),
  closed_time: changing.optional(WHOLE, 'closedTime'),
});
