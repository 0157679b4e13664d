// Whether something stands in a signed log: the checkpoint is signed by the log's key, and the entry, written anew from what is shown, has its place below it.

import { fromBase64 } from '@fairtick/kernel/bytes';
import { leafHash, verifyInclusion } from '@fairtick/kernel/log/merkle';
import { type Checkpoint, type NoteCrypto, parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';

export interface Placed {
  readonly index: number;
  /** base64 hashes from leaf to root. */
  readonly inclusion: readonly string[];
}

/** undefined unless that very key signed it. */
export function signed(note: string | null, keyText: string, crypto: NoteCrypto): Checkpoint | undefined {
  const key = parseVerifierKey(keyText, crypto.sha256);
  if (!key.ok || note === null) return undefined;
  const read = verifyCheckpoint(note, key.value, crypto);
  return read.ok ? read.value : undefined;
}

export function stands(
  { size, root }: Checkpoint,
  entry: Uint8Array,
  { index, inclusion }: Placed,
  crypto: NoteCrypto,
): boolean {
  const proof = inclusion.map((text) => fromBase64(text) ?? new Uint8Array(0));
  return verifyInclusion(crypto.sha256, { leafHash: leafHash(crypto.sha256, entry), index, size, proof, root });
}
