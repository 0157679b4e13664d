// The name of this browser: a token that nobody can guess, kept beyond sign-outs, so that its owner is known here again.

import { readStored, writeStored } from '@fairtick/contract/client/storage';
import { toBase64 } from '@fairtick/kernel/bytes';
import { systemEntropy } from '@fairtick/kernel/random';

const KEY = 'device';
const BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;

let name: string | undefined;

/** 43 signs of base64url. A browser that refuses storage has a new name each time the app is loaded. */
export function deviceName(): string {
  if (name !== undefined) return name;
  const kept = readStored('local', KEY);
  name = typeof kept === 'string' && FORM.test(kept) ? kept : newName();
  writeStored('local', KEY, name);
  return name;
}

const newName = (): string =>
  toBase64(systemEntropy.bytes(BYTES)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
