// What the watch over the stops of relations is read from: who follows now with the stop that holds, and every open copy with what it has cost.

import type { Realm, Side } from '@fairtick/engine/types';
import { type Amount, amount, price, quantity, RATE_PLACES, rate, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Follow } from './columns.ts';
import type { OpenCopy } from './open-copies.ts';
import type { KeptCopy, StopRelation } from './stop-watch.ts';

const READ_LIMIT_MS = 60_000;
const units = (text: string): Amount => amount(readUnits(text));

/** Its newest settings: what is set later never makes a stop act sooner for ticks before it. */
const NEWEST = `JOIN LATERAL (SELECT * FROM follow_settings WHERE follow_id = f.id ORDER BY number DESC LIMIT 1) s ON true`;

const RELATIONS = `SELECT f.id, f.realm, f.user_id, f.trader_id, f.closed_net, f.ended_time, s.stop_amount, s.stop_next, s.stop_next_from, s.set_time
  FROM follows f ${NEWEST} WHERE f.ended_time IS NULL OR (f.end_reason = 'stop' AND EXISTS
    (SELECT FROM forex_orders o WHERE o.follow_id = f.id AND o.status = 'open'))`;

interface RelationRow {
  readonly id: Id;
  readonly realm: Realm;
  readonly user_id: Id;
  readonly trader_id: Id;
  readonly closed_net: string;
  readonly ended_time: bigint | null;
  readonly stop_amount: string;
  readonly stop_next: string | null;
  readonly stop_next_from: bigint | null;
  readonly set_time: bigint;
}

/** Relations that a stop may end, and those that one has ended with copies that are to be closed still. */
export async function readRelations(db: Queries): Promise<StopRelation[]> {
  const { rows } = await db.query<RelationRow>({ name: 'copying_stops', text: RELATIONS, ...LIMIT });
  return rows.map((row) => ({
    ...{ id: row.id, realm: row.realm, userId: row.user_id, traderId: row.trader_id },
    closedNet: units(row.closed_net),
    ended: row.ended_time === null ? undefined : { time: Number(row.ended_time), byStop: true },
    stop: {
      stopAmount: units(row.stop_amount),
      stopNext: row.stop_next === null ? undefined : units(row.stop_next),
      stopNextFrom: row.stop_next_from === null ? undefined : Number(row.stop_next_from),
      setTime: Number(row.set_time),
    },
  }));
}

const LIMIT = { values: [], query_timeout: READ_LIMIT_MS };

const COPIES = `SELECT o.id, o.follow_id, o.pair_id, o.side, o.quantity, o.cont_num, o.markup, o.rate_pair_id, o.rate_inverse, o.open_price, o.open_tick,
  o.open_rate, o.open_time, o.fee, o.user_id, o.origin_id, f.trader_id, f.realm, f.ended_event,
  (SELECT coalesce(sum(n.taken), 0) FROM forex_financing n WHERE n.order_id = o.id) AS nights
  FROM forex_orders o JOIN follows f ON f.id = o.follow_id WHERE o.follow_id IS NOT NULL AND o.status = 'open'`;

interface CopyRow {
  readonly id: Id;
  readonly follow_id: Id;
  readonly pair_id: number;
  readonly side: Side;
  readonly quantity: string;
  readonly cont_num: string;
  readonly markup: string;
  readonly rate_pair_id: number | null;
  readonly rate_inverse: boolean;
  readonly open_price: string;
  readonly open_tick: bigint;
  readonly open_rate: string;
  readonly open_time: bigint;
  readonly fee: string;
  readonly nights: string;
  readonly user_id: Id;
  readonly origin_id: Id;
  readonly trader_id: Id;
  readonly realm: Realm;
  readonly ended_event: number | null;
}

interface ReadCopy {
  readonly copy: KeptCopy & Pick<OpenCopy, 'originId'>;
  readonly nights: Amount;
  readonly of: Pick<Follow, 'id' | 'traderId' | 'userId' | 'realm' | 'endedEvent'>;
}

/** Every open copy, with what nights took of it, and of whom it is. */
export async function readCopies(db: Queries): Promise<ReadCopy[]> {
  const { rows } = await db.query<CopyRow>({ name: 'copying_copies', text: COPIES, ...LIMIT });
  return rows.map((row) => ({
    copy: {
      ...{ id: row.id, followId: row.follow_id, pairId: row.pair_id, side: row.side, status: 'open' },
      originId: row.origin_id,
      quantity: quantity(readUnits(row.quantity)),
      terms: {
        contNum: quantity(readUnits(row.cont_num)),
        markup: price(readUnits(row.markup)),
        ratePairId: row.rate_pair_id ?? undefined,
        rateInverse: row.rate_inverse,
      },
      open: {
        price: price(readUnits(row.open_price)),
        tickIndex: Number(row.open_tick),
        rate: rate(readUnits(row.open_rate, RATE_PLACES)),
        time: Number(row.open_time),
      },
      fee: units(row.fee),
    },
    nights: units(row.nights),
    of: {
      ...{ id: row.follow_id, traderId: row.trader_id, userId: row.user_id, realm: row.realm },
      endedEvent: row.ended_event ?? undefined,
    },
  }));
}
