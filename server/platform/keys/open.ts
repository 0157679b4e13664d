// Where the master keys come from: the variable MASTER_KEY, or for an embedded database a file beside it that the first start makes.

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { openToOthers, replaceFile, writeNew } from './key-file.ts';
import { Keys, MASTER_BYTES, type MasterKey } from './keys.ts';
import { fileText, type Masters, mastersOfFile } from './masters.ts';

/** What says where the keys are. */
export interface KeysPlace {
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly masterKeys: Masters | undefined;
}

export const KEYS_FILE = 'keys.json';

/** Errors are one sentence for the person who starts the server, and hold no key. */
export async function openKeys(place: KeysPlace, entropy: Entropy): Promise<Result<Keys, string>> {
  const masters = mastersAt(place, entropy);
  return masters.ok ? ok(new Keys(masters.value, entropy)) : masters;
}

/** Makes the file where an embedded database has none yet. */
export function mastersAt({ dataDir, databaseUrl, masterKeys }: KeysPlace, entropy: Entropy): Result<Masters, string> {
  if (masterKeys) return ok(masterKeys);
  // Two servers of one database must agree, and a lost data folder must not cost what is in a database elsewhere.
  if (databaseUrl !== undefined)
    return err(
      'MASTER_KEY must be set beside DATABASE_URL: 32 random bytes as base64 or hex, the same on every server.',
    );
  const file = path.join(dataDir, KEYS_FILE);
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    if (!fs.existsSync(file)) writeNew(file, fileText([newMaster(1, entropy)]), entropy);
    return readFile(file);
  } catch (error) {
    return err(`The keys in ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Puts a new master before the others, which still open what they sealed. Only while the file is the source of the keys. */
export function addMaster(dataDir: string, entropy: Entropy): Result<MasterKey, string> {
  const file = path.join(dataDir, KEYS_FILE);
  if (!fs.existsSync(file)) return err(`There is no ${file}: start Fairtick there once.`);
  const before = readFile(file);
  if (!before.ok) return before;
  const made = newMaster(Math.max(...before.value.map(({ id }) => id)) + 1, entropy);
  replaceFile(file, fileText([made, ...before.value]), entropy);
  return ok(made);
}

export const newMaster = (id: number, entropy: Entropy): MasterKey => ({ id, secret: entropy.bytes(MASTER_BYTES) });

function readFile(file: string): Result<Masters, string> {
  const open = openToOthers(file);
  if (open !== undefined) return err(open);
  const read = mastersOfFile(fs.readFileSync(file, 'utf8'));
  return read.ok ? read : err(`The keys in ${file} cannot be used: ${read.error}. Put back the copy you have of it.`);
}
