// The right edge of the committed log: all that a process must hold to append, sign and serve. Never ahead of the database; brought up to it by
// reading what other servers added.

import { Frontier, levelsOf, partialWidth } from '@fairtick/kernel/log/frontier';
import { fullTileHash, TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import type { Queries } from '../database/pools.ts';
import { sha256 } from './crypto.ts';
import type { LogRows } from './entry-store.ts';
import { readTileRange } from './table.ts';
import { TransparencyError } from './types.ts';

/** Up to this many missed leaves are read one by one; more cost less as a fresh load. */
const MAX_CATCH_UP_LEAVES = 8_192;

/** The frontier at `size`, which is committed, from stored tiles and the newest leaves alone. */
export async function loadFrontier(db: Queries, rows: LogRows, size: number): Promise<Frontier> {
  const partial: (readonly Uint8Array[])[] = [];
  for (let level = 0; level < levelsOf(size); level += 1) {
    const width = partialWidth(size, level);
    const to = Math.floor(size / TILE_WIDTH ** level);
    partial.push(width === 0 ? [] : await readHashes(db, rows, level, to - width, to));
  }
  return Frontier.of(sha256, size, partial);
}

async function readHashes(
  db: Queries,
  rows: LogRows,
  level: number,
  from: number,
  to: number,
): Promise<readonly Uint8Array[]> {
  if (level === 0) return rows.readLeaves(db, from, to);
  return (await readTileRange(db, rows.log, level - 1, from, to)).map((tile) => fullTileHash(sha256, tile));
}

/** `frontier` brought to the committed `size`, as a new one. Throws `corrupt` when the database has less than was committed before. */
export async function advanceFrontier(db: Queries, rows: LogRows, frontier: Frontier, size: number): Promise<Frontier> {
  const held = frontier.size;
  if (size === held) return frontier;
  if (size < held) {
    throw new TransparencyError(
      'corrupt',
      `the database has ${size} entries where ${held} were committed: it was set back`,
    );
  }
  const missed = size - held;
  const leaves = missed <= MAX_CATCH_UP_LEAVES ? await rows.readLeaves(db, held, size) : [];
  if (leaves.length !== missed) return loadFrontier(db, rows, size);
  const advanced = frontier.copy();
  for (const leaf of leaves) advanced.append(leaf);
  return advanced;
}
