// SHA-256 and Ed25519 for the browser. Import lazily: nothing but a verification needs them.

import type { NoteCrypto } from '@fairtick/kernel/log/note';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';

export const noteCrypto: NoteCrypto = {
  sha256: (bytes) => sha256(bytes),
  verify: (publicKey, message, signature) => {
    try {
      // Strict (RFC 8032): the laxer default takes keys of small order, under which anything is signed.
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      // Bytes that are no point of the curve are a wrong signature, not a defect.
      return false;
    }
  },
};
