// The only SQL of the log. Reads and appends; nothing here updates or deletes a tick, a tile or a checkpoint.

import type { FullTile } from '@fairtick/kernel/log/frontier';
import type { ClientBase } from 'pg';
import type { Statement } from '../database/statement.ts';
import type { StoredCheckpoint } from './types.ts';

export type Db = Pick<ClientBase, 'query'>;

export interface Head {
  /** Ticks committed. */
  readonly size: number;
  readonly lastReceivedTime: number;
}

/** int8 arrives as bigint or text, as the connection's parsers are. */
function count(value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error('a number of the log is no safe integer');
  return number;
}

/** The next tick is received no earlier than the last, and after what was said to have passed. */
const HEAD = 'size, GREATEST(last_received_time, passed_time + 1) AS last_received_time';

export async function readHead(db: Db): Promise<Head> {
  const { rows } = await db.query(`SELECT ${HEAD} FROM log_state`);
  return headOf(rows[0]);
}

/** Opens a transaction and makes every other appender wait until it ends. */
export async function lockHead(db: Db): Promise<Head> {
  await db.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  const { rows } = await db.query(`SELECT ${HEAD} FROM log_state FOR UPDATE`);
  return headOf(rows[0]);
}

function headOf(row: Record<string, unknown> | undefined): Head {
  if (!row) throw new Error('log_state has no row');
  return { size: count(row.size), lastReceivedTime: count(row.last_received_time) };
}

export interface LeafRow {
  readonly logIndex: number;
  readonly pairId: number;
  readonly seq: number;
  readonly leafHash: Uint8Array;
}

/** Ticks from..to-1 of the log, in order; fewer where some were taken away after their time. */
export async function readLeaves(db: Db, from: number, to: number): Promise<readonly LeafRow[]> {
  const { rows } = await db.query(
    'SELECT log_index, pair_id, seq, leaf_hash FROM ticks WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index',
    [from, to],
  );
  return rows.map((row) => ({
    logIndex: count(row.log_index),
    pairId: count(row.pair_id),
    seq: count(row.seq),
    leafHash: row.leaf_hash,
  }));
}

export interface TickRow {
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

export async function readTicks(db: Db, from: number, to: number): Promise<readonly TickRow[]> {
  const { rows } = await db.query(
    `SELECT pair_id, seq, bid::text AS bid, ask::text AS ask, source_time, received_time, source, leaf_hash
       FROM ticks WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index`,
    [from, to],
  );
  return rows.map((row) => ({
    pairId: count(row.pair_id),
    seq: count(row.seq),
    bid: String(row.bid),
    ask: String(row.ask),
    sourceTime: count(row.source_time),
    receivedTime: count(row.received_time),
    source: String(row.source),
    leafHash: row.leaf_hash,
  }));
}

/** For each pair one above its newest tick's seq; 0 where it has none. */
export async function readNextSeqs(db: Db, pairIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query(
    `SELECT p.id, COALESCE((SELECT t.seq + 1 FROM ticks t WHERE t.pair_id = p.id ORDER BY t.seq DESC LIMIT 1), 0) AS next
       FROM unnest($1::int[]) AS p(id)`,
    [pairIds],
  );
  return new Map(rows.map((row) => [count(row.id), count(row.next)]));
}

/** Full tiles from..to-1 of a level, in order. */
export async function readTileRange(db: Db, level: number, from: number, to: number): Promise<readonly Uint8Array[]> {
  const { rows } = await db.query(
    'SELECT hashes FROM log_tiles WHERE level = $1 AND idx >= $2 AND idx < $3 ORDER BY idx',
    [level, from, to],
  );
  return rows.map((row) => row.hashes);
}

export async function readTiles(
  db: Db,
  tiles: readonly { readonly level: number; readonly n: number }[],
): Promise<readonly FullTile[]> {
  const { rows } = await db.query(
    `SELECT level, idx, hashes FROM log_tiles JOIN unnest($1::smallint[], $2::bigint[]) AS wanted(level, idx) USING (level, idx)`,
    [tiles.map((tile) => tile.level), tiles.map((tile) => tile.n)],
  );
  return rows.map((row) => ({ level: count(row.level), n: count(row.idx), hashes: row.hashes }));
}

export interface NewRow {
  readonly logIndex: number;
  readonly pairId: number;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
  readonly leafHash: Uint8Array;
}

/** Ticks, filled tiles and the new head in one statement, inside the transaction of lockHead. */
export async function writeBatch(
  db: Db,
  from: Head,
  to: Head,
  rows: readonly NewRow[],
  tiles: readonly FullTile[],
  evaluatedThrough: number,
): Promise<void> {
  const column = <T>(pick: (row: NewRow) => T): T[] => rows.map(pick);
  const result = await db.query(
    `WITH new_ticks AS (
       INSERT INTO ticks (log_index, pair_id, seq, bid, ask, source_time, received_time, source, leaf_hash)
       SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::numeric[], $5::numeric[], $6::bigint[], $7::bigint[], $8::text[], $9::bytea[])
     ), new_tiles AS (
       INSERT INTO log_tiles (level, idx, hashes) SELECT * FROM unnest($10::smallint[], $11::bigint[], $12::bytea[])
     )
     UPDATE log_state SET size = $13, last_received_time = $14, evaluated_through = GREATEST(evaluated_through, $15) WHERE size = $16`,
    [
      column((row) => row.logIndex),
      column((row) => row.pairId),
      column((row) => row.seq),
      column((row) => row.bid),
      column((row) => row.ask),
      column((row) => row.sourceTime),
      column((row) => row.receivedTime),
      column((row) => row.source),
      column((row) => Buffer.from(row.leafHash)),
      tiles.map((tile) => tile.level),
      tiles.map((tile) => tile.n),
      tiles.map((tile) => Buffer.from(tile.hashes)),
      to.size,
      to.lastReceivedTime,
      evaluatedThrough,
      from.size,
    ],
  );
  if (result.rowCount !== 1) throw new Error('the head moved under its lock');
}

/** With the transaction it becomes true that no tick will be received at or before this moment. */
export const passTime = (timeMs: number): Statement => ({
  name: 'log_pass_time',
  text: 'UPDATE log_state SET passed_time = $1 WHERE passed_time < $1 AND last_received_time <= $1',
  values: [timeMs],
});

/** True when the server said that it committed; false when it rolled back instead. Throws when it did not say. */
export async function commit(db: Db): Promise<boolean> {
  return (await db.query('COMMIT')).command === 'COMMIT';
}

export async function rollback(db: Db): Promise<void> {
  await db.query('ROLLBACK');
}

export async function readNewestCheckpoint(db: Db): Promise<StoredCheckpoint | undefined> {
  const { rows } = await db.query(
    'SELECT size, root, note, created_time FROM log_checkpoints ORDER BY size DESC LIMIT 1',
  );
  return rows[0] && checkpointOf(rows[0]);
}

/** Stores the checkpoint unless its size has one already or is not committed; returns what is stored for the size. */
export async function keepCheckpoint(db: Db, made: StoredCheckpoint): Promise<StoredCheckpoint | undefined> {
  await db.query(
    `INSERT INTO log_checkpoints (size, root, note, created_time)
     SELECT $1::bigint, $2::bytea, $3::text, $4::bigint FROM log_state WHERE size >= $1::bigint
     ON CONFLICT (size) DO NOTHING`,
    [made.size, Buffer.from(made.root), made.note, made.createdTime],
  );
  const { rows } = await db.query('SELECT size, root, note, created_time FROM log_checkpoints WHERE size = $1', [
    made.size,
  ]);
  return rows[0] && checkpointOf(rows[0]);
}

function checkpointOf(row: Record<string, unknown>): StoredCheckpoint {
  if (!(row.root instanceof Uint8Array)) throw new Error('a checkpoint has no root');
  return {
    size: count(row.size),
    root: new Uint8Array(row.root),
    note: String(row.note),
    createdTime: count(row.created_time),
  };
}

/** The seed of the log's key: the given one if the log has none yet, else the one it has. */
export async function keepKey(
  db: Db,
  origin: string,
  seed: Uint8Array,
  publicKey: Uint8Array,
  nowMs: number,
): Promise<Uint8Array> {
  await db.query(
    'INSERT INTO log_keys (origin, private_key, public_key, created_time) VALUES ($1, $2, $3, $4) ON CONFLICT (origin) DO NOTHING',
    [origin, Buffer.from(seed), Buffer.from(publicKey), nowMs],
  );
  const { rows } = await db.query('SELECT private_key FROM log_keys WHERE origin = $1', [origin]);
  const kept: unknown = rows[0]?.private_key;
  if (!(kept instanceof Uint8Array)) throw new Error('the log has no key');
  return new Uint8Array(kept);
}
