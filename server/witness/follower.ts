// Looks at a log's newest checkpoint, fetches the tiles that show what was signed before to be part of it, and has it signed.

import { HASH_BYTES } from '@fairtick/kernel/log/merkle';
import { parseCheckpoint } from '@fairtick/kernel/log/note';
import { computeProof, consistencyPlan, tilesOf } from '@fairtick/kernel/log/tiles';
import { type LogFiles, NotAnswered } from '../audit/log-files.ts';
import { sha256 } from '../platform/transparency/index.ts';
import type { KeptLog, WitnessRefusal } from './kept.ts';

/** older: fewer entries than were signed for. same: nothing new. unanswered: the server, not its log. */
export type Looked = 'signed' | 'same' | 'older' | 'unanswered' | WitnessRefusal;

/** What must never be: whoever sees it keeps both notes and says so. */
export const isAlarm = (looked: Looked): boolean =>
  looked === 'forked' || looked === 'unproven' || looked === 'unsigned';

export interface Look {
  readonly looked: Looked;
  /** The note that was shown, where one was. */
  readonly note: string;
  readonly size: number;
}

export async function look(files: LogFiles, kept: KeptLog): Promise<Look> {
  let note = '';
  try {
    note = await files.checkpoint();
    const from = kept.size;
    const size = sizeOf(note);
    if (size === undefined) return { looked: 'unsigned', note, size: 0 };
    if (size < from) return { looked: 'older', note, size };
    const proof = from === 0 || size === from ? [] : await proofOf(files, from, size);
    if (!proof) return { looked: 'unproven', note, size };
    const before = kept.note;
    const taken = kept.take(note, from, proof);
    if (!taken.ok) return { looked: taken.error, note, size };
    return { looked: before !== undefined && size === from ? 'same' : 'signed', note, size };
  } catch (error) {
    if (error instanceof NotAnswered) return { looked: 'unanswered', note, size: 0 };
    throw error;
  }
}

/** What the note says before anybody has signed for it. */
function sizeOf(note: string): number | undefined {
  const end = note.indexOf('\n\n');
  return end < 0 ? undefined : parseCheckpoint(note.slice(0, end + 1))?.size;
}

/** undefined where a tile is not shown, or not whole. */
async function proofOf(files: LogFiles, from: number, size: number): Promise<readonly Uint8Array[] | undefined> {
  const plans = consistencyPlan(from, size);
  const tiles = new Map<string, Uint8Array>();
  for (const { level, n, width } of tilesOf(plans, size)) {
    if (level === 'entries') throw new Error('a proof is made of hashes');
    const bytes = await files.tile(level, n, width);
    if (bytes?.length !== width * HASH_BYTES) return undefined;
    tiles.set(`${level}/${n}`, bytes);
  }
  return computeProof(sha256, plans, (level, n) => tiles.get(`${level}/${n}`) ?? new Uint8Array(0));
}
