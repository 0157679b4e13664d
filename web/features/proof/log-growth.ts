// Whether a log has only grown since this browser last saw it.

import { equalBytes, fromBase64, toBase64 } from '@fairtick/kernel/bytes';
import { verifyConsistency } from '@fairtick/kernel/log/merkle';
import type { Checkpoint, NoteCrypto } from '@fairtick/kernel/log/note';
import type { LogMemory } from './log-memory.ts';

/** base64 hashes that prove that the log of size `to` extends that of size `from`; undefined when the server could not be asked. */
export type Consistency = (from: number, to: number) => Promise<readonly string[] | undefined>;

/** first: nothing was remembered. rewritten: what was remembered is no longer part of the log. unknown: could not be asked. */
export type Growth = 'first' | 'extends' | 'rewritten' | 'unknown';

export async function growthOf(
  memory: LogMemory | undefined,
  checkpoint: Checkpoint,
  consistency: Consistency,
  { sha256 }: NoteCrypto,
): Promise<Growth> {
  if (!memory || memory.size === 0) return 'first';
  const root = fromBase64(memory.root);
  if (!root) return 'first';
  const known = { size: memory.size, root };
  if (known.size === checkpoint.size) return equalBytes(known.root, checkpoint.root) ? 'extends' : 'rewritten';
  // An order's proof may stand in an older checkpoint than the one remembered: then that one must extend it.
  const [older, newer] = known.size < checkpoint.size ? [known, checkpoint] : [checkpoint, known];
  const texts = await consistency(older.size, newer.size);
  if (!texts) return 'unknown';
  const proof = texts.map((text) => fromBase64(text) ?? new Uint8Array(0));
  const sizes = { size1: older.size, root1: older.root, size2: newer.size, root2: newer.root };
  return verifyConsistency(sha256, { ...sizes, proof }) ? 'extends' : 'rewritten';
}

/** What to remember from now on; undefined = keep what was. */
export function newestOf(
  memory: LogMemory | undefined,
  key: string,
  { size, root }: Checkpoint,
  note: string,
): LogMemory | undefined {
  return memory && memory.size >= size ? undefined : { key, size, root: toBase64(root), note };
}
