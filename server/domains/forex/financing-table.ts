// Nights of orders, as they were taken: read for proofs and audits. They are written with their batch, by table.ts.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { select } from '../../platform/database/tables/select.ts';
import { FOREX_FINANCING } from './columns.ts';
import type { FinancingCharge } from './rules/state.ts';

const { names } = FOREX_FINANCING;
const NIGHTS_OF = select(
  FOREX_FINANCING,
  { name: 'forex_financing_of', columns: names, order: ['order_id', 'night'] },
  FOREX_FINANCING.isIn('order_id'),
);
const toCharge = FOREX_FINANCING.flat(names);

/** All nights of these orders, oldest first. */
export async function readFinancing(db: Queries, orderIds: readonly Id[]): Promise<FinancingCharge[]> {
  return (await NIGHTS_OF.rows(db, { order_id: orderIds })).map(toCharge);
}
