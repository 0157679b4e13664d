// Grows the tree again, leaf by leaf, and holds against it what was stored, served and signed. No I/O.

import { equalBytes } from '@fairtick/kernel/bytes';
import { Frontier, type FullTile, levelsOf } from '@fairtick/kernel/log/frontier';
import type { TickEntry } from '@fairtick/kernel/log/tick-entry';
import { sha256 } from '../platform/transparency/crypto.ts';
import type { Findings } from './findings.ts';
import type { Remembered } from './memory.ts';

export class LogWalk {
  readonly #findings: Findings;
  readonly #frontier: Frontier;
  readonly #remembered: Remembered | undefined;
  readonly #nextSeqs = new Map<string, number>();
  readonly #fromStart: boolean;
  /** Ticks that went by as hashes alone and are not yet accounted for in a pair's numbers. */
  #unseen = 0;
  #receivedTime = 0;

  /** `frontier`: the tree so far, proven already; empty to begin with the first tick. */
  constructor(findings: Findings, remembered?: Remembered, frontier: Frontier = Frontier.empty(sha256)) {
    this.#findings = findings;
    this.#remembered = remembered;
    this.#frontier = frontier;
    this.#fromStart = frontier.size === 0;
    this.#compareMemory();
  }

  get size(): number {
    return this.#frontier.size;
  }

  get lastReceivedTime(): number {
    return this.#receivedTime;
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

  /** The next tick: its leaf, and what the entry says where it could be read. Returns the tiles it filled. */
  add(leaf: Uint8Array, tick: Pick<TickEntry, 'pair' | 'seq' | 'receivedTime'> | undefined): readonly FullTile[] {
    if (tick) this.#compareOrder(tick);
    const filled = this.#frontier.append(leaf);
    this.#compareMemory();
    return filled;
  }

  /** The next tick where it is no longer kept: its hash alone. */
  skip(leaf: Uint8Array): readonly FullTile[] {
    this.#unseen += 1;
    return this.add(leaf, undefined);
  }

  /** Ticks of a pair are numbered without a gap but for those no longer kept, and nothing is received before what stands before it. */
  #compareOrder({ pair, seq, receivedTime }: Pick<TickEntry, 'pair' | 'seq' | 'receivedTime'>): void {
    const expected = this.#nextSeqs.get(pair) ?? (this.#fromStart ? 0 : seq);
    const jump = seq - expected;
    if (jump > 0 && jump <= this.#unseen) this.#unseen -= jump;
    else if (jump !== 0)
      this.#findings.add(`tick ${this.size} is number ${seq} of ${pair} where ${expected} was to come`);
    this.#nextSeqs.set(pair, seq + 1);
    if (receivedTime < this.#receivedTime)
      this.#findings.add(`tick ${this.size} was received before the tick before it`);
    this.#receivedTime = Math.max(this.#receivedTime, receivedTime);
  }

  #compareMemory(): void {
    if (this.#remembered?.size !== this.size || equalBytes(this.root(), this.#remembered.root)) return;
    this.#findings.add(`the first ${this.size} ticks are not those that an earlier audit saw: the past was rewritten`);
  }
}
