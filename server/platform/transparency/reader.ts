// What anybody may read of the log: tiles, entries, inclusion and consistency proofs. From stored tiles, and the growing ones in memory.

import type { Frontier } from '@fairtick/kernel/log/frontier';
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
import type { LogRows } from './entry-store.ts';
import type { LogView } from './log-view.ts';
import { readTiles } from './table.ts';
import { TransparencyError } from './types.ts';

/** Indexes one call may prove. */
const MAX_PROVEN_ENTRIES = 256;

export interface ReaderOptions {
  readonly pool: Pool;
  readonly view: LogView;
  readonly rows: LogRows;
}

/** The index or size asked for is not in the committed log, or sizes are out of order. */
export type ProofRefusal = 'out_of_range';

export class LogReader {
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Audit paths, leaf to root, of each entry in the tree of `size`. */
  async inclusion(indexes: readonly number[], size: number): Promise<Result<readonly Uint8Array[][], ProofRefusal>> {
    const inside = indexes.every((index) => isCount(index) && index < size);
    const frontier = isCount(size) ? await this.#covering(size) : undefined;
    if (!inside || !frontier || indexes.length > MAX_PROVEN_ENTRIES) return err('out_of_range');
    const plans = indexes.map((index) => inclusionPlan(index, size));
    const hashes = computeProof(sha256, plans.flat(), await this.#tiles(plans.flat(), size, frontier));
    return ok(plans.map((plan) => hashes.splice(0, plan.length)));
  }

  /** Shows that the tree of size2 extends that of size1; 1 <= size1 <= size2. */
  async consistency(size1: number, size2: number): Promise<Result<readonly Uint8Array[], ProofRefusal>> {
    if (!isCount(size1) || !isCount(size2) || size1 < 1 || size1 > size2) return err('out_of_range');
    const frontier = await this.#covering(size2);
    if (!frontier) return err('out_of_range');
    const plans = consistencyPlan(size1, size2);
    return ok(computeProof(sha256, plans, await this.#tiles(plans, size2, frontier)));
  }

  /** The root of the committed tree of `size`. */
  async rootAt(size: number): Promise<Result<Uint8Array, ProofRefusal>> {
    const frontier = isCount(size) ? await this.#covering(size) : undefined;
    if (!frontier) return err('out_of_range');
    const plan = rootPlan(size);
    return ok(computeHash(sha256, plan, await this.#tiles([plan], size, frontier)));
  }

  /** The hashes of a tile, 32 bytes each; width undefined = full. undefined where the committed tree has it not. */
  async tile(level: number, n: number, width?: number): Promise<Uint8Array | undefined> {
    if (!isCount(level) || level > MAX_TILE_LEVEL || !isCount(n) || !isWidth(width)) return undefined;
    const hashes = width ?? TILE_WIDTH;
    const size = (n * TILE_WIDTH + hashes) * TILE_WIDTH ** level;
    const frontier = isCount(size) ? await this.#covering(size) : undefined;
    if (!frontier) return undefined;
    const source = await this.#read([{ level, n }], frontier);
    return source(level, n).slice(0, hashes * HASH_BYTES);
  }

  /** Entries n*256 and on as a bundle; undefined where the log has them not, 'gone' where it does not keep them all any more. */
  async entries(n: number, width?: number): Promise<Uint8Array | 'gone' | undefined> {
    if (!isCount(n) || !isWidth(width)) return undefined;
    const first = n * TILE_WIDTH;
    const end = first + (width ?? TILE_WIDTH);
    if (!isCount(end) || !(await this.#covering(end))) return undefined;
    const { pool, rows } = this.#options;
    const entries = await rows.readEntries(pool, first, end);
    return entries.length === end - first ? encodeEntryBundle(entries) : 'gone';
  }

  async #covering(size: number): Promise<Frontier | undefined> {
    const { view } = this.#options;
    const frontier = view.frontier.size >= size ? view.frontier : await view.sync();
    return frontier.size >= size ? frontier : undefined;
  }

  #tiles(plans: readonly HashPlan[], size: number, frontier: Frontier): Promise<TileSource> {
    const wanted = tilesOf(plans, size).map((tile) => ({ level: Number(tile.level), n: tile.n }));
    return this.#read(wanted, frontier);
  }

  /** Full tiles from the database, growing ones from `frontier`, which covers all that is wanted. */
  async #read(
    wanted: readonly { readonly level: number; readonly n: number }[],
    frontier: Frontier,
  ): Promise<TileSource> {
    const held = new Map<string, Uint8Array>();
    const stored: { readonly level: number; readonly n: number }[] = [];
    for (const { level, n } of wanted) {
      const partial = frontier.partialTile(level, n);
      if (partial) held.set(`${level}/${n}`, partial);
      else stored.push({ level, n });
    }
    if (stored.length > 0) {
      for (const tile of await readTiles(this.#options.pool, this.#options.rows.log, stored))
        held.set(`${tile.level}/${tile.n}`, tile.hashes);
    }
    return (level, n) => {
      const tile = held.get(`${level}/${n}`);
      if (!tile) throw new TransparencyError('corrupt', `tile ${level}/${n} is missing`);
      return tile;
    };
  }
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isWidth = (width: number | undefined): boolean =>
  width === undefined || (Number.isInteger(width) && width >= 1 && width < TILE_WIDTH);
