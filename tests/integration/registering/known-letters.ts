// Entropy for a server whose captchas a test must be able to answer: their letters are taken one byte at a time, everything else is random.

import { type Entropy, systemEntropy } from '@fairtick/kernel/random';
import { LETTERS } from '@fairtick/server/domains/accounts/captcha/glyphs';

export const KNOWN_LETTERS = `${LETTERS[7]}`.repeat(5);

export const knownLetters: Entropy = {
  bytes: (length) => (length === 1 ? Uint8Array.of(7) : systemEntropy.bytes(length)),
};
