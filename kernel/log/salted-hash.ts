// What a public log says of something that not everybody may read: a hash of it under a salt. Whoever is shown both can hold them against the log.

import { concat, utf8 } from '../bytes.ts';
import type { Sha256 } from './merkle.ts';

/** SHA-256 of the salt's bytes followed by the contents' UTF-8, exactly as they are stored. */
export const saltedHash = (sha256: Sha256, salt: Uint8Array, contents: string): Uint8Array =>
  sha256(concat(salt, utf8(contents)));
