// Files that must never be half there: keys, and what was shown to the world. Written beside their place, forced to the disk, then put there.

import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Entropy } from '@fairtick/kernel/random';

/** A sentence where others of this machine may read the keys in the file. */
export function openToOthers(file: string): string | undefined {
  const mode = fs.statSync(file).mode & 0o777;
  return process.platform !== 'win32' && (mode & 0o077) !== 0
    ? `The keys in ${file} may be read by others of this machine: allow its owner alone (chmod 600).`
    : undefined;
}

/** Whole or not at all, and never over a file that another start has just made. */
export function writeNew(file: string, text: string, entropy: Entropy): void {
  const staged = stage(file, text, entropy);
  try {
    fs.linkSync(staged, file);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(staged);
  }
  syncFolder(path.dirname(file));
}

/** Whole or not at all, over what is there. */
export function replaceFile(file: string, text: string, entropy: Entropy): void {
  fs.renameSync(stage(file, text, entropy), file);
  syncFolder(path.dirname(file));
}

/** A log's origin as the name of a file. */
export const fileNameOf = (origin: string): string => origin.replace(/[^A-Za-z0-9.-]/g, '_');

/** As replaceFile, without holding the process up. */
export async function replaceFileSoon(file: string, text: string): Promise<void> {
  // Servers in containers of their own have one process id.
  const staged = `${file}.${randomUUID()}.new`;
  const handle = await fs.promises.open(staged, 'wx', 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.promises.rename(staged, file);
  if (process.platform === 'win32') return;
  const folder = await fs.promises.open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

function stage(file: string, text: string, entropy: Entropy): string {
  const staged = `${file}.${Buffer.from(entropy.bytes(6)).toString('hex')}`;
  const handle = fs.openSync(staged, 'wx', 0o600);
  try {
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  return staged;
}

/** Without it a power cut could take the new name away again, while what it sealed or signed is in the database. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
