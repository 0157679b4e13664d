// Recovery codes: what lets a user in who has lost the telephone. Ten of 50 bits, recognised by a MAC under a key of their own, which is kept sealed: so
// they outlive a change of the master key.

import { createHmac } from 'node:crypto';
import { equalBytes } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { ALPHABET } from '../rules.ts';
import { openCodesOf } from './recovery-table.ts';

const CODES = 10;
const SIGNS = 10;
const KEY_BYTES = 32;

export interface NewCodes {
  /** To be shown once, and kept nowhere. */
  readonly codes: readonly string[];
  readonly macs: readonly Uint8Array[];
  /** The key of the MACs. */
  readonly sealed: Uint8Array;
}

export const aboutRecovery = (userId: Id): string => `recovery/${userId}`;

export function newCodes(keys: Keys, entropy: Entropy, userId: Id): NewCodes {
  const key = entropy.bytes(KEY_BYTES);
  // 256 is a multiple of 32: each sign is as likely as any other.
  const codes = Array.from({ length: CODES }, () =>
    Array.from(entropy.bytes(SIGNS), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  );
  return {
    codes,
    macs: codes.map((code) => macOf(key, code)),
    sealed: keys.seal('user_factors', key, aboutRecovery(userId)),
  };
}

/** As typed: any case, blanks and dashes left out, and letters that look like a digit read as it. undefined where it is no code. */
export function typedRecoveryCode(text: string): string | undefined {
  const signs = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return signs.length === SIGNS && [...signs].every((sign) => ALPHABET.includes(sign)) ? signs : undefined;
}

/** By which the typed code is spent (`useRecoveryCode`); undefined where it is none of the user's that are open. */
export async function recoveryMac(
  { db, keys }: { readonly db: Queries; readonly keys: Keys },
  userId: Id,
  typed: string,
): Promise<Uint8Array | undefined> {
  const open = await openCodesOf(db, userId);
  const code = typedRecoveryCode(typed);
  if (code === undefined) return undefined;
  return open.find((row) => {
    const key = keys.open('user_factors', row.key_sealed, aboutRecovery(userId));
    return key !== undefined && equalBytes(row.code_mac, macOf(key, code));
  })?.code_mac;
}

const macOf = (key: Uint8Array, code: string): Uint8Array => createHmac('sha256', key).update(code).digest();
