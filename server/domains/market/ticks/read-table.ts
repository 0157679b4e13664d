// Logged ticks read back: for proofs, for catching up after a start, for settling options. Reads only.

import type { Tick } from '@fairtick/engine/types';
import { price, readUnits } from '@fairtick/kernel/decimal';
import type { Queries } from '../../../platform/database/pools.ts';

interface Row {
  log_index: bigint;
  pair_id: number;
  seq: bigint;
  bid: string;
  ask: string;
  source_time: bigint;
  received_time: bigint;
  source: string;
}

const COLUMNS = 'log_index, pair_id, seq, bid, ask, source_time, received_time, source';

const toTick = (row: Row): Tick => ({
  pairId: row.pair_id,
  seq: Number(row.seq),
  logIndex: Number(row.log_index),
  bid: price(readUnits(row.bid)),
  ask: price(readUnits(row.ask)),
  sourceTime: Number(row.source_time),
  receivedTime: Number(row.received_time),
  source: row.source,
});

/** For each pair and time, in the order given, the pair's last tick received at or before that time. */
export async function lastTicksAt(
  db: Queries,
  wanted: readonly { readonly pairId: number; readonly timeMs: number }[],
): Promise<(Tick | undefined)[]> {
  const { rows } = await db.query<Row & { place: bigint }>({
    name: 'ticks_last_at',
    text: `SELECT w.place, t.* FROM unnest($1::int[], $2::bigint[]) WITH ORDINALITY AS w (pair_id, time, place)
           CROSS JOIN LATERAL (
             SELECT ${COLUMNS} FROM ticks WHERE pair_id = w.pair_id AND received_time <= w.time
             ORDER BY received_time DESC, log_index DESC LIMIT 1
           ) t`,
    values: [wanted.map((one) => one.pairId), wanted.map((one) => one.timeMs)],
  });
  const found = new Map(rows.map((row) => [Number(row.place), toTick(row)]));
  return wanted.map((_, i) => found.get(i + 1));
}

/** In the order given, each pair's first tick after a place in the log that was received at `fromMs` (UTC ms) or later. */
export async function firstTicksAfter(
  db: Queries,
  wanted: readonly { readonly pairId: number; readonly logIndex: number; readonly fromMs: number }[],
): Promise<(Tick | undefined)[]> {
  const { rows } = await db.query<Row & { place: bigint }>({
    name: 'ticks_first_after',
    text: `SELECT w.place, t.* FROM unnest($1::int[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS w (pair_id, after, from_time, place)
           CROSS JOIN LATERAL (
             SELECT ${COLUMNS} FROM ticks WHERE log_index > w.after AND received_time >= w.from_time AND pair_id = w.pair_id ORDER BY log_index LIMIT 1
           ) t`,
    values: [wanted.map((one) => one.pairId), wanted.map((one) => one.logIndex), wanted.map((one) => one.fromMs)],
  });
  const found = new Map(rows.map((row) => [Number(row.place), toTick(row)]));
  return wanted.map((_, i) => found.get(i + 1));
}

/** Ticks after a place in the log, in order. */
export async function ticksAfter(db: Queries, logIndex: number, limit: number): Promise<Tick[]> {
  const { rows } = await db.query<Row>({
    name: 'ticks_after',
    text: `SELECT ${COLUMNS} FROM ticks WHERE log_index > $1 ORDER BY log_index LIMIT $2`,
    values: [logIndex, limit],
  });
  return rows.map(toTick);
}

/** The newest tick of each pair at or before a place in the log. */
export async function ticksAt(db: Queries, pairIds: readonly number[], logIndex: number): Promise<Tick[]> {
  const { rows } = await db.query<Row>({
    name: 'ticks_at',
    text: `SELECT t.* FROM unnest($1::int[]) AS p (id)
           CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM ticks WHERE pair_id = p.id AND log_index <= $2 ORDER BY seq DESC LIMIT 1) t`,
    values: [pairIds, logIndex],
  });
  return rows.map(toTick);
}

/** The newest place whose tick was received so long before that of `logIndex`; -1 where the log does not go back so far. */
export async function placeBefore(db: Queries, logIndex: number, spanMs: number): Promise<number> {
  const { rows } = await db.query<{ log_index: bigint }>({
    name: 'ticks_place_before',
    text: `SELECT log_index FROM ticks
           WHERE log_index <= $1 AND received_time < (SELECT received_time FROM ticks WHERE log_index = $1) - $2::bigint
           ORDER BY log_index DESC LIMIT 1`,
    values: [logIndex, spanMs],
  });
  return Number(rows[0]?.log_index ?? -1n);
}

export async function ticksByIndex(db: Queries, indexes: readonly number[]): Promise<Tick[]> {
  const { rows } = await db.query<Row>({
    name: 'ticks_by_index',
    text: `SELECT ${COLUMNS} FROM ticks WHERE log_index = ANY($1::bigint[]) ORDER BY log_index`,
    values: [indexes],
  });
  return rows.map(toTick);
}

/** Ticks of a pair by number, `to` exclusive. */
export async function ticksBySeq(
  db: Queries,
  pairId: number,
  from: number,
  to: number,
  limit: number,
): Promise<Tick[]> {
  const { rows } = await db.query<Row>({
    name: 'ticks_by_seq',
    text: `SELECT ${COLUMNS} FROM ticks WHERE pair_id = $1 AND seq >= $2 AND seq < $3 ORDER BY seq LIMIT $4`,
    values: [pairId, from, to, limit],
  });
  return rows.map(toTick);
}

/** Ticks of pairs by number, those that are there, in no order. */
export async function ticksByNumber(
  db: Queries,
  wanted: readonly { readonly pairId: number; readonly seq: number }[],
): Promise<Tick[]> {
  const { rows } = await db.query<Row>({
    name: 'ticks_by_number',
    text: `SELECT ${COLUMNS} FROM ticks JOIN unnest($1::int[], $2::bigint[]) AS w (pair, number) ON pair_id = w.pair AND seq = w.number`,
    values: [wanted.map((one) => one.pairId), wanted.map((one) => one.seq)],
  });
  return rows.map(toTick);
}

/** Lets go of at most so many ticks (1 to 100,000) whose time is over; the database itself checks which. Returns how many went. */
export async function letGoTicks(db: Queries, most: number): Promise<number> {
  const { rows } = await db.query<{ gone: number }>({
    name: 'ticks_let_go',
    text: 'SELECT let_go_ticks($1) AS gone',
    values: [most],
  });
  return rows[0]?.gone ?? 0;
}
