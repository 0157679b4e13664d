// The logs' private keys: of the variable LOG_KEYS, or a file each in DATA_DIR. Never in the database, whose readers could sign another past by them.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { equalBytes } from '@fairtick/kernel/bytes';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import {
  type KnownCheckpoints,
  publicKeyOf,
  SEED_BYTES,
  type SigningKeys,
  TransparencyError,
} from '../transparency/index.ts';
import { fileNameOf, openToOthers, writeNew } from './key-file.ts';
import { CheckpointFiles, type CheckpointPlaces } from './known-checkpoints.ts';
import { secretOf } from './masters.ts';

/** A log's key as it is given: `seed` is its private half. */
export interface LogKey {
  readonly origin: string;
  readonly seed: Uint8Array;
}

/** What says where the keys are. */
export interface LogKeysPlace extends CheckpointPlaces {
  readonly logKeys: readonly LogKey[] | undefined;
}

const LOG_KEYS_FOLDER = 'log-keys';

type Keep = (key: LogKey, number: number) => LogKey;

/** The keys of a start; where they lie in files `keep` makes a further one outlive the process. */
export class LogKeys implements SigningKeys {
  /** The newest of a log last. Read again each time: another start may have made one meanwhile. */
  readonly #keys: () => readonly LogKey[];
  readonly #entropy: Entropy;
  /** Undefined where keys come from outside and none can be kept here. Returns what is kept: another start may have been faster. */
  readonly #keep: Keep | undefined;
  readonly checkpoints: KnownCheckpoints;

  constructor(keys: () => readonly LogKey[], checkpoints: KnownCheckpoints, entropy: Entropy, keep?: Keep) {
    this.#keys = keys;
    this.checkpoints = checkpoints;
    this.#entropy = entropy;
    this.#keep = keep;
  }

  seedOf(origin: string, publicKey: Uint8Array): Uint8Array | undefined {
    return this.#of(origin).find(({ seed }) => equalBytes(publicKeyOf(seed), publicKey))?.seed;
  }

  begin(origin: string): Uint8Array {
    return (this.#of(origin).at(-1) ?? this.#add({ origin, seed: this.#entropy.bytes(SEED_BYTES) })).seed;
  }

  /** A key for the log's next epoch: the newest one given that no epoch has, else one made and kept as by `begin`. */
  next(origin: string, used: readonly Uint8Array[]): Uint8Array {
    const seed = this.#of(origin).at(-1)?.seed;
    const fresh = seed && !used.some((publicKey) => equalBytes(publicKey, publicKeyOf(seed)));
    return fresh ? seed : this.#add({ origin, seed: this.#entropy.bytes(SEED_BYTES) }).seed;
  }

  /** Keeps a key that came from elsewhere, forced to the disk; a sentence where that cannot be. */
  take(key: LogKey): string | undefined {
    if (this.seedOf(key.origin, publicKeyOf(key.seed))) return undefined;
    if (!this.#keep)
      return `The database still holds the signing key of the log ${key.origin}, and LOG_KEYS does not: start once without LOG_KEYS, which moves it to ${LOG_KEYS_FOLDER} in DATA_DIR.`;
    this.#add(key);
    return undefined;
  }

  #of(origin: string): readonly LogKey[] {
    return this.#keys().filter((key) => key.origin === origin);
  }

  #add(key: LogKey): LogKey {
    if (!this.#keep)
      throw new TransparencyError(
        'no_key',
        `LOG_KEYS has no key for the log ${key.origin}: add ${key.origin}:KEY, where KEY is 32 random bytes as base64 or hex, the same on every server.`,
      );
    return this.#keep(key, this.#of(key.origin).length + 1);
  }
}

/** Errors are one sentence for the person who starts the server, and hold no key. */
export function openLogKeys(place: LogKeysPlace, entropy: Entropy): Result<LogKeys, string> {
  const { dataDir, logKeys } = place;
  const checkpoints = new CheckpointFiles(place);
  if (logKeys) return ok(new LogKeys(() => logKeys, checkpoints, entropy));
  const folder = path.join(dataDir, LOG_KEYS_FOLDER);
  const keep: Keep = (key, number) => {
    const file = path.join(folder, `${fileNameOf(key.origin)}.${number}.json`);
    writeNew(file, fileText(key), entropy);
    return readKey(file);
  };
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    readFolder(folder);
    return ok(new LogKeys(() => readFolder(folder), checkpoints, entropy, keep));
  } catch (error) {
    if (error instanceof TransparencyError) return err(error.message);
    return err(`The keys in ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readFolder(folder: string): readonly LogKey[] {
  const names = fs.readdirSync(folder).filter((one) => one.endsWith('.json'));
  return names.sort(byNumber).map((name) => readKey(path.join(folder, name)));
}

const numberOf = (name: string): number => Number(/\.(\d+)\.json$/.exec(name)?.[1] ?? 0);
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);

const keyFile = z.strictObject({ note: z.string(), origin: z.string().min(1), key: z.string() });
const NOTE =
  'The signing key of a public log. Whoever has it can sign as the log; without it the log cannot go on under its name.';

const fileText = ({ origin, seed }: LogKey): string =>
  `${JSON.stringify({ note: NOTE, origin, key: Buffer.from(seed).toString('base64') } satisfies z.infer<typeof keyFile>, null, 2)}\n`;

/** Throws `no_key` with a sentence that repeats nothing of the file. */
function readKey(file: string): LogKey {
  const open = openToOthers(file);
  if (open !== undefined) throw new TransparencyError('no_key', open);
  try {
    const read = keyFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const seed = secretOf(read.key);
    if (seed) return { origin: read.origin, seed };
  } catch {
    // Said below.
  }
  throw new TransparencyError('no_key', `The key in ${file} is damaged. Put back the copy you have of it.`);
}

/** `ORIGIN:KEY`, several with commas between, an older one of the same log before its newer; undefined where it is none. */
export function logKeysOf(text: string): readonly LogKey[] | undefined {
  const keys: LogKey[] = [];
  for (const part of text.split(',')) {
    const [, origin = '', key = ''] = /^([^\s:,+]{1,200}):(.*)$/.exec(part.trim()) ?? [];
    const seed = secretOf(key);
    if (!seed || origin === '') return undefined;
    keys.push({ origin, seed });
  }
  return keys;
}
