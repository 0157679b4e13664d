// The right edge of a growing log: per tile level the hashes not yet in a full tile. All that an appender must hold in memory.

import { concat, equalBytes } from '../bytes.ts';
import { HASH_BYTES, type Sha256 } from './merkle.ts';
import { computeHash, fullTileHash, rootPlan, TILE_WIDTH, tileWidth } from './tiles.ts';

export interface FullTile {
  readonly level: number;
  readonly n: number;
  /** 256 hashes, 8,192 bytes. */
  readonly hashes: Uint8Array;
}

export class Frontier {
  readonly #sha256: Sha256;
  readonly #levels: Uint8Array[][];
  #size: number;

  private constructor(sha256: Sha256, size: number, levels: Uint8Array[][]) {
    this.#sha256 = sha256;
    this.#size = size;
    this.#levels = levels;
  }

  static empty(sha256: Sha256): Frontier {
    return new Frontier(sha256, 0, []);
  }

  /** From the partial tiles of a tree of `size` leaves, lowest level first. Throws unless each has its exact width. */
  static of(sha256: Sha256, size: number, partial: readonly (readonly Uint8Array[])[]): Frontier {
    const levels = partial.map((hashes) => [...hashes]);
    const depth = levelsOf(size);
    for (let level = 0; level < Math.max(depth, levels.length); level += 1) {
      const hashes = levels[level] ?? [];
      const width = partialWidth(size, level);
      if (hashes.length !== width || hashes.some((hash) => hash.length !== HASH_BYTES)) {
        throw new Error(`level ${level} of the tree does not have the hashes its size needs`);
      }
    }
    return new Frontier(sha256, size, levels);
  }

  /** Leaves in the tree. */
  get size(): number {
    return this.#size;
  }

  copy(): Frontier {
    return new Frontier(
      this.#sha256,
      this.#size,
      this.#levels.map((hashes) => [...hashes]),
    );
  }

  /** Adds a leaf; returns the tiles it filled, lowest level first. */
  append(leaf: Uint8Array): readonly FullTile[] {
    if (leaf.length !== HASH_BYTES) throw new Error('a leaf hash has 32 bytes');
    const filled: FullTile[] = [];
    this.#size += 1;
    let carried: Uint8Array | undefined = leaf;
    for (let level = 0; carried; level += 1) {
      const hashes: Uint8Array[] = this.#levels[level] ?? [];
      hashes.push(carried);
      carried = undefined;
      this.#levels[level] = hashes;
      if (hashes.length === TILE_WIDTH) {
        const tile: FullTile = { level, n: this.#size / TILE_WIDTH ** (level + 1) - 1, hashes: concat(...hashes) };
        filled.push(tile);
        this.#levels[level] = [];
        carried = fullTileHash(this.#sha256, tile.hashes);
      }
    }
    return filled;
  }

  root(): Uint8Array {
    return computeHash(this.#sha256, rootPlan(this.#size), (level) => this.#joined(level));
  }

  /** The hashes of tile n of a level where that is the growing one; undefined where it is a full tile or lies beyond the tree. */
  partialTile(level: number, n: number): Uint8Array | undefined {
    const width = tileWidth(level, n, this.#size);
    return width > 0 && width < TILE_WIDTH ? this.#joined(level) : undefined;
  }

  equals(other: Frontier): boolean {
    return this.#size === other.#size && equalBytes(this.root(), other.root());
  }

  #joined(level: number): Uint8Array {
    return concat(...(this.#levels[level] ?? []));
  }
}

/** Tile levels that a tree of this size has hashes in. */
export function levelsOf(size: number): number {
  let levels = 0;
  for (let hashes = size; hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH)) levels += 1;
  return levels;
}

/** Width of the growing tile of a level: 0 to 255. */
export const partialWidth = (size: number, level: number): number =>
  Math.floor(size / TILE_WIDTH ** level) % TILE_WIDTH;
