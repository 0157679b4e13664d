// 256 bits that nobody can guess: a session's token, a ticket, a link. Whoever shows one is its owner; what is stored is its hash alone.

import { createHash } from 'node:crypto';
import type { Entropy } from '@fairtick/kernel/random';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const newToken = (entropy: Entropy): string => Buffer.from(entropy.bytes(TOKEN_BYTES)).toString('base64url');

/** Whether a text can be a token at all: what is none is not looked up. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** SHA-256. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
