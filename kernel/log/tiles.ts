// The log as tiles (C2SP tlog-tiles): paths, which tiles a root or proof needs, and computing it from them. No I/O: whoever calls
// fetches or reads the tiles. What comes out of tiles is proven by checking it against a checkpoint (merkle.ts), not by trusting them.

import { concat } from '../bytes.ts';
import { err, ok, type Result } from '../result.ts';
import { emptyRoot, HASH_BYTES, nodeHash, rootOfLeafHashes, type Sha256, splitPoint } from './merkle.ts';

const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;
/** 256^6 leaves a hash at the highest level is all that a safe integer can count. */
export const MAX_TILE_LEVEL = 6;

/** Hashes (or, for `entries`, log entries) n*256 .. n*256+width-1 of a level; width 256 is a full tile. */
export interface TileRef {
  readonly level: number | 'entries';
  readonly n: number;
  readonly width: number;
}

/** tile/<L>/<N>[.p/<W>] below the log's prefix. */
export function tilePath(tile: TileRef): string {
  let groups = (tile.n % 1000).toString().padStart(3, '0');
  for (let rest = Math.floor(tile.n / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups = `x${(rest % 1000).toString().padStart(3, '0')}/${groups}`;
  }
  return `tile/${tile.level}/${groups}${tile.width === TILE_WIDTH ? '' : `.p/${tile.width}`}`;
}

const TILE_PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile a path names, or undefined: only the one canonical spelling is read. */
export function parseTilePath(path: string): TileRef | undefined {
  const match = TILE_PATH.exec(path);
  if (!match) return undefined;
  const [, level = '', groups = '', partial] = match;
  const n = Number(groups.replace(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (!Number.isSafeInteger(n) || (partial !== undefined && width >= TILE_WIDTH)) return undefined;
  if (level !== 'entries' && Number(level) > 63) return undefined;
  const tile: TileRef = { level: level === 'entries' ? 'entries' : Number(level), n, width };
  return tilePath(tile) === path ? tile : undefined;
}

/** How many hashes tile n of a level has in a tree of `size` leaves: 0 to 256. */
export function tileWidth(level: number, n: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - n * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}

/** A perfect subtree: the 2^height leaves from index * 2^height on. */
interface Subtree {
  readonly height: number;
  readonly index: number;
}
/** One hash of the tree as perfect subtrees from left to right, heights falling; they join from the right. Empty: the empty tree. */
export type HashPlan = readonly Subtree[];

/** Hashes lo..hi-1 where lo is a multiple of every power of two up to hi-lo. */
function rangePlan(lo: number, hi: number): HashPlan {
  const plan: Subtree[] = [];
  let at = lo;
  let height = Math.floor(Math.log2(Math.max(1, hi - lo))) + 1;
  for (; height >= 0; height -= 1) {
    const leaves = 2 ** height;
    if (hi - at >= leaves) {
      plan.push({ height, index: at / leaves });
      at += leaves;
    }
  }
  return plan;
}

export const rootPlan = (size: number): HashPlan => rangePlan(0, size);

/** What an inclusion proof consists of, leaf to root. 0 <= index < size. */
export function inclusionPlan(index: number, size: number): readonly HashPlan[] {
  if (!(index >= 0 && index < size)) throw new Error('index outside the tree');
  const plans: HashPlan[] = [];
  let lo = 0;
  let hi = size;
  while (hi - lo > 1) {
    const middle = lo + splitPoint(hi - lo);
    if (index < middle) {
      plans.push(rangePlan(middle, hi));
      hi = middle;
    } else {
      plans.push(rangePlan(lo, middle));
      lo = middle;
    }
  }
  return plans.reverse();
}

/** What a consistency proof consists of, in RFC 6962's order. 1 <= size1 <= size2. */
export function consistencyPlan(size1: number, size2: number): readonly HashPlan[] {
  if (!(size1 >= 1 && size1 <= size2)) throw new Error('sizes out of order');
  const plans: HashPlan[] = [];
  let lo = 0;
  let hi = size2;
  while (hi !== size1) {
    const middle = lo + splitPoint(hi - lo);
    if (size1 <= middle) {
      plans.push(rangePlan(middle, hi));
      hi = middle;
    } else {
      plans.push(rangePlan(lo, middle));
      lo = middle;
    }
  }
  // The old tree itself is left out where it is one perfect subtree from 0: the verifier has its root.
  if (lo > 0) plans.push(rangePlan(lo, hi));
  return plans.reverse();
}

/** The tiles that the plans read, each once, as wide as they are in a tree of `size` leaves. */
export function tilesOf(plans: readonly HashPlan[], size: number): readonly TileRef[] {
  const tiles = new Map<string, TileRef>();
  for (const { height, index } of plans.flat()) {
    const level = Math.floor(height / TILE_HEIGHT);
    const n = Math.floor((index * 2 ** (height % TILE_HEIGHT)) / TILE_WIDTH);
    tiles.set(`${level}/${n}`, { level, n, width: tileWidth(level, n, size) });
  }
  return [...tiles.values()];
}

/** Hands out a tile's hashes, one after another: at least as wide as the plan needs. May throw when it has not got it. */
export type TileSource = (level: number, n: number) => Uint8Array;

/** The hash that a plan stands for. Throws when a tile is too short. */
export function computeHash(sha256: Sha256, plan: HashPlan, tiles: TileSource): Uint8Array {
  return joinPlan(sha256, plan, subtreeHasher(sha256, tiles));
}

/** The hashes of several plans. What they have in common is hashed once, so many proofs in one tile cost little more than one. */
export function computeProof(sha256: Sha256, plans: readonly HashPlan[], tiles: TileSource): Uint8Array[] {
  const hashOf = subtreeHasher(sha256, tiles);
  return plans.map((plan) => joinPlan(sha256, plan, hashOf));
}

/** The hash over a full tile: one hash of the level above. */
export function fullTileHash(sha256: Sha256, hashes: Uint8Array): Uint8Array {
  if (hashes.length !== TILE_WIDTH * HASH_BYTES) throw new Error('not a full tile');
  const row = Array.from({ length: TILE_WIDTH }, (_, i) => hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
  return rootOfLeafHashes(sha256, row);
}

type SubtreeHasher = (height: number, index: number) => Uint8Array;

function joinPlan(sha256: Sha256, plan: HashPlan, hashOf: SubtreeHasher): Uint8Array {
  let hash: Uint8Array | undefined;
  for (const subtree of [...plan].reverse()) {
    const left = hashOf(subtree.height, subtree.index);
    hash = hash ? nodeHash(sha256, left, hash) : left;
  }
  return hash ?? emptyRoot(sha256);
}

/** Reads hashes that stand in a tile and joins the others from below; remembers what it joined. At most 7 deep. */
function subtreeHasher(sha256: Sha256, tiles: TileSource): SubtreeHasher {
  const known = new Map<string, Uint8Array>();
  const hashOf: SubtreeHasher = (height, index) => {
    if (height % TILE_HEIGHT === 0) return readHash(tiles, height / TILE_HEIGHT, index);
    const key = `${height}/${index}`;
    const hash = known.get(key) ?? nodeHash(sha256, hashOf(height - 1, index * 2), hashOf(height - 1, index * 2 + 1));
    known.set(key, hash);
    return hash;
  };
  return hashOf;
}

function readHash(tiles: TileSource, level: number, index: number): Uint8Array {
  const n = Math.floor(index / TILE_WIDTH);
  const at = (index - n * TILE_WIDTH) * HASH_BYTES;
  const hash = tiles(level, n).subarray(at, at + HASH_BYTES);
  if (hash.length !== HASH_BYTES) throw new Error('tile is shorter than its place in the tree needs');
  return hash.slice();
}

/** Entries one after another, each behind its length in two bytes, big end first. An entry has at most 65,535 bytes. */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (const entry of entries) {
    if (entry.length > 0xffff) throw new Error('entry too long for a bundle');
    parts.push(Uint8Array.of(Math.floor(entry.length / 256), entry.length % 256), entry);
  }
  return concat(...parts);
}

export type BundleError = 'cut_off' | 'too_many';

/** The entries of a bundle; at most 256. */
export function decodeEntryBundle(bytes: Uint8Array): Result<readonly Uint8Array[], BundleError> {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (entries.length === TILE_WIDTH) return err('too_many');
    const [high, low] = bytes.subarray(at, at + 2);
    if (high === undefined || low === undefined) return err('cut_off');
    const end = at + 2 + high * 256 + low;
    if (end > bytes.length) return err('cut_off');
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  return ok(entries);
}
