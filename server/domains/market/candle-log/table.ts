// The SQL of the candles' log: how far it reaches, ticks as minutes, and where each candle lies. Nothing here changes or removes a candle.

import type { LogCandle } from '@fairtick/engine/log-candles';
import { price, readUnits } from '@fairtick/kernel/decimal';
import { CANDLE_PERIODS, type CandlePeriod } from '@fairtick/kernel/log/candle-entry';
import type { Queries } from '../../../platform/database/pools.ts';
import { countOf } from '../../../platform/transparency/index.ts';

/** Its number among the logs, and its name; migration 0050 gave them. */
export const CANDLES_LOG = 4;

export interface CandleState {
  /** Windows that begin earlier have no candle, UTC ms. */
  readonly begins: number;
  /** Windows that end up to here have theirs, UTC ms. */
  readonly through: number;
  /** Ticks from this place on are in no minute yet. */
  readonly nextIndex: number;
}

/** Read it under the lock of the log's head. */
export async function readCandleState(db: Queries): Promise<CandleState> {
  const { rows } = await db.query({
    name: 'candle_state',
    text: 'SELECT begins, through, next_index FROM candle_state',
  });
  const [row] = rows;
  return { begins: countOf(row?.begins), through: countOf(row?.through), nextIndex: countOf(row?.next_index) };
}

/** No tick will be received before this moment, UTC ms, and every one that was is in the log. */
export async function readPassedTime(db: Queries): Promise<number> {
  const { rows } = await db.query({
    name: 'candle_passed_time',
    text: 'SELECT GREATEST(last_received_time, passed_time + 1) AS passed FROM log_state',
  });
  return countOf(rows[0]?.passed);
}

/** When the first tick at this place or behind it was received; undefined where there is none. */
export async function readReceivedFrom(db: Queries, place: number): Promise<number | undefined> {
  const { rows } = await db.query({
    name: 'candle_received_from',
    text: 'SELECT received_time FROM ticks WHERE log_index >= $1 ORDER BY log_index LIMIT 1',
    values: [place],
  });
  return rows[0] && countOf(rows[0].received_time);
}

export interface ReadMinutes {
  readonly minutes: readonly LogCandle[];
  /** The place behind the last tick in them; `from` where there is none. */
  readonly nextIndex: number;
}

/** The minutes of the ticks from this place on that were received before `beforeMs`, the start of a minute: each tick is read once. */
export async function readMinutes(db: Queries, from: number, beforeMs: number): Promise<ReadMinutes> {
  const { rows } = await db.query({
    name: 'candle_minutes',
    text: `SELECT pair_id, received_time / 60000 * 60000 AS start, min(seq) AS first_seq, max(seq) AS last_seq,
             min(bid)::text AS bid_low, max(bid)::text AS bid_high, min(ask)::text AS ask_low, max(ask)::text AS ask_high, max(log_index) AS last_index
           FROM ticks WHERE log_index >= $1 AND received_time < $2 GROUP BY 1, 2`,
    values: [from, beforeMs],
  });
  const units = (text: unknown) => price(readUnits(String(text)));
  const minutes = rows.map((row) => ({
    ...{ pairId: countOf(row.pair_id), period: 'minute' as const, start: countOf(row.start) },
    ...{ firstSeq: countOf(row.first_seq), lastSeq: countOf(row.last_seq) },
    ...{ bidLow: units(row.bid_low), bidHigh: units(row.bid_high) },
    ...{ askLow: units(row.ask_low), askHigh: units(row.ask_high) },
  }));
  const nextIndex = rows.reduce((next, row) => Math.max(next, countOf(row.last_index) + 1), from);
  return { minutes, nextIndex };
}

/** A candle as it was logged. */
export interface CandleRow {
  readonly index: number;
  readonly pairId: number;
  readonly entry: Uint8Array;
}

/** Candles of these pairs and one period whose windows begin in [fromMs, toMs), a pair's by time. */
export async function readCandleRows(
  db: Queries,
  pairIds: readonly number[],
  period: CandlePeriod,
  fromMs: number,
  toMs: number,
): Promise<readonly CandleRow[]> {
  const { rows } = await db.query({
    name: 'candle_rows',
    text: `SELECT p.idx, p.pair_id, e.entry FROM candle_places p JOIN log_entries e ON e.log = $5 AND e.idx = p.idx
           WHERE p.pair_id = ANY($1::int[]) AND p.period = $2 AND p.start >= $3 AND p.start < $4 ORDER BY p.pair_id, p.start`,
    values: [pairIds, CANDLE_PERIODS.indexOf(period), fromMs, toMs, CANDLES_LOG],
  });
  return rows.map((row) => ({ index: countOf(row.idx), pairId: countOf(row.pair_id), entry: row.entry }));
}

export interface CandlePlace extends Pick<LogCandle, 'pairId' | 'period' | 'start' | 'firstSeq' | 'lastSeq'> {
  readonly index: number;
}

/** Candles from..to-1 of the log, in order. */
export async function readCandlePlaces(db: Queries, from: number, to: number): Promise<readonly CandlePlace[]> {
  const { rows } = await db.query(
    'SELECT idx, pair_id, period, start, first_seq, last_seq FROM candle_places WHERE idx >= $1 AND idx < $2 ORDER BY idx',
    [from, to],
  );
  return rows.map((row) => ({
    ...{ index: countOf(row.idx), pairId: countOf(row.pair_id), start: countOf(row.start) },
    period: CANDLE_PERIODS[countOf(row.period)] ?? 'minute',
    ...{ firstSeq: countOf(row.first_seq), lastSeq: countOf(row.last_seq) },
  }));
}

/** Where the entries that were just written lie, the first of them at `first`, and how far the log reaches now. In their transaction. */
export async function writeCandlePlaces(
  tx: Queries,
  first: number,
  candles: readonly LogCandle[],
  state: Omit<CandleState, 'begins'>,
): Promise<void> {
  const column = <T>(pick: (candle: LogCandle) => T): T[] => candles.map(pick);
  await tx.query({
    name: 'candle_places_write',
    text: `WITH placed AS (
             INSERT INTO candle_places (idx, pair_id, period, start, first_seq, last_seq)
             SELECT $1 + p.nth - 1, p.pair_id, p.period, p.start, p.first_seq, p.last_seq
             FROM unnest($2::int[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])
               WITH ORDINALITY AS p (pair_id, period, start, first_seq, last_seq, nth)
           )
           UPDATE candle_state SET through = $7, next_index = $8`,
    values: [
      first,
      column(({ pairId }) => pairId),
      column(({ period }) => CANDLE_PERIODS.indexOf(period)),
      column(({ start }) => start),
      column(({ firstSeq }) => firstSeq),
      column(({ lastSeq }) => lastSeq),
      state.through,
      state.nextIndex,
    ],
  });
}
