// RFC 6962 section 2.1 written down as it is defined, over whole lists. Slow and obvious: tests hold the real code against it.

import { concat } from '../bytes.ts';
import type { Sha256 } from './merkle.ts';

type Hash = Uint8Array;
/** The largest power of two smaller than n. */
const split = (n: number): number => (n <= 2 ? 1 : 2 * split(Math.ceil(n / 2)));
const join = (sha256: Sha256, left: Hash, right: Hash): Hash => sha256(concat(Uint8Array.of(1), left, right));

export function slowRoot(sha256: Sha256, leaves: readonly Hash[]): Hash {
  const [first] = leaves;
  if (!first) return sha256(new Uint8Array(0));
  if (leaves.length === 1) return first;
  const k = split(leaves.length);
  return join(sha256, slowRoot(sha256, leaves.slice(0, k)), slowRoot(sha256, leaves.slice(k)));
}

export function slowInclusion(sha256: Sha256, index: number, leaves: readonly Hash[]): Hash[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return index < k
    ? [...slowInclusion(sha256, index, left), slowRoot(sha256, right)]
    : [...slowInclusion(sha256, index - k, right), slowRoot(sha256, left)];
}

export function slowConsistency(sha256: Sha256, size1: number, leaves: readonly Hash[], whole = true): Hash[] {
  if (size1 === leaves.length) return whole ? [] : [slowRoot(sha256, leaves)];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return size1 <= k
    ? [...slowConsistency(sha256, size1, left, whole), slowRoot(sha256, right)]
    : [...slowConsistency(sha256, size1 - k, right, false), slowRoot(sha256, left)];
}
