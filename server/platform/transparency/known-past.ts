// Whether the log in the database goes on from what the world was shown: a backup that was put back has less, or other entries, and signing on would fork it.

import { equalBytes } from '@fairtick/kernel/bytes';
import { parseEpoch } from '@fairtick/kernel/log/epoch';
import { type Checkpoint, openNote, type VerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import type { Queries } from '../database/pools.ts';
import { nodeNoteCrypto } from './crypto.ts';
import type { KnownCheckpoint } from './signing-keys.ts';
import { type LogEpochRow, readEpochs, readKey } from './table.ts';

/** A log's keys: the first one's epoch is 1. */
export interface KeyEpoch {
  readonly number: number;
  readonly key: VerifierKey;
  /** How far what was signed before it is given up: the size of the checkpoint that its note names. */
  readonly gaveUp: number;
}

/** Oldest first; empty where the log was never opened. */
export async function readKeyEpochs(db: Queries, log: number, origin: string): Promise<readonly KeyEpoch[]> {
  const first = await readKey(db, log, origin);
  if (!first) return [];
  const later = (await readEpochs(db, log)).map((row) => epochOf(row, origin));
  return [{ number: 1, key: { name: origin, publicKey: first }, gaveUp: 0 }, ...later];
}

function epochOf({ number, publicKey, note }: LogEpochRow, origin: string): KeyEpoch {
  const key: VerifierKey = { name: origin, publicKey };
  const text = openNote(note, key, nodeNoteCrypto);
  const epoch = text.ok ? parseEpoch(text.value) : undefined;
  if (epoch?.origin !== origin || epoch.number !== number)
    throw new Error(`the note of epoch ${number} of ${origin} is not signed by its key`);
  return { number, key, gaveUp: epoch.last.size };
}

/** What a checkpoint known outside says against the log; undefined where it is part of it, or was given up openly since. */
export async function contradiction(
  { note, where }: KnownCheckpoint,
  epochs: readonly KeyEpoch[],
  rootAt: (size: number) => Promise<Uint8Array | undefined>,
): Promise<{ readonly known: Checkpoint | undefined; readonly sentence: string } | undefined> {
  const of = epochs.flatMap(({ key, number }) => {
    const read = verifyCheckpoint(note, key, nodeNoteCrypto);
    return read.ok ? [{ number, checkpoint: read.value }] : [];
  })[0];
  if (!of) return { known: undefined, sentence: `${where} knows a checkpoint that no key of this log signed` };
  const { checkpoint, number } = of;
  if (epochs.some((later) => later.number > number && later.gaveUp >= checkpoint.size)) return undefined;
  const root = await rootAt(checkpoint.size);
  if (root && equalBytes(root, checkpoint.root)) return undefined;
  const what = root ? `other entries than the ${checkpoint.size}` : `fewer than the ${checkpoint.size} entries`;
  return { known: checkpoint, sentence: `the database has ${what} that ${where} knows to be signed` };
}
