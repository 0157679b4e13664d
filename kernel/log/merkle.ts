// The hash tree of RFC 6962 as a verifier needs it: leaf and node hashes, roots, inclusion and consistency proofs.
// SHA-256 is handed in, so the server, the browser and tests run the very same checks. Builds no proofs (tiles.ts does).

import { concat, equalBytes } from '../bytes.ts';

/** SHA-256 of the bytes: 32 bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;
/** No tree has more levels than a safe integer has bits, so no honest proof is longer. */
const MAX_PROOF_HASHES = 64;

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

export const emptyRoot = (sha256: Sha256): Uint8Array => sha256(new Uint8Array(0));
export const leafHash = (sha256: Sha256, entry: Uint8Array): Uint8Array => sha256(concat(LEAF_PREFIX, entry));
export const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concat(NODE_PREFIX, left, right));

/** The greatest power of two below `size` (>= 2): where RFC 6962 splits a tree. */
export function splitPoint(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

/** The root over leaf hashes in order. */
export function rootOfLeafHashes(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return emptyRoot(sha256);
  let row = [...hashes];
  // Joining neighbours and carrying an odd last one up gives the same tree as splitting at the greatest power of two.
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < row.length; i += 2) {
      const left = row[i];
      const right = row[i + 1];
      if (left) above.push(right ? nodeHash(sha256, left, right) : left);
    }
    row = above;
  }
  return row[0] ?? emptyRoot(sha256);
}

export interface InclusionClaim {
  readonly leafHash: Uint8Array;
  /** Place of the leaf, from 0. */
  readonly index: number;
  /** Leaves in the tree that `root` covers. */
  readonly size: number;
  /** Sibling hashes, from the leaf to the root. */
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** True when `proof` shows the leaf at `index` of the tree (RFC 9162 2.1.3.2). A hash too many, too few or of a wrong length: false. */
export function verifyInclusion(sha256: Sha256, claim: InclusionClaim): boolean {
  const { index, size, proof } = claim;
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  if (!areHashes([claim.leafHash, claim.root]) || !areProofHashes(proof)) return false;
  let node = index;
  let last = size - 1;
  let hash = claim.leafHash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sha256, sibling, hash);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      hash = nodeHash(sha256, hash, sibling);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && equalBytes(hash, claim.root);
}

export interface ConsistencyClaim {
  readonly size1: number;
  readonly root1: Uint8Array;
  readonly size2: number;
  readonly root2: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * True when `proof` shows that the tree of size2 extends that of size1 (RFC 9162 2.1.4.2). An empty first tree is refused: every tree
 * extends it, so there is nothing to prove. Anything malformed: false.
 */
export function verifyConsistency(sha256: Sha256, claim: ConsistencyClaim): boolean {
  const { size1, size2, root1, root2, proof } = claim;
  if (!isCount(size1) || !isCount(size2) || size1 < 1 || size1 > size2) return false;
  if (!areHashes([root1, root2]) || !areProofHashes(proof)) return false;
  if (size1 === size2) return proof.length === 0 && equalBytes(root1, root2);
  const path = isPowerOfTwo(size1) ? [root1, ...proof] : proof;
  return proof.length > 0 && foldConsistency(sha256, claim, path);
}

function foldConsistency(sha256: Sha256, claim: ConsistencyClaim, path: readonly Uint8Array[]): boolean {
  let node = claim.size1 - 1;
  let last = claim.size2 - 1;
  while (isOdd(node)) {
    node = half(node);
    last = half(last);
  }
  const [seed, ...rest] = path;
  if (!seed) return false;
  let first = seed;
  let second = seed;
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      first = nodeHash(sha256, hash, first);
      second = nodeHash(sha256, hash, second);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      second = nodeHash(sha256, second, hash);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && equalBytes(first, claim.root1) && equalBytes(second, claim.root2);
}

// Plain arithmetic, as bit operators would cut sizes to 32 bits.
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (rest > 1 && !isOdd(rest)) rest = half(rest);
  return rest === 1;
}

const areHashes = (hashes: readonly Uint8Array[]): boolean => hashes.every((hash) => hash.length === HASH_BYTES);
const areProofHashes = (proof: readonly Uint8Array[]): boolean => proof.length <= MAX_PROOF_HASHES && areHashes(proof);
