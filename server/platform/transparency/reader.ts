// What anybody may read of the log: tiles, entries, inclusion and consistency proofs. From stored tiles, and the growing ones in memory.

import { HASH_BYTES } from '@fairtick/kernel/log/merkle';
import {
  computeHash,
  computeProof,
  consistencyPlan,
  encodeEntryBundle,
  type HashPlan,
  inclusionPlan,
  MAX_TILE_LEVEL,
  rootPlan,
  TILE_WIDTH,
  type TileSource,
  tilesOf,
} from '@fairtick/kernel/log/tiles';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Pool } from 'pg';
import { sha256 } from './crypto.ts';
import type { LogView } from './log-view.ts';
import type { LogState } from './state.ts';
import { type PairText, storedEntry } from './stored-entry.ts';
import { readTicks, readTiles, type TickRow } from './table.ts';
import { TickLogError } from './types.ts';

/** Indexes one call may prove. */
export const MAX_PROVEN_TICKS = 256;

export interface ReaderOptions {
  readonly pool: Pool;
  readonly view: LogView;
  /** How the pair is written in entries. */
  readonly pairOf: (pairId: number) => PairText | undefined;
}

/** The index or size asked for is not in the committed log, or sizes are out of order. */
export type ProofRefusal = 'out_of_range';

export class LogReader {
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Audit paths, leaf to root, of each tick in the tree of `size`. */
  async inclusion(indexes: readonly number[], size: number): Promise<Result<readonly Uint8Array[][], ProofRefusal>> {
    const inside = indexes.every((index) => isCount(index) && index < size);
    const state = isCount(size) ? await this.#covering(size) : undefined;
    if (!inside || !state || indexes.length > MAX_PROVEN_TICKS) return err('out_of_range');
    const plans = indexes.map((index) => inclusionPlan(index, size));
    const hashes = computeProof(sha256, plans.flat(), await this.#tiles(plans.flat(), size, state));
    return ok(plans.map((plan) => hashes.splice(0, plan.length)));
  }

  /** Shows that the tree of size2 extends that of size1; 1 <= size1 <= size2. */
  async consistency(size1: number, size2: number): Promise<Result<readonly Uint8Array[], ProofRefusal>> {
    if (!isCount(size1) || !isCount(size2) || size1 < 1 || size1 > size2) return err('out_of_range');
    const state = await this.#covering(size2);
    if (!state) return err('out_of_range');
    const plans = consistencyPlan(size1, size2);
    return ok(computeProof(sha256, plans, await this.#tiles(plans, size2, state)));
  }

  /** The root of the committed tree of `size`. */
  async rootAt(size: number): Promise<Result<Uint8Array, ProofRefusal>> {
    const state = isCount(size) ? await this.#covering(size) : undefined;
    if (!state) return err('out_of_range');
    const plan = rootPlan(size);
    return ok(computeHash(sha256, plan, await this.#tiles([plan], size, state)));
  }

  /** The hashes of a tile, 32 bytes each; width undefined = full. undefined where the committed tree has it not. */
  async tile(level: number, n: number, width?: number): Promise<Uint8Array | undefined> {
    if (!isCount(level) || level > MAX_TILE_LEVEL || !isCount(n) || !isWidth(width)) return undefined;
    const hashes = width ?? TILE_WIDTH;
    const size = (n * TILE_WIDTH + hashes) * TILE_WIDTH ** level;
    const state = isCount(size) ? await this.#covering(size) : undefined;
    if (!state) return undefined;
    const source = await this.#read([{ level, n }], state);
    return source(level, n).slice(0, hashes * HASH_BYTES);
  }

  /** Entries n*256 and on as a bundle; undefined where the log has them not, 'gone' where it does not keep them all any more. */
  async entries(n: number, width?: number): Promise<Uint8Array | 'gone' | undefined> {
    if (!isCount(n) || !isWidth(width)) return undefined;
    const first = n * TILE_WIDTH;
    const end = first + (width ?? TILE_WIDTH);
    if (!isCount(end) || !(await this.#covering(end))) return undefined;
    const rows = await readTicks(this.#options.pool, first, end);
    return rows.length === end - first ? encodeEntryBundle(rows.map((row) => this.#entry(row))) : 'gone';
  }

  /** The entry as it was logged. */
  #entry(row: TickRow): Uint8Array {
    const pair = this.#options.pairOf(row.pairId);
    if (!pair) throw new TickLogError('corrupt', `a tick of an unknown pair ${row.pairId}`);
    const entry = storedEntry(row, pair);
    if (entry) return entry;
    throw new TickLogError('corrupt', `tick ${row.seq} of ${pair.code} is not what its hash says`);
  }

  async #covering(size: number): Promise<LogState | undefined> {
    const { view } = this.#options;
    const state = view.state.frontier.size >= size ? view.state : await view.sync();
    return state.frontier.size >= size ? state : undefined;
  }

  #tiles(plans: readonly HashPlan[], size: number, state: LogState): Promise<TileSource> {
    const wanted = tilesOf(plans, size).map((tile) => ({ level: Number(tile.level), n: tile.n }));
    return this.#read(wanted, state);
  }

  /** Full tiles from the database, growing ones from `state`, which covers all that is wanted. */
  async #read(wanted: readonly { readonly level: number; readonly n: number }[], state: LogState): Promise<TileSource> {
    const held = new Map<string, Uint8Array>();
    const stored: { readonly level: number; readonly n: number }[] = [];
    for (const { level, n } of wanted) {
      const partial = state.frontier.partialTile(level, n);
      if (partial) held.set(`${level}/${n}`, partial);
      else stored.push({ level, n });
    }
    if (stored.length > 0) {
      for (const tile of await readTiles(this.#options.pool, stored)) held.set(`${tile.level}/${tile.n}`, tile.hashes);
    }
    return (level, n) => {
      const tile = held.get(`${level}/${n}`);
      if (!tile) throw new TickLogError('corrupt', `tile ${level}/${n} is missing`);
      return tile;
    };
  }
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isWidth = (width: number | undefined): boolean =>
  width === undefined || (Number.isInteger(width) && width >= 1 && width < TILE_WIDTH);
