// Codes of authenticator apps (RFC 6238): SHA-1, six digits, steps of 30 s, one step to either side.

import type { Entropy } from '@fairtick/kernel/random';
import { Secret, TOTP } from 'otpauth';
import type { Keys } from '../keys/keys.ts';

const STEP_MS = 30_000;
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'Fairtick';

const settings = (secret: Uint8Array) => ({
  secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  algorithm: 'SHA1',
  digits: 6,
  period: STEP_MS / 1_000,
});

export const newSecret = (entropy: Entropy): Uint8Array => entropy.bytes(SECRET_BYTES);

/** The step whose code this is; undefined where it is none of about now. Blanks between the digits are left out. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({ token, ...settings(secret), timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / STEP_MS) + delta;
}

/** What an authenticator app is given: the secret to type, and the same as an address for a QR code. */
export function provisioned(secret: Uint8Array, label: string): { readonly secret: string; readonly uri: string } {
  const app = new TOTP({ ...settings(secret), issuer: ISSUER, label });
  return { secret: app.secret.base32, uri: app.toString() };
}

/** Whose factors are kept under which key: one of a user opens nothing of the staff. */
export type FactorUse = 'staff_factors' | 'user_factors';

/** What a secret is sealed about. */
export const aboutSecret = (ownerId: bigint): string => `totp/${ownerId}`;

export const sealSecret = (keys: Keys, use: FactorUse, secret: Uint8Array, ownerId: bigint): Uint8Array =>
  keys.seal(use, secret, aboutSecret(ownerId));

/** undefined where its master key is gone. */
export const openSecret = (keys: Keys, use: FactorUse, sealed: Uint8Array, ownerId: bigint): Uint8Array | undefined =>
  keys.open(use, sealed, aboutSecret(ownerId));
