// A file is sealed under a data key of its own (AES-256-GCM), and that key under the server's: who has the bytes alone has nothing, and a key that is
// erased erases its file wherever a copy of it lies.

import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import type { Keys } from '../keys/keys.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Which file it is, whose and of what kind. */
export const aboutFile = (id: string, ownerId: Id, kind: string): string => `${id}|${ownerId}|${kind}`;

export interface SealedFile {
  readonly bytes: Uint8Array;
  /** The data key, sealed. */
  readonly key: Uint8Array;
}

/** `about` says which file it is, whose and of what kind: under another description neither key nor bytes open. */
export function sealFile(keys: Keys, entropy: Entropy, plain: Uint8Array, about: string): SealedFile {
  const key = entropy.bytes(KEY_BYTES);
  const nonce = entropy.bytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  const bytes = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { bytes, key: keys.seal('files', key, about) };
}

/** undefined where key or bytes were changed, belong to another file, or the master key is not here any more. */
export function openFile(keys: Keys, sealed: SealedFile, about: string): Uint8Array | undefined {
  const key = keys.open('files', sealed.key, about);
  const bytes = Buffer.from(sealed.bytes);
  if (key?.length !== KEY_BYTES || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
