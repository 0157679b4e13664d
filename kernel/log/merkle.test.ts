// The verifier against the published eight-leaf tree and against RFC 6962's definition written down slowly.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafHash, rootOfLeafHashes, verifyConsistency, verifyInclusion } from './merkle.ts';
import { CONSISTENCIES, hex, INCLUSIONS, LEAVES, ROOTS, sha256 } from './published.fixture.ts';
import { slowConsistency, slowInclusion, slowRoot } from './slow-tree.fixture.ts';

const HASHES = LEAVES.map((leaf) => leafHash(sha256, leaf));
const at = (list: readonly Uint8Array[], i: number): Uint8Array => list[i] ?? new Uint8Array(0);

describe('published tree of eight leaves', () => {
  test('every root, the empty one included, is the published one', () => {
    for (const [size, root] of ROOTS.entries()) expect(rootOfLeafHashes(sha256, HASHES.slice(0, size))).toEqual(root);
  });

  test('published inclusion proofs verify', () => {
    for (const { index, size, proof } of INCLUSIONS) {
      const claim = { leafHash: at(HASHES, index), index, size, proof, root: at(ROOTS, size) };
      expect(verifyInclusion(sha256, claim), `${index} of ${size}`).toBe(true);
    }
  });

  test('published consistency proofs verify', () => {
    for (const { size1, size2, proof } of CONSISTENCIES) {
      const claim = { size1, root1: at(ROOTS, size1), size2, root2: at(ROOTS, size2), proof };
      expect(verifyConsistency(sha256, claim), `${size1} to ${size2}`).toBe(true);
    }
  });
});

const leaves = fc
  .integer({ min: 1, max: 140 })
  .map((count) => Array.from({ length: count }, (_, i) => leafHash(sha256, Uint8Array.of(i, count))));
const withIndex = leaves.chain((list) => fc.tuple(fc.constant(list), fc.nat(list.length - 1)));
const place = fc.nat(1000);

describe('inclusion', () => {
  test('a proof by the definition verifies, and so does no other index, size, leaf or root', () => {
    fc.assert(
      fc.property(withIndex, place, ([list, index], other) => {
        const size = list.length;
        const claim = {
          leafHash: at(list, index),
          index,
          size,
          proof: slowInclusion(sha256, index, list),
          root: slowRoot(sha256, list),
        };
        expect(verifyInclusion(sha256, claim)).toBe(true);
        if (other !== index) expect(verifyInclusion(sha256, { ...claim, index: other })).toBe(false);
        expect(verifyInclusion(sha256, { ...claim, leafHash: sha256(claim.leafHash) })).toBe(false);
        expect(verifyInclusion(sha256, { ...claim, root: sha256(claim.root) })).toBe(false);
      }),
    );
  });

  test('a hash too many, too few, changed or of a wrong length refuses the proof', () => {
    fc.assert(
      fc.property(withIndex, place, ([list, index], where) => {
        const proof = slowInclusion(sha256, index, list);
        const root = slowRoot(sha256, list);
        const holds = (changed: readonly Uint8Array[]): boolean =>
          verifyInclusion(sha256, { leafHash: at(list, index), index, size: list.length, proof: changed, root });
        for (const changed of spoilt(proof, where, root)) expect(holds(changed)).toBe(false);
      }),
    );
  });

  test('an index or size that is no count is refused', () => {
    const claim = { leafHash: at(HASHES, 0), proof: [], root: at(ROOTS, 1) };
    for (const [index, size] of [
      [0, 0],
      [-1, 1],
      [0.5, 1],
      [1, 1],
      [Number.NaN, 1],
      [0, 2 ** 60],
      [0, Number.POSITIVE_INFINITY],
    ] as const) {
      expect(verifyInclusion(sha256, { ...claim, index, size })).toBe(false);
    }
  });
});

describe('consistency', () => {
  test('a proof by the definition verifies for all sizes up to 40', () => {
    const list = Array.from({ length: 40 }, (_, i) => leafHash(sha256, Uint8Array.of(i)));
    for (let size2 = 1; size2 <= list.length; size2 += 1) {
      const root2 = slowRoot(sha256, list.slice(0, size2));
      for (let size1 = 1; size1 <= size2; size1 += 1) {
        const root1 = slowRoot(sha256, list.slice(0, size1));
        const proof = slowConsistency(sha256, size1, list.slice(0, size2));
        expect(verifyConsistency(sha256, { size1, root1, size2, root2, proof }), `${size1} to ${size2}`).toBe(true);
      }
    }
  });

  test('a rewritten past, and a proof with a hash too many, too few, changed or of a wrong length, is refused', () => {
    fc.assert(
      fc.property(withIndex, place, ([list, before], where) => {
        const size1 = before + 1;
        const size2 = list.length;
        const root1 = slowRoot(sha256, list.slice(0, size1));
        const root2 = slowRoot(sha256, list);
        const proof = slowConsistency(sha256, size1, list);
        const claim = { size1, root1, size2, root2, proof };
        expect(verifyConsistency(sha256, claim)).toBe(true);
        const rewritten = list.map((leaf, i) => (i === where % size1 ? sha256(leaf) : leaf));
        const forged = slowConsistency(sha256, size1, rewritten);
        const forgedClaim = { ...claim, root2: slowRoot(sha256, rewritten), proof: forged };
        expect(verifyConsistency(sha256, forgedClaim)).toBe(false);
        for (const changed of spoilt(proof, where, root1)) {
          expect(verifyConsistency(sha256, { ...claim, proof: changed })).toBe(false);
        }
      }),
    );
  });

  test('an empty first tree proves nothing and is refused', () => {
    const empty = at(ROOTS, 0);
    expect(verifyConsistency(sha256, { size1: 0, root1: empty, size2: 0, root2: empty, proof: [] })).toBe(false);
    expect(verifyConsistency(sha256, { size1: 0, root1: empty, size2: 1, root2: at(ROOTS, 1), proof: [] })).toBe(false);
  });

  test('a shrinking tree is refused', () => {
    expect(verifyConsistency(sha256, { size1: 2, root1: at(ROOTS, 2), size2: 1, root2: at(ROOTS, 1), proof: [] })).toBe(
      false,
    );
  });
});

function spoilt(proof: readonly Uint8Array[], where: number, extra: Uint8Array): readonly (readonly Uint8Array[])[] {
  const longer = [
    [...proof, extra],
    [extra, ...proof],
    [...proof, new Uint8Array(0)],
  ];
  if (proof.length === 0) return longer;
  const at = where % proof.length;
  const replace = (change: (hash: Uint8Array) => Uint8Array): Uint8Array[] =>
    proof.map((hash, i) => (i === at ? change(hash) : hash));
  return [
    ...longer,
    proof.slice(1),
    proof.slice(0, -1),
    replace(sha256),
    replace((hash) => hash.slice(1)),
    replace((hash) => Uint8Array.from([...hash, 0])),
    replace(() => hex('')),
  ];
}
