// What an audit of the database reads, as its owner and in one moment of it. Changes nothing.

import * as fs from 'node:fs';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool, Queries } from '../platform/database/pools.ts';

/** Everything that `read` reads is of one moment, however long it takes and whatever a server writes meanwhile. */
export async function atOneMoment<T>(owner: Pool, read: (db: Queries) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await read(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

export interface TickExtent {
  readonly size: number;
  readonly evaluatedThrough: number;
  readonly lastReceivedTime: number;
  readonly ticks: number;
  readonly firstIndex: number;
  readonly lastIndex: number;
  /** Ticks below this place may have been let go: whole tiles, all older than 30 days before the newest tick. */
  readonly goneBelow: number;
}

export async function readTickExtent(db: Queries): Promise<TickExtent | undefined> {
  const { rows } = await db.query<Record<keyof TickExtent, bigint>>(
    `SELECT s.size, s.evaluated_through AS "evaluatedThrough", s.last_received_time AS "lastReceivedTime", t.ticks,
       t.first AS "firstIndex", t.last AS "lastIndex",
       coalesce((SELECT min(n.log_index) FROM ticks n WHERE n.received_time >= s.last_received_time - 2592000000), s.size) / 256 * 256 AS "goneBelow"
     FROM log_state s,
       (SELECT count(*) AS ticks, coalesce(min(log_index), 0) AS first, coalesce(max(log_index), -1) AS last FROM ticks) t`,
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
  };
}

/** Order ids above `after`, lowest first. */
export async function readOrderIds(
  db: Queries,
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
export async function brokenInvariants(db: Queries): Promise<readonly string[]> {
  const broken: string[] = [];
  const text = fs.readFileSync(invariants, 'utf8').replaceAll(/^--.*$/gm, '');
  for (const query of text.split(';').filter((one) => one.trim() !== '')) {
    const { rows } = await db.query<{ broken: string; what: string }>(query);
    broken.push(...rows.map((row) => `${row.broken} ${row.what}`));
  }
  return broken;
}

/** When a server last ran, as the ticks that it took in tell, UTC ms. Not ahead of the database's clock. */
export async function readServedTime(db: Queries): Promise<number> {
  const { rows } = await db.query<{ time: bigint }>(
    'SELECT least(database_ms(), max(last_received_time)) AS time FROM log_state',
  );
  return Number(rows[0]?.time ?? 0n);
}
