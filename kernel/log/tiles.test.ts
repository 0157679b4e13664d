// Tile paths as tlog-tiles has them; roots and proofs computed from tiles equal those of the definition.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat } from '../bytes.ts';
import { Frontier, type FullTile, partialWidth } from './frontier.ts';
import { leafHash, verifyConsistency, verifyInclusion } from './merkle.ts';
import { LEAVES, ROOTS, sha256 } from './published.fixture.ts';
import { slowConsistency, slowInclusion, slowRoot } from './slow-tree.fixture.ts';
import {
  computeHash,
  computeProof,
  consistencyPlan,
  decodeEntryBundle,
  encodeEntryBundle,
  inclusionPlan,
  parseTilePath,
  rootPlan,
  type TileRef,
  type TileSource,
  tilePath,
  tilesOf,
  tileWidth,
} from './tiles.ts';

describe('paths', () => {
  const KNOWN: readonly [TileRef, string][] = [
    [{ level: 0, n: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, n: 0, width: 255 }, 'tile/0/000.p/255'],
    [{ level: 0, n: 273, width: 112 }, 'tile/0/273.p/112'],
    [{ level: 1, n: 1_234_067, width: 256 }, 'tile/1/x001/x234/067'],
    [{ level: 'entries', n: 123_456_789, width: 256 }, 'tile/entries/x123/x456/789'],
    [{ level: 'entries', n: 123_456_789_000, width: 1 }, 'tile/entries/x123/x456/x789/000.p/1'],
    [{ level: 63, n: 1_000, width: 256 }, 'tile/63/x001/000'],
  ];

  test('published examples are written and read', () => {
    for (const [tile, path] of KNOWN) {
      expect(tilePath(tile)).toBe(path);
      expect(parseTilePath(path)).toEqual(tile);
    }
  });

  test('any other spelling is not a path', () => {
    for (const path of [
      'tile/00/000',
      'tile/64/000',
      'tile/-1/000',
      'tile/0/0',
      'tile/0/x000/001',
      'tile/0/001/x002',
      'tile/0/1000',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000.p/01',
      'tile/0/000.p/',
      'tile/0/000/',
      '/tile/0/000',
      'tile/data/000',
      'tile/0/x999/x999/x999/x999/x999/999',
    ]) {
      expect(parseTilePath(path), path).toBeUndefined();
    }
  });
});

test('a tree of 70,000 has the tile widths that the specification names', () => {
  const widths = (level: number): readonly number[] =>
    Array.from({ length: 300 }, (_, n) => tileWidth(level, n, 70_000)).filter((width) => width > 0);
  expect(widths(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112]);
  expect(widths(1)).toEqual([256, 17]);
  expect(widths(2)).toEqual([1]);
  expect(widths(3)).toEqual([]);
  expect([tileWidth(0, 0, 256), tileWidth(1, 0, 256)]).toEqual([256, 1]);
});

/** Two full levels and more, so that proofs cross tiles. */
const COUNT = 66_100;
const HASHES = Array.from({ length: COUNT }, (_, i) => leafHash(sha256, Uint8Array.of(i >> 16, i >> 8, i)));

/** All tiles of the first `size` leaves, built by the frontier alone. */
function tree(size: number): { frontier: Frontier; source: TileSource; full: Map<string, Uint8Array> } {
  const frontier = Frontier.empty(sha256);
  const full = new Map<string, Uint8Array>();
  const keep = (tile: FullTile): void => void full.set(`${tile.level}/${tile.n}`, tile.hashes);
  for (const hash of HASHES.slice(0, size)) frontier.append(hash).forEach(keep);
  const source: TileSource = (level, n) => {
    const tile = full.get(`${level}/${n}`) ?? frontier.partialTile(level, n);
    if (!tile) throw new Error(`no tile ${level}/${n}`);
    return tile;
  };
  return { frontier, source, full };
}

const BIG = tree(COUNT);
const slowRoots = new Map<number, Uint8Array>();
function rootAt(size: number): Uint8Array {
  const known = slowRoots.get(size) ?? slowRoot(sha256, HASHES.slice(0, size));
  slowRoots.set(size, known);
  return known;
}

describe('from tiles', () => {
  test('the published roots', () => {
    const frontier = Frontier.empty(sha256);
    expect(frontier.root()).toEqual(ROOTS[0]);
    for (const [i, leaf] of LEAVES.entries()) {
      frontier.append(leafHash(sha256, leaf));
      expect(frontier.root()).toEqual(ROOTS[i + 1]);
    }
  });

  test('roots of every size up to 600, and of sizes around each tile border', () => {
    const sizes = [...Array(600).keys(), 65_535, 65_536, 65_537, 65_791, 65_792, 65_793, COUNT];
    const frontier = Frontier.empty(sha256);
    for (const size of sizes) {
      while (frontier.size < size) frontier.append(HASHES[frontier.size] ?? new Uint8Array(0));
      expect(frontier.root(), `size ${size}`).toEqual(rootAt(size));
      expect(computeHash(sha256, rootPlan(size), BIG.source)).toEqual(rootAt(size));
    }
  });

  test('proofs in small trees are, hash for hash, those of the definition', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), fc.nat(699), (size, other) => {
        const list = HASHES.slice(0, size);
        const index = other % size;
        const inclusion = computeProof(sha256, inclusionPlan(index, size), BIG.source);
        expect(inclusion).toEqual(slowInclusion(sha256, index, list));
        const consistency = computeProof(sha256, consistencyPlan(index + 1, size), BIG.source);
        expect(consistency).toEqual(slowConsistency(sha256, index + 1, list));
      }),
      { numRuns: 60 },
    );
  });

  test('proofs in a tree of three tile levels verify', () => {
    const sizes = [65_535, 65_536, 65_537, 65_900, COUNT];
    fc.assert(
      fc.property(fc.constantFrom(...sizes), fc.nat(COUNT - 1), (size, other) => {
        const index = other % size;
        const leaf = HASHES[index] ?? new Uint8Array(0);
        const proof = computeProof(sha256, inclusionPlan(index, size), BIG.source);
        expect(verifyInclusion(sha256, { leafHash: leaf, index, size, proof, root: rootAt(size) })).toBe(true);
      }),
    );
    for (const size1 of [1, 255, 256, 257, 65_535, 65_536, 65_537]) {
      const proof = computeProof(sha256, consistencyPlan(size1, COUNT), BIG.source);
      const claim = { size1, root1: rootAt(size1), size2: COUNT, root2: rootAt(COUNT), proof };
      expect(verifyConsistency(sha256, claim), `${size1}`).toBe(true);
    }
  });

  test('a plan needs only the tiles it names, no wider than they are at that size', () => {
    fc.assert(
      fc.property(fc.constantFrom(300, 65_537, 65_900, COUNT), fc.nat(COUNT - 1), (size, other) => {
        const index = other % size;
        const plans = [rootPlan(size), ...inclusionPlan(index, size), ...consistencyPlan(index + 1, size)];
        const tiles = tilesOf(plans, size);
        const fetched = new Map(
          tiles.map((tile) => [
            `${tile.level}/${tile.n}`,
            BIG.source(Number(tile.level), tile.n).slice(0, tile.width * 32),
          ]),
        );
        const source: TileSource = (level, n) => {
          const tile = fetched.get(`${level}/${n}`);
          if (!tile) throw new Error('a tile that was not named');
          return tile;
        };
        expect(computeProof(sha256, plans, source)).toEqual(computeProof(sha256, plans, BIG.source));
      }),
    );
  });

  test('a tile that is too short is noticed', () => {
    expect(() => computeHash(sha256, rootPlan(10), () => new Uint8Array(32 * 9))).toThrow('shorter');
  });
});

describe('frontier', () => {
  test('rebuilt from its partial tiles it goes on as if it had never stopped', () => {
    for (const size of [0, 1, 255, 256, 257, 65_535, 65_536, 65_900]) {
      const whole = tree(size).frontier;
      const partial = [0, 1, 2].map((level) => {
        const width = partialWidth(size, level);
        const first = Math.floor(size / 256 ** (level + 1));
        const tile = width === 0 ? new Uint8Array(0) : whole.partialTile(level, first);
        return Array.from({ length: width }, (_, i) => (tile ?? new Uint8Array(0)).slice(i * 32, i * 32 + 32));
      });
      const rebuilt = Frontier.of(sha256, size, partial);
      for (const hash of HASHES.slice(size, size + 300)) {
        const tiles = [rebuilt.append(hash), whole.append(hash)];
        expect(tiles[0]).toEqual(tiles[1]);
      }
      expect(rebuilt.equals(whole)).toBe(true);
    }
  });

  test('a copy that goes on leaves the original as it was', () => {
    const { frontier } = tree(300);
    const root = frontier.root();
    const copy = frontier.copy();
    for (const hash of HASHES.slice(300, 600)) copy.append(hash);
    expect([frontier.size, frontier.root()]).toEqual([300, root]);
  });

  test('wrong widths are refused', () => {
    expect(() => Frontier.of(sha256, 3, [[sha256(new Uint8Array(0))]])).toThrow('hashes');
    expect(() => Frontier.of(sha256, 256, [[]])).toThrow('hashes');
  });
});

describe('entry bundles', () => {
  test('written as length and bytes, read back', () => {
    const entries = [Uint8Array.of(1, 2), new Uint8Array(0), new Uint8Array(300).fill(7)];
    const bundle = encodeEntryBundle(entries);
    expect(bundle.slice(0, 8)).toEqual(Uint8Array.of(0, 2, 1, 2, 0, 0, 1, 44));
    expect(decodeEntryBundle(bundle)).toEqual({ ok: true, value: entries });
  });

  test('one that is cut off or has over 256 entries is refused', () => {
    const bundle = encodeEntryBundle([Uint8Array.of(1, 2, 3)]);
    for (const end of [1, 2, 4]) {
      expect(decodeEntryBundle(bundle.slice(0, end))).toEqual({ ok: false, error: 'cut_off' });
    }
    expect(decodeEntryBundle(new Uint8Array(2 * 257))).toEqual({ ok: false, error: 'too_many' });
    expect(decodeEntryBundle(concat())).toEqual({ ok: true, value: [] });
  });

  test('an entry that two bytes cannot measure is not written', () => {
    expect(() => encodeEntryBundle([new Uint8Array(65_536)])).toThrow('too long');
  });
});
