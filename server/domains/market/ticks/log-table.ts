// The SQL of the tick log: its head, appending, and ticks as their entries need them. Nothing here updates or deletes a tick.

import type { FullTile } from '@fairtick/kernel/log/frontier';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import { countOf, insertTiles, tileValues } from '../../../platform/transparency/index.ts';

/** The tick log's tiles, checkpoints and key; migration 0014 gave it. */
export const TICK_LOG = 1;

export interface TickHead {
  /** Ticks committed. */
  readonly size: number;
  /** UTC ms; the next tick is received no earlier. */
  readonly lastReceivedTime: number;
}

/** The next tick is received no earlier than the last, and after what was said to have passed. */
const HEAD = 'size, GREATEST(last_received_time, passed_time + 1) AS last_received_time';

export async function readTickHead(db: Queries): Promise<TickHead> {
  const { rows } = await db.query(`SELECT ${HEAD} FROM log_state`);
  return headOf(rows[0]);
}

/** Makes every other appender wait until the transaction ends. */
export async function lockTickHead(tx: Queries): Promise<TickHead> {
  const { rows } = await tx.query('SELECT size, last_received_time FROM lock_tick_head()');
  return headOf(rows[0]);
}

function headOf(row: Record<string, unknown> | undefined): TickHead {
  if (!row) throw new Error('log_state has no row');
  return { size: countOf(row.size), lastReceivedTime: countOf(row.last_received_time) };
}

/** Ticks from..to-1 of the log, in order; fewer where some were taken away after their time. */
export async function readLeaves(db: Queries, from: number, to: number): Promise<readonly Uint8Array[]> {
  const { rows } = await db.query(
    'SELECT leaf_hash FROM ticks WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index',
    [from, to],
  );
  return rows.map((row) => row.leaf_hash);
}

export interface TickRow {
  readonly logIndex: number;
  readonly pairId: number;
  readonly seq: number;
  /** Decimal text of 8 places. */
  readonly bid: string;
  readonly ask: string;
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
  readonly leafHash: Uint8Array;
}

/** Ticks from..to-1 of the log, in order; fewer where some were taken away after their time. */
export async function readTickRows(db: Queries, from: number, to: number): Promise<readonly TickRow[]> {
  const { rows } = await db.query(
    `SELECT log_index, pair_id, seq, bid::text AS bid, ask::text AS ask, source_time, received_time, source, leaf_hash
       FROM ticks WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index`,
    [from, to],
  );
  return rows.map((row) => ({
    logIndex: countOf(row.log_index),
    pairId: countOf(row.pair_id),
    seq: countOf(row.seq),
    bid: String(row.bid),
    ask: String(row.ask),
    sourceTime: countOf(row.source_time),
    receivedTime: countOf(row.received_time),
    source: String(row.source),
    leafHash: row.leaf_hash,
  }));
}

/** For each pair one above its newest tick's seq; 0 where it has none. */
export async function readNextSeqs(db: Queries, pairIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query(
    `SELECT p.id, COALESCE((SELECT t.seq + 1 FROM ticks t WHERE t.pair_id = p.id ORDER BY t.seq DESC LIMIT 1), 0) AS next
       FROM unnest($1::int[]) AS p(id)`,
    [pairIds],
  );
  return new Map(rows.map((row) => [countOf(row.id), countOf(row.next)]));
}

/**
 * Ticks, filled tiles and the new head in one statement, inside the transaction of lockTickHead. The database gives the places, and refuses numbers and
 * times that do not continue the log (migration 0052): the app's role has no other way to write a tick.
 */
export async function writeTicks(
  tx: Queries,
  from: TickHead,
  rows: readonly TickRow[],
  tiles: readonly FullTile[],
  evaluatedThrough: number,
): Promise<void> {
  const column = <T>(pick: (row: TickRow) => T): T[] => rows.map(pick);
  await tx.query(
    `WITH new_tiles AS (
       ${insertTiles(11)}
     )
     SELECT append_ticks($1, $2::int[], $3::bigint[], $4::numeric[], $5::numeric[], $6::bigint[], $7::bigint[], $8::text[], $9::bytea[], $10)`,
    [
      from.size,
      column((row) => row.pairId),
      column((row) => row.seq),
      column((row) => row.bid),
      column((row) => row.ask),
      column((row) => row.sourceTime),
      column((row) => row.receivedTime),
      column((row) => row.source),
      column((row) => Buffer.from(row.leafHash)),
      evaluatedThrough,
      ...tileValues(TICK_LOG, tiles),
    ],
  );
}

/** Whether the database refused ticks because this machine's clock stands more than an hour ahead of its own. */
export const isAheadOfDatabase = (error: unknown): boolean =>
  error instanceof Error &&
  (('constraint' in error && error.constraint === 'received_by_now') || isAheadOfDatabase(error.cause));

/** With the transaction it becomes true that no tick will be received at or before this moment. */
export const passTime = (timeMs: number): Statement => ({
  name: 'log_pass_time',
  text: 'SELECT pass_time($1)',
  values: [timeMs],
});

/** Every trigger of ticks up to this place has been decided; -1 before the first tick. */
export async function evaluatedThrough(db: Queries): Promise<number> {
  const { rows } = await db.query<{ evaluated_through: bigint }>({
    name: 'log_evaluated_through',
    text: 'SELECT evaluated_through FROM log_state',
  });
  return Number(rows[0]?.evaluated_through ?? -1n);
}
