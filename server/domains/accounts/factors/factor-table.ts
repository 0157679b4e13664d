// The SQL of users' second factors: authenticator apps and passkeys. Whatever was removed stays as a row until its user leaves.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { KeptPasskey, MadePasskey, PasskeyUse } from '../../../platform/sign-in/passkeys.ts';

/** A second factor that somebody has set. */
export type SetFactor = 'passkey' | 'totp';

/** Of a statement whose `s` has a user_id: the factors that the user has now. */
export const FACTORS_OF_USER = `ARRAY(
  SELECT 'passkey' WHERE EXISTS (SELECT FROM user_passkeys k WHERE k.user_id = s.user_id AND k.removed_time IS NULL)
  UNION ALL SELECT 'totp' WHERE EXISTS (SELECT FROM user_totp t WHERE t.user_id = s.user_id AND t.removed_time IS NULL))`;

export async function factorsOf(db: Queries, userId: Id): Promise<readonly SetFactor[]> {
  const { rows } = await db.query<{ factors: SetFactor[] }>({
    name: 'accounts_factors',
    text: `SELECT ${FACTORS_OF_USER} AS factors FROM (SELECT $1::bigint AS user_id) s`,
    values: [userId],
  });
  return rows[0]?.factors ?? [];
}

/** The sealed secret of the user's authenticator app. */
export async function findSecret(db: Queries, userId: Id): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ secret_sealed: Uint8Array }>({
    name: 'accounts_totp_find',
    text: 'SELECT secret_sealed FROM user_totp WHERE user_id = $1 AND removed_time IS NULL',
    values: [userId],
  });
  return rows[0]?.secret_sealed;
}

/** Spends the code of a 30 s step; false where it or a later one was used. */
export async function takeStep(tx: Queries, userId: Id, step: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_totp_step',
    text: 'UPDATE user_totp SET last_step = $2 WHERE user_id = $1 AND removed_time IS NULL AND last_step < $2',
    values: [userId, step],
  });
  return rowCount === 1;
}

/** An authenticator app, whose code of `step` is spent. Throws where the user has one. */
export async function insertSecret(
  tx: Queries,
  one: { readonly userId: Id; readonly sealed: Uint8Array; readonly step: number },
): Promise<void> {
  await tx.query({
    name: 'accounts_totp_insert',
    text: 'INSERT INTO user_totp (user_id, secret_sealed, last_step) VALUES ($1, $2, $3)',
    values: [one.userId, one.sealed, one.step],
  });
}

/** False where the user has none. */
export async function endSecret(tx: Queries, userId: Id): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_totp_end',
    text: 'UPDATE user_totp SET removed_time = database_ms() WHERE user_id = $1 AND removed_time IS NULL',
    values: [userId],
  });
  return rowCount === 1;
}

export interface PasskeyRow extends KeptPasskey {
  readonly user_id: Id;
  readonly label: string;
  readonly created_time: bigint;
  readonly last_used_time: bigint | null;
}

const PASSKEY =
  'p.credential_id, p.user_id, p.public_key, p.counter, p.transports, p.label, p.created_time, p.last_used_time';

/** undefined also where it was removed or its user has left. */
export async function findPasskey(db: Queries, credentialId: Uint8Array): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>({
    name: 'accounts_passkey_find',
    text: `SELECT ${PASSKEY} FROM user_passkeys p JOIN users u ON u.id = p.user_id
           WHERE p.credential_id = $1 AND p.removed_time IS NULL AND u.removed_time IS NULL`,
    values: [credentialId],
  });
  return rows[0];
}

/** The oldest first. */
export async function passkeysOf(db: Queries, userId: Id): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>({
    name: 'accounts_passkeys_of',
    text: `SELECT ${PASSKEY} FROM user_passkeys p WHERE p.user_id = $1 AND p.removed_time IS NULL ORDER BY p.created_time, p.credential_id`,
    values: [userId],
  });
  return rows;
}

/** False where somebody has, or had, that passkey already. */
export async function insertPasskey(
  tx: Queries,
  one: MadePasskey & { readonly userId: Id; readonly label: string },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_passkey_insert',
    text: `INSERT INTO user_passkeys (credential_id, user_id, public_key, counter, transports, backed_up, label)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
    values: [one.credentialId, one.userId, one.publicKey, one.counter, one.transports, one.backedUp, one.label],
  });
  return rowCount === 1;
}

/** False where it was removed meanwhile. */
export async function notePasskeyUse(tx: Queries, one: PasskeyUse): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_passkey_use',
    text: `UPDATE user_passkeys SET counter = $2, backed_up = $3, last_used_time = database_ms()
           WHERE credential_id = $1 AND removed_time IS NULL`,
    values: [one.credentialId, one.counter, one.backedUp],
  });
  return rowCount === 1;
}

/** False where it is not the user's, or not any more. */
export async function endPasskey(tx: Queries, userId: Id, credentialId: Uint8Array): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_passkey_end',
    text: 'UPDATE user_passkeys SET removed_time = database_ms() WHERE credential_id = $2 AND user_id = $1 AND removed_time IS NULL',
    values: [userId, credentialId],
  });
  return rowCount === 1;
}
