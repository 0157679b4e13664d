// Entries kept as the bytes they are, for logs whose entries nothing else reads. Such a log needs a row in log_heads, given by a migration.

import type { FullTile } from '@fairtick/kernel/log/frontier';
import { leafHash } from '@fairtick/kernel/log/merkle';
import type { Queries } from '../database/pools.ts';
import { sha256 } from './crypto.ts';
import type { EntryStore, LockedHead, PlacedEntries } from './entry-store.ts';
import { countOf, insertTiles, tileValues } from './table.ts';
import { TransparencyError } from './types.ts';

/** What a bundle of entries can carry of one. */
const MAX_ENTRY_BYTES = 65_535;

/** `Logged` is the entry's place. */
export type PlainStore = EntryStore<Uint8Array, number, undefined>;

/** `log` and `name` as the migration gave them; reading fails where they do not belong together. */
export function plainStore(log: number, name: string): PlainStore {
  const sizeOf = (row: Record<string, unknown> | undefined): number => {
    if (!row) throw new Error(`the database has no log ${log} by the name of ${name}`);
    return countOf(row.size);
  };
  return {
    log,
    refusal: (entry) => (entry.length > MAX_ENTRY_BYTES ? 'an entry is longer than 65,535 bytes' : undefined),
    readSize: async (db) => {
      const { rows } = await db.query('SELECT size FROM log_heads WHERE log = $1 AND name = $2', [log, name]);
      return sizeOf(rows[0]);
    },
    readLeaves: async (db, from, to) => (await readPlain(db, log, from, to)).map((row) => row.leafHash),
    readEntries: async (db, from, to) =>
      (await readPlain(db, log, from, to)).map(({ entry, leafHash: stored }, i) => {
        if (Buffer.compare(leafHash(sha256, entry), stored) === 0) return entry;
        throw new TransparencyError('corrupt', `entry ${from + i} of ${name} is not what its hash says`);
      }),
    lockHead: async (tx) => {
      const { rows } = await tx.query('SELECT size FROM log_heads WHERE log = $1 AND name = $2 FOR UPDATE', [
        log,
        name,
      ]);
      return headOf(tx, log, sizeOf(rows[0]));
    },
  };
}

export interface PlainRow {
  readonly entry: Uint8Array;
  readonly leafHash: Uint8Array;
}

/** Entries from..to-1 of the log, in order. */
export async function readPlain(db: Queries, log: number, from: number, to: number): Promise<readonly PlainRow[]> {
  const { rows } = await db.query(
    'SELECT entry, leaf_hash AS "leafHash" FROM log_entries WHERE log = $1 AND idx >= $2 AND idx < $3 ORDER BY idx',
    [log, from, to],
  );
  return rows;
}

/** Every log of plain entries. */
export async function readPlainLogs(
  db: Queries,
): Promise<readonly { readonly log: number; readonly name: string; readonly size: number }[]> {
  const { rows } = await db.query('SELECT log, name, size FROM log_heads ORDER BY log');
  return rows.map((row) => ({ log: countOf(row.log), name: String(row.name), size: countOf(row.size) }));
}

function headOf(tx: Queries, log: number, size: number): LockedHead<Uint8Array, number, undefined> {
  return {
    size,
    place: async (entries): Promise<PlacedEntries<number, undefined>> => {
      const leaves = entries.map((entry) => leafHash(sha256, entry));
      return {
        logged: entries.map((_, i) => size + i),
        leaves,
        memory: undefined,
        write: (tiles) => writePlain(tx, log, size, entries, leaves, tiles),
      };
    },
  };
}

async function writePlain(
  tx: Queries,
  log: number,
  size: number,
  entries: readonly Uint8Array[],
  leaves: readonly Uint8Array[],
  tiles: readonly FullTile[],
): Promise<void> {
  const written = await tx.query(
    `WITH new_entries AS (
       INSERT INTO log_entries (log, idx, entry, leaf_hash)
       SELECT $1::smallint, * FROM unnest($2::bigint[], $3::bytea[], $4::bytea[])
     ), new_tiles AS (
       ${insertTiles(5)}
     )
     UPDATE log_heads SET size = $9 WHERE log = $1 AND size = $10`,
    [
      log,
      entries.map((_, i) => size + i),
      entries.map((entry) => Buffer.from(entry)),
      leaves.map((leaf) => Buffer.from(leaf)),
      ...tileValues(log, tiles),
      size + entries.length,
      size,
    ],
  );
  if (written.rowCount !== 1) throw new Error('the head moved under its lock');
}
