// What a process knows of the committed log: its right edge and the next number of each pair. Never ahead of the database; brought up to it
// by reading what other servers added.

import { Frontier, levelsOf, partialWidth } from '@fairtick/kernel/log/frontier';
import { fullTileHash, TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import { sha256 } from './crypto.ts';
import { type Db, readLeaves, readTileRange } from './table.ts';
import { TickLogError } from './types.ts';

/** Replaced, never changed: whoever holds one holds one moment of the log. */
export interface LogState {
  readonly frontier: Frontier;
  /** Pairs that are absent must be asked for under the lock. */
  readonly nextSeqs: ReadonlyMap<number, number>;
}

/** Up to this many missed ticks are read one by one; more cost less as a fresh load. */
const MAX_CATCH_UP_TICKS = 8_192;

/** The state at `size`, which is committed, from stored tiles and the newest ticks alone. */
export async function loadState(db: Db, size: number): Promise<LogState> {
  const partial: Uint8Array[][] = [];
  for (let level = 0; level < levelsOf(size); level += 1) {
    const width = partialWidth(size, level);
    const to = Math.floor(size / TILE_WIDTH ** level);
    partial.push(width === 0 ? [] : await readHashes(db, level, to - width, to));
  }
  return { frontier: Frontier.of(sha256, size, partial), nextSeqs: new Map() };
}

async function readHashes(db: Db, level: number, from: number, to: number): Promise<Uint8Array[]> {
  if (level === 0) return (await readLeaves(db, from, to)).map((leaf) => leaf.leafHash);
  return (await readTileRange(db, level - 1, from, to)).map((tile) => fullTileHash(sha256, tile));
}

/** `state` brought to the committed `size`. Throws `corrupt` when the database has less than was committed before. */
export async function advanceState(db: Db, state: LogState, size: number): Promise<LogState> {
  const held = state.frontier.size;
  if (size === held) return state;
  if (size < held) {
    throw new TickLogError('corrupt', `the database has ${size} ticks where ${held} were committed: it was set back`);
  }
  const missed = size - held;
  const leaves = missed <= MAX_CATCH_UP_TICKS ? await readLeaves(db, held, size) : [];
  if (leaves.length !== missed) return loadState(db, size);
  const frontier = state.frontier.copy();
  const nextSeqs = new Map(state.nextSeqs);
  for (const leaf of leaves) {
    frontier.append(leaf.leafHash);
    nextSeqs.set(leaf.pairId, leaf.seq + 1);
  }
  return { frontier, nextSeqs };
}
