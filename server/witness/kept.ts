// One log as a witness keeps it: its key, which is pinned, and the newest checkpoint that was cosigned, in files of the witness's own. Nothing is
// signed that does not extend what was signed before, and nothing leaves before it is on the disk.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { equalBytes } from '@fairtick/kernel/bytes';
import { cosign } from '@fairtick/kernel/log/cosignature';
import { verifyConsistency } from '@fairtick/kernel/log/merkle';
import {
  type Checkpoint,
  type NoteSigner,
  openNote,
  parseCheckpoint,
  type VerifierKey,
  verifyCheckpoint,
} from '@fairtick/kernel/log/note';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { nodeNoteCrypto, sha256 } from '../platform/transparency/index.ts';

/**
 * unsigned: not by the pinned key. stale: the proof begins elsewhere than at what is kept. forked: as many entries as are kept, and others.
 * unproven: nothing shows that what is kept is part of it.
 */
export type WitnessRefusal = 'unsigned' | 'stale' | 'forked' | 'unproven';

export interface KeptOptions {
  readonly file: string;
  readonly key: VerifierKey;
  readonly witness: NoteSigner;
  /** UTC ms. */
  readonly now: () => number;
}

export class KeptLog {
  readonly #options: KeptOptions;
  #checkpoint: Checkpoint | undefined;
  #note: string | undefined;

  private constructor(options: KeptOptions, note: string | undefined, checkpoint: Checkpoint | undefined) {
    this.#options = options;
    this.#note = note;
    this.#checkpoint = checkpoint;
  }

  /** A file that can't be read is an error, never a fresh start: who lost what they signed could sign a fork. */
  static open(options: KeptOptions): Result<KeptLog, string> {
    if (!fs.existsSync(options.file)) return ok(new KeptLog(options, undefined, undefined));
    const note = fs.readFileSync(options.file, 'utf8');
    const kept = verifyCheckpoint(note, options.key, nodeNoteCrypto);
    if (!kept.ok)
      return err(`${options.file} is no checkpoint of this log (${kept.error}): look why before anything else.`);
    return ok(new KeptLog(options, note, kept.value));
  }

  /** Entries that were signed for; 0 before the first. */
  get size(): number {
    return this.#checkpoint?.size ?? 0;
  }

  /** The newest note with the witness's line. */
  get note(): string | undefined {
    return this.#note;
  }

  get origin(): string {
    return this.#options.key.name;
  }

  /** What is signed is what `proof` shows to go on from `from` entries; the witness's line for it. */
  take(note: string, from: number, proof: readonly Uint8Array[]): Result<string, WitnessRefusal> {
    const read = verifyCheckpoint(note, this.#options.key, nodeNoteCrypto);
    if (!read.ok) return err('unsigned');
    if (from !== this.size) return err('stale');
    const refusal = this.#contradiction(read.value, proof);
    return refusal ? err(refusal) : ok(this.#sign(note, read.value));
  }

  #contradiction(next: Checkpoint, proof: readonly Uint8Array[]): WitnessRefusal | undefined {
    const kept = this.#checkpoint;
    if (!kept || kept.size === 0) return proof.length === 0 ? undefined : 'unproven';
    if (next.size === kept.size) {
      if (!equalBytes(next.root, kept.root)) return 'forked';
      return proof.length === 0 ? undefined : 'unproven';
    }
    const claim = { size1: kept.size, root1: kept.root, size2: next.size, root2: next.root, proof };
    return verifyConsistency(sha256, claim) ? undefined : 'unproven';
  }

  #sign(note: string, checkpoint: Checkpoint): string {
    const { file, key, witness, now } = this.#options;
    const opened = openNote(note, key, nodeNoteCrypto);
    const text = opened.ok ? opened.value : '';
    if (!parseCheckpoint(text)) throw new Error('a checkpoint that was read is none any more');
    const line = cosign(text, witness, Math.floor(now() / 1_000), sha256);
    // Lines of other witnesses stay with them.
    const own = note
      .slice(text.length + 1)
      .split('\n')
      .filter((one) => one.startsWith(`— ${key.name} `));
    const cosigned = `${text}\n${own.join('\n')}\n${line}`;
    writeForSure(file, cosigned);
    this.#checkpoint = checkpoint;
    this.#note = cosigned;
    return line;
  }
}

/** On the disk, whole or not at all, when this returns. */
export function writeForSure(file: string, text: string, mode = 0o644): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.new`;
  const open = fs.openSync(aside, 'w', mode);
  try {
    fs.writeSync(open, text);
    fs.fsyncSync(open);
  } finally {
    fs.closeSync(open);
  }
  fs.renameSync(aside, file);
  const folder = fs.openSync(path.dirname(file), 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}
