// The token of a login that may be repeated under its key: made of the client's key and a salt. The salt is stored, the key is not, so that the
// same key and password give the same token again and what is stored gives nobody one (docs/decisions/a-login-repeated.md).

import { createHash, createHmac } from 'node:crypto';

export const SALT_BYTES = 32;
/** A shorter key could be guessed by whoever reads the database: it counts as none. */
export const LEAST_KEY_LENGTH = 16;

/** 256 bits, base64url. */
export const loginToken = (salt: Uint8Array, key: string): string =>
  createHmac('sha256', salt).update(key).digest('base64url');

/** What is stored in place of the client's key. */
export const storedKey = (key: string): string => `login/${createHash('sha256').update(key).digest('hex')}`;
