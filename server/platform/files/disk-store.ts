// Sealed bytes in a folder of this machine, for the server's own user alone.

import { constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import * as path from 'node:path';
import { assertName, type FileStore } from './store.ts';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * A file is written whole under a name that is never read, and then given its own. What a crash leaves under the first name goes with the file's
 * removal.
 */
export class DiskStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    const file = await open(this.#unfinished(name), 'w', PRIVATE_FILE);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(this.#unfinished(name), this.#path(name));
    await this.#syncFolder();
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.#path(name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(name: string): Promise<void> {
    await rm(this.#unfinished(name), { force: true });
    await rm(this.#path(name), { force: true });
  }

  /** The new name itself must survive, too. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  #path(name: string): string {
    assertName(name);
    return path.join(this.#folder, name);
  }

  #unfinished(name: string): string {
    return `${this.#path(name)}.unfinished`;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
