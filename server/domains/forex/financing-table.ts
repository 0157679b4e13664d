// Nights of orders, as they were taken: read for proofs and audits. They are written with their batch, by table.ts.

import { amount, RATE_PLACES, rate, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../ledger/index.ts';
import type { FinancingCharge } from './rules/state.ts';

interface Row {
  order_id: Id;
  night: number;
  times: 1 | 3;
  tick: bigint;
  rate: string;
  rate_tick: bigint | null;
  amount: string;
  taken: string;
  time: bigint;
}

/** All nights of these orders, oldest first. */
export async function readFinancing(db: Queries, orderIds: readonly Id[]): Promise<FinancingCharge[]> {
  const { rows } = await db.query<Row>({
    name: 'forex_financing_of',
    text: `SELECT order_id, night, times, tick, rate, rate_tick, amount, taken, time FROM forex_financing
           WHERE order_id = ANY($1::bigint[]) ORDER BY order_id, night`,
    values: [orderIds],
  });
  return rows.map((row) => ({
    orderId: row.order_id,
    night: row.night,
    times: row.times,
    tickIndex: Number(row.tick),
    rate: rate(readUnits(row.rate, RATE_PLACES)),
    rateTickIndex: row.rate_tick === null ? undefined : Number(row.rate_tick),
    amount: amount(readUnits(row.amount)),
    taken: amount(readUnits(row.taken)),
    time: Number(row.time),
  }));
}
