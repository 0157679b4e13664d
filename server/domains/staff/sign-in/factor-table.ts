// The SQL of what the staff sign in with: passkeys, passwords, authenticator apps.

import type { Id } from '@fairtick/kernel/ids';
import type { Pool, Queries } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { KeptPasskey, MadePasskey, PasskeyUse } from '../../../platform/sign-in/passkeys.ts';
import { openSecret, sealSecret } from '../../../platform/sign-in/totp.ts';

const PASSKEY = 'EXISTS (SELECT FROM staff_passkeys k WHERE k.staff_id = s.id AND k.removed_time IS NULL)';
const APP = 'EXISTS (SELECT FROM staff_totp t WHERE t.staff_id = s.id AND t.removed_time IS NULL)';

/** Of a statement whose `s` is the staff: the factors that the member has now. A password is none by itself: it came with an app, and goes with it. */
export const FACTORS_OF = `ARRAY(SELECT 'passkey' WHERE ${PASSKEY} UNION ALL SELECT 'totp' WHERE ${APP})`;

/** Of such a statement: whether the member has one now, and so can sign in. */
export const HAS_FACTOR = `(${PASSKEY} OR ${APP})`;

/** Whether anybody of the staff ever had one: also one that was removed. */
export const ANY_FACTOR_EVER = '(EXISTS (SELECT FROM staff_passkeys) OR EXISTS (SELECT FROM staff_totp))';

export interface NewPasskey extends MadePasskey {
  readonly staffId: Id;
  readonly label: string;
}

/** False where somebody has that passkey already. */
export async function insertPasskey(tx: Queries, one: NewPasskey): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_passkey_insert',
    text: `INSERT INTO staff_passkeys (credential_id, staff_id, public_key, counter, transports, backed_up, label)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
    values: [one.credentialId, one.staffId, one.publicKey, one.counter, one.transports, one.backedUp, one.label],
  });
  return rowCount === 1;
}

export interface PasskeyRow extends KeptPasskey {
  readonly staff_id: Id;
}

/** undefined also where it was removed or its member is disabled. */
export async function findPasskey(db: Queries, credentialId: Uint8Array): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>({
    name: 'staff_passkey_find',
    text: `SELECT p.credential_id, p.staff_id, p.public_key, p.counter, p.transports FROM staff_passkeys p JOIN staff s ON s.id = p.staff_id
           WHERE p.credential_id = $1 AND p.removed_time IS NULL AND s.disabled_time IS NULL`,
    values: [credentialId],
  });
  return rows[0];
}

export async function passkeysOf(db: Queries, staffId: Id): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>({
    name: 'staff_passkeys_of',
    text: `SELECT credential_id, staff_id, public_key, counter, transports FROM staff_passkeys
           WHERE staff_id = $1 AND removed_time IS NULL ORDER BY created_time, credential_id`,
    values: [staffId],
  });
  return rows;
}

/** False where it was removed meanwhile. */
export async function notePasskeyUse(tx: Queries, one: PasskeyUse): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_passkey_use',
    text: `UPDATE staff_passkeys SET counter = $2, backed_up = $3, last_used_time = database_ms()
           WHERE credential_id = $1 AND removed_time IS NULL`,
    values: [one.credentialId, one.counter, one.backedUp],
  });
  return rowCount === 1;
}

/** By the member's e-mail; undefined also where they are disabled. */
export async function findPassword(
  db: Queries,
  email: string,
): Promise<{ readonly staff_id: Id; readonly hash: string } | undefined> {
  const { rows } = await db.query<{ staff_id: Id; hash: string }>({
    name: 'staff_password_find',
    text: `SELECT p.staff_id, p.hash FROM staff_passwords p JOIN staff s ON s.id = p.staff_id
           WHERE s.email = $1 AND s.disabled_time IS NULL AND p.removed_time IS NULL`,
    values: [email],
  });
  return rows[0];
}

export async function findSecret(db: Queries, staffId: Id): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ secret_sealed: Uint8Array }>({
    name: 'staff_totp_find',
    text: 'SELECT secret_sealed FROM staff_totp WHERE staff_id = $1 AND removed_time IS NULL',
    values: [staffId],
  });
  return rows[0]?.secret_sealed;
}

/** Spends the code of a 30 s step; false where it or a later one was used. */
export async function takeStep(tx: Queries, staffId: Id, step: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'staff_totp_step',
    text: 'UPDATE staff_totp SET last_step = $2 WHERE staff_id = $1 AND removed_time IS NULL AND last_step < $2',
    values: [staffId, step],
  });
  return rowCount === 1;
}

/** A password and an authenticator app, whose code of `step` is spent. */
export async function insertPasswordAndSecret(
  tx: Queries,
  one: { readonly staffId: Id; readonly hash: string; readonly sealed: Uint8Array; readonly step: number },
): Promise<void> {
  await tx.query({
    name: 'staff_password_insert',
    text: 'INSERT INTO staff_passwords (staff_id, hash) VALUES ($1, $2)',
    values: [one.staffId, one.hash],
  });
  await tx.query({
    name: 'staff_totp_insert',
    text: 'INSERT INTO staff_totp (staff_id, secret_sealed, last_step) VALUES ($1, $2, $3)',
    values: [one.staffId, one.sealed, one.step],
  });
}

/** Everything that the member could sign in with until now, with the guesses at it. */
export async function endFactors(tx: Queries, staffId: Id): Promise<void> {
  for (const table of ['staff_passkeys', 'staff_passwords', 'staff_totp'])
    await tx.query({
      name: `${table}_end`,
      text: `UPDATE ${table} SET removed_time = database_ms() WHERE staff_id = $1 AND removed_time IS NULL`,
      values: [staffId],
    });
  await tx.query({
    name: 'staff_wrong_codes_forget',
    text: 'DELETE FROM staff_code_failures WHERE staff_id = $1',
    values: [staffId],
  });
}

const RESEALED_AT_ONCE = 200;

/** As the owner: secrets that an older master key sealed, sealed again by the current one. Codes that members use meanwhile stay used. */
export async function resealSecrets(keys: Keys, owner: Pool): Promise<number> {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(keys.current);
  const { rows } = await owner.query<{ id: bigint; staff_id: Id; secret_sealed: Uint8Array }>(
    `SELECT id, staff_id, secret_sealed FROM staff_totp
     WHERE removed_time IS NULL AND substring(secret_sealed FROM 1 FOR 4) <> $1 ORDER BY id LIMIT ${RESEALED_AT_ONCE}`,
    [head],
  );
  for (const { id, staff_id: staffId, secret_sealed: sealed } of rows) {
    const secret = openSecret(keys, 'staff_factors', sealed, staffId);
    if (!secret) throw new Error('a secret of a member of staff was sealed by a master key that is not here');
    await owner.query('UPDATE staff_totp SET secret_sealed = $2 WHERE id = $1 AND removed_time IS NULL', [
      id,
      sealSecret(keys, 'staff_factors', secret, staffId),
    ]);
  }
  return rows.length;
}
