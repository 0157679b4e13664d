// What an audit of the database reads, as its owner and in one moment of it. Changes nothing.

import * as fs from 'node:fs';
import type { Id } from '@fairtick/kernel/ids';
import type { FullTile } from '@fairtick/kernel/log/frontier';
import type { Pool, PoolClient } from '../platform/database/pools.ts';
import type { StoredCheckpoint } from '../platform/transparency/types.ts';

export type Db = Pick<PoolClient, 'query'>;

/** Everything that `read` reads is of one moment, however long it takes and whatever a server writes meanwhile. */
export async function atOneMoment<T>(owner: Pool, read: (db: Db) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await read(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

export interface KeyRow {
  readonly origin: string;
  readonly private_key: Uint8Array;
  readonly public_key: Uint8Array;
}

export async function readKeys(db: Db): Promise<readonly KeyRow[]> {
  return (await db.query<KeyRow>('SELECT origin, private_key, public_key FROM log_keys')).rows;
}

export interface LogExtent {
  readonly size: number;
  readonly evaluatedThrough: number;
  readonly lastReceivedTime: number;
  readonly ticks: number;
  readonly firstIndex: number;
  readonly lastIndex: number;
  /** Ticks below this place may have been let go: whole tiles, all older than 30 days before the newest tick. */
  readonly goneBelow: number;
  readonly tiles: number;
  readonly checkpoints: number;
  readonly newestCheckpoint: number;
}

export async function readExtent(db: Db): Promise<LogExtent | undefined> {
  const { rows } = await db.query<Record<keyof LogExtent, bigint>>(
    `SELECT s.size, s.evaluated_through AS "evaluatedThrough", s.last_received_time AS "lastReceivedTime", t.ticks,
       t.first AS "firstIndex", t.last AS "lastIndex",
       coalesce((SELECT min(n.log_index) FROM ticks n WHERE n.received_time >= s.last_received_time - 2592000000), s.size) / 256 * 256 AS "goneBelow",
       (SELECT count(*) FROM log_tiles) AS tiles, c.checkpoints, c.newest AS "newestCheckpoint"
     FROM log_state s,
       (SELECT count(*) AS ticks, coalesce(min(log_index), 0) AS first, coalesce(max(log_index), -1) AS last FROM ticks) t,
       (SELECT count(*) AS checkpoints, coalesce(max(size), -1) AS newest FROM log_checkpoints) c`,
  );
  const [row] = rows;
  if (rows.length !== 1 || !row) return undefined;
  return {
    size: Number(row.size),
    evaluatedThrough: Number(row.evaluatedThrough),
    lastReceivedTime: Number(row.lastReceivedTime),
    ticks: Number(row.ticks),
    firstIndex: Number(row.firstIndex),
    lastIndex: Number(row.lastIndex),
    goneBelow: Number(row.goneBelow),
    tiles: Number(row.tiles),
    checkpoints: Number(row.checkpoints),
    newestCheckpoint: Number(row.newestCheckpoint),
  };
}

/** Where each of these ticks stands: their rows come without it. */
export async function readIndexes(db: Db, from: number, to: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ log_index: bigint }>(
    'SELECT log_index FROM ticks WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index',
    [from, to],
  );
  return rows.map((row) => Number(row.log_index));
}

/** Full tiles of a level by number, `to` exclusive. */
export async function readTileRows(db: Db, level: number, from: number, to: number): Promise<readonly FullTile[]> {
  const { rows } = await db.query<{ idx: bigint; hashes: Uint8Array }>(
    'SELECT idx, hashes FROM log_tiles WHERE level = $1 AND idx >= $2 AND idx < $3',
    [level, from, to],
  );
  return rows.map((row) => ({ level, n: Number(row.idx), hashes: row.hashes }));
}

/** Checkpoints of more than `after` and at most `through` ticks. */
export async function readCheckpoints(db: Db, after: number, through: number): Promise<readonly StoredCheckpoint[]> {
  const { rows } = await db.query<{ size: bigint; root: Uint8Array; note: string; created_time: bigint }>(
    'SELECT size, root, note, created_time FROM log_checkpoints WHERE size > $1 AND size <= $2 ORDER BY size',
    [after, through],
  );
  return rows.map((row) => ({
    size: Number(row.size),
    root: row.root,
    note: row.note,
    createdTime: Number(row.created_time),
  }));
}

/** Order ids above `after`, lowest first. */
export async function readOrderIds(
  db: Db,
  table: 'forex_orders' | 'micro_orders',
  after: Id,
  limit: number,
): Promise<readonly Id[]> {
  const { rows } = await db.query<{ id: bigint }>(`SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`, [
    after,
    limit,
  ]);
  return rows.map((row) => row.id);
}

const invariants = new URL('../../database/invariants.sql', import.meta.url);

/** `name what` of each promise of the ledger that is broken. */
export async function brokenInvariants(db: Db): Promise<readonly string[]> {
  const broken: string[] = [];
  const text = fs.readFileSync(invariants, 'utf8').replaceAll(/^--.*$/gm, '');
  for (const query of text.split(';').filter((one) => one.trim() !== '')) {
    const { rows } = await db.query<{ broken: string; what: string }>(query);
    broken.push(...rows.map((row) => `${row.broken} ${row.what}`));
  }
  return broken;
}
