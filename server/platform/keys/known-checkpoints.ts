// The newest checkpoints as they are known outside of the database: a file each in DATA_DIR, and what an address keeps of them.

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { KnownCheckpoint, KnownCheckpoints } from '../transparency/index.ts';
import { fileNameOf, replaceFileSoon } from './key-file.ts';

const FOLDER = 'log-checkpoints';
const ANSWER_LIMIT_MS = 5_000;
const MAX_NOTE_CHARS = 65_536;

export interface CheckpointPlaces {
  /** Absolute. */
  readonly dataDir: string;
  /** Below it lies `<name>/checkpoint` of each log; undefined where nobody keeps a copy. */
  readonly checkpointUrl: string | undefined;
  /** The address does not answer: the start goes on without it. */
  readonly onSilent: (sentence: string) => void;
}

export class CheckpointFiles implements KnownCheckpoints {
  readonly #places: CheckpointPlaces;
  readonly #folder: string;

  constructor(places: CheckpointPlaces) {
    this.#places = places;
    this.#folder = path.join(places.dataDir, FOLDER);
  }

  async of(origin: string): Promise<readonly KnownCheckpoint[]> {
    const file = this.#file(origin);
    const known: KnownCheckpoint[] = [];
    if (fs.existsSync(file)) known.push({ note: fs.readFileSync(file, 'utf8'), where: file });
    const { checkpointUrl } = this.#places;
    const kept = checkpointUrl === undefined ? undefined : await this.#ask(checkpointUrl, origin);
    return kept ? [...known, kept] : known;
  }

  async keep(origin: string, note: string): Promise<void> {
    fs.mkdirSync(this.#folder, { recursive: true });
    await replaceFileSoon(this.#file(origin), note);
  }

  #file(origin: string): string {
    return path.join(this.#folder, fileNameOf(origin));
  }

  async #ask(base: string, origin: string): Promise<KnownCheckpoint | undefined> {
    const address = `${base}/${origin.slice(origin.lastIndexOf('/') + 1)}/checkpoint`;
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
      if (answer.status === 404) return undefined;
      const note = (await answer.text()).slice(0, MAX_NOTE_CHARS);
      if (answer.ok) return { note, where: 'CHECKPOINT_URL' };
    } catch {
      // Said below, without the address: it may hold a password.
    }
    this.#places.onSilent(`CHECKPOINT_URL does not answer for the log ${origin}: the start goes on without it.`);
    return undefined;
  }
}
