// SHA-256 and Ed25519 of Node in the shapes that kernel/log takes. Keys are raw bytes: a 32-byte seed and a 32-byte public key.

import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { Sha256 } from '@fairtick/kernel/log/merkle';
import type { Ed25519Sign, Ed25519Verify, NoteCrypto } from '@fairtick/kernel/log/note';

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');

export const SEED_BYTES = 32;
/** What stands before the raw key in the DER forms of RFC 8410. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' });

export function publicKeyOf(seed: Uint8Array): Uint8Array {
  const der = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(der.subarray(PUBLIC_HEAD.length));
}

export function ed25519Signer(seed: Uint8Array): Ed25519Sign {
  const key = privateKey(seed);
  return (message) => new Uint8Array(sign(null, message, key));
}

const ed25519Verify: Ed25519Verify = (publicKey, message, signature) => {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
};

export const nodeNoteCrypto: NoteCrypto = { sha256, verify: ed25519Verify };
