// The SQL of what all logs share: tiles, checkpoints and keys, told apart by the log's number. Nothing here updates or deletes.

import type { FullTile } from '@fairtick/kernel/log/frontier';
import type { Queries } from '../database/pools.ts';
import type { StoredCheckpoint } from './types.ts';

/** A count or place of a log. int8 arrives as bigint or text, as the connection's parsers are. */
export function countOf(value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error('a number of the log is no safe integer');
  return number;
}

export async function begin(db: Queries): Promise<void> {
  await db.query('BEGIN ISOLATION LEVEL READ COMMITTED');
}

/** True when the server said that it committed; false when it rolled back instead. Throws when it did not say. */
export async function commit(db: Queries): Promise<boolean> {
  return (await db.query('COMMIT')).command === 'COMMIT';
}

export async function rollback(db: Queries): Promise<void> {
  await db.query('ROLLBACK');
}

/** Full tiles from..to-1 of a level, in order. */
export async function readTileRange(
  db: Queries,
  log: number,
  level: number,
  from: number,
  to: number,
): Promise<readonly Uint8Array[]> {
  const { rows } = await db.query(
    'SELECT hashes FROM log_tiles WHERE log = $1 AND level = $2 AND idx >= $3 AND idx < $4 ORDER BY idx',
    [log, level, from, to],
  );
  return rows.map((row) => row.hashes);
}

export async function readTiles(
  db: Queries,
  log: number,
  tiles: readonly { readonly level: number; readonly n: number }[],
): Promise<readonly FullTile[]> {
  const { rows } = await db.query(
    `SELECT level, idx, hashes FROM log_tiles
       JOIN unnest($2::smallint[], $3::bigint[]) AS wanted(level, idx) USING (level, idx) WHERE log = $1`,
    [log, tiles.map((tile) => tile.level), tiles.map((tile) => tile.n)],
  );
  return rows.map((row) => ({ level: countOf(row.level), n: countOf(row.idx), hashes: row.hashes }));
}

/** Inserts filled tiles as a step of the statement that writes a batch: one trip for both. Takes tileValues from $`first` on. */
export const insertTiles = (first: number): string =>
  `INSERT INTO log_tiles (log, level, idx, hashes)
   SELECT $${first}::smallint, * FROM unnest($${first + 1}::smallint[], $${first + 2}::bigint[], $${first + 3}::bytea[])`;

/** The four values of insertTiles. */
export const tileValues = (log: number, tiles: readonly FullTile[]): readonly unknown[] => [
  log,
  tiles.map((tile) => tile.level),
  tiles.map((tile) => tile.n),
  tiles.map((tile) => Buffer.from(tile.hashes)),
];

/** Of one epoch, or of all. */
export async function readNewestCheckpoint(
  db: Queries,
  log: number,
  epoch?: number,
): Promise<StoredCheckpoint | undefined> {
  const { rows } = await db.query(
    `SELECT epoch, size, root, note, created_time FROM log_checkpoints
     WHERE log = $1 AND ($2::int IS NULL OR epoch = $2) ORDER BY size DESC LIMIT 1`,
    [log, epoch],
  );
  return rows[0] && checkpointOf(rows[0]);
}

/** Stores the checkpoint unless its size has one of that epoch already; returns what is stored for the size. */
export async function keepCheckpoint(db: Queries, log: number, made: StoredCheckpoint): Promise<StoredCheckpoint> {
  await db.query(
    `INSERT INTO log_checkpoints (log, epoch, size, root, note, created_time) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (log, epoch, size) DO NOTHING`,
    [log, made.epoch, made.size, Buffer.from(made.root), made.note, made.createdTime],
  );
  const { rows } = await db.query(
    'SELECT epoch, size, root, note, created_time FROM log_checkpoints WHERE log = $1 AND epoch = $2 AND size = $3',
    [log, made.epoch, made.size],
  );
  if (!rows[0]) throw new Error('a checkpoint was not stored');
  return checkpointOf(rows[0]);
}

/** Checkpoints of more than `after` and at most `through` entries, smallest first. */
export async function readCheckpoints(
  db: Queries,
  log: number,
  after: number,
  through: number,
): Promise<readonly StoredCheckpoint[]> {
  const { rows } = await db.query(
    'SELECT epoch, size, root, note, created_time FROM log_checkpoints WHERE log = $1 AND size > $2 AND size <= $3 ORDER BY size, epoch',
    [log, after, through],
  );
  return rows.map(checkpointOf);
}

function checkpointOf(row: Record<string, unknown>): StoredCheckpoint {
  if (!(row.root instanceof Uint8Array)) throw new Error('a checkpoint has no root');
  return {
    epoch: countOf(row.epoch),
    size: countOf(row.size),
    root: new Uint8Array(row.root),
    note: String(row.note),
    createdTime: countOf(row.created_time),
  };
}

/** Rows that the log has in the shared tables. */
export async function countTree(
  db: Queries,
  log: number,
): Promise<{ readonly tiles: number; readonly checkpoints: number }> {
  const { rows } = await db.query(
    `SELECT (SELECT count(*) FROM log_tiles WHERE log = $1) AS tiles,
       (SELECT count(*) FROM log_checkpoints WHERE log = $1) AS checkpoints`,
    [log],
  );
  return { tiles: countOf(rows[0]?.tiles), checkpoints: countOf(rows[0]?.checkpoints) };
}

export interface LogKeyRow {
  readonly log: number;
  readonly origin: string;
  readonly publicKey: Uint8Array;
}

/** Of one log, or of all: one a log, unless its origin was changed or somebody tampered. */
export async function readKeys(db: Queries, log?: number): Promise<readonly LogKeyRow[]> {
  const { rows } = await db.query(
    'SELECT log, origin, public_key AS "publicKey" FROM log_keys WHERE $1::smallint IS NULL OR log = $1 ORDER BY log',
    [log],
  );
  return rows;
}

/** The public key by which the log is known; undefined where it has none yet. Throws where another log has the origin. */
export async function readKey(db: Queries, log: number, origin: string): Promise<Uint8Array | undefined> {
  const { rows } = await db.query('SELECT log, public_key FROM log_keys WHERE origin = $1', [origin]);
  const [row] = rows;
  if (!row) return undefined;
  if (countOf(row.log) !== log || !(row.public_key instanceof Uint8Array)) throw new Error(`${origin} is another log`);
  return new Uint8Array(row.public_key);
}

/** The log's first key, unless it has one. */
export async function keepKey(
  db: Queries,
  log: number,
  origin: string,
  publicKey: Uint8Array,
  nowMs: number,
): Promise<void> {
  await db.query(
    `INSERT INTO log_keys (log, origin, public_key, created_time) VALUES ($1, $2, $3, $4)
     ON CONFLICT (origin) DO NOTHING`,
    [log, origin, Buffer.from(publicKey), nowMs],
  );
}

export interface LogEpochRow {
  readonly number: number;
  readonly publicKey: Uint8Array;
  /** Signed by that key. */
  readonly note: string;
}

/** The open breaks of a log, oldest first. */
export async function readEpochs(db: Queries, log: number): Promise<readonly LogEpochRow[]> {
  const { rows } = await db.query(
    'SELECT number, public_key AS "publicKey", note FROM log_epochs WHERE log = $1 ORDER BY number',
    [log],
  );
  return rows;
}

/** As the owner. */
export async function insertEpoch(owner: Queries, log: number, row: LogEpochRow, nowMs: number): Promise<void> {
  await owner.query(
    'INSERT INTO log_epochs (log, number, public_key, note, created_time) VALUES ($1, $2, $3, $4, $5)',
    [log, row.number, Buffer.from(row.publicKey), row.note, nowMs],
  );
}
