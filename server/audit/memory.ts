// The last checkpoint an auditor saw, kept in a file of theirs: what was signed then must be part of whatever is shown later.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fromBase64, toBase64 } from '@fairtick/kernel/bytes';
import { HASH_BYTES } from '@fairtick/kernel/log/merkle';
import { err, ok, type Result } from '@fairtick/kernel/result';

export interface Remembered {
  readonly size: number;
  readonly root: Uint8Array;
  /** The log's verifier key as text. */
  readonly key: string;
}

/** undefined: nothing was seen yet. A file that can't be read is an error, never a fresh start. */
export function recall(file: string): Result<Remembered | undefined, string> {
  if (!fs.existsSync(file)) return ok(undefined);
  const unreadable = err(`${file} is no memory of an earlier audit: look why, or name another with --memory.`);
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (typeof read !== 'object' || read === null) return unreadable;
    if (!('size' in read && 'root' in read && 'key' in read)) return unreadable;
    const { size, root, key } = read;
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || typeof root !== 'string' || typeof key !== 'string')
      return unreadable;
    const bytes = fromBase64(root);
    return bytes?.length === HASH_BYTES ? ok({ size, root: bytes, key }) : unreadable;
  } catch {
    return unreadable;
  }
}

export function remember(file: string, { size, root, key }: Remembered): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.new`;
  fs.writeFileSync(aside, `${JSON.stringify({ size, root: toBase64(root), key })}\n`);
  fs.renameSync(aside, file);
}
