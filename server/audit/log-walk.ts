// Grows a tree again, leaf by leaf, and holds against it what an earlier audit remembers. No I/O, and no idea of what a leaf stands for.

import { equalBytes } from '@fairtick/kernel/bytes';
import { Frontier, type FullTile, levelsOf } from '@fairtick/kernel/log/frontier';
import { sha256 } from '../platform/transparency/index.ts';
import type { Findings } from './findings.ts';
import type { Remembered } from './memory.ts';

export interface WalkOptions {
  readonly findings: Findings;
  /** What the log's entries are called in findings. */
  readonly noun: string;
  readonly remembered?: Remembered | undefined;
  /** The tree so far, proven already; absent to begin with the first entry. */
  readonly begun?: Frontier;
}

export class LogWalk {
  readonly #options: WalkOptions;
  readonly #frontier: Frontier;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#frontier = options.begun ?? Frontier.empty(sha256);
    this.#compareMemory();
  }

  get size(): number {
    return this.#frontier.size;
  }

  root(): Uint8Array {
    return this.#frontier.root();
  }

  /** The growing tiles at the end, one a level where there is one. */
  partialTiles(): FullTile[] {
    const tiles: FullTile[] = [];
    for (let level = 0; level < levelsOf(this.size); level += 1) {
      const n = Math.floor(this.size / 256 ** (level + 1));
      const hashes = this.#frontier.partialTile(level, n);
      if (hashes) tiles.push({ level, n, hashes });
    }
    return tiles;
  }

  /** Returns the tiles that the leaf filled. */
  add(leaf: Uint8Array): readonly FullTile[] {
    const filled = this.#frontier.append(leaf);
    this.#compareMemory();
    return filled;
  }

  #compareMemory(): void {
    const { findings, noun, remembered } = this.#options;
    if (remembered?.size !== this.size || equalBytes(this.root(), remembered.root)) return;
    findings.add(`the first ${this.size} ${noun} are not those that an earlier audit saw: the past was rewritten`);
  }
}
