// The SQL of recovery codes: ten at a time, each good once.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

const OPEN = 'used_time IS NULL AND ended_time IS NULL';

/** What one of the user's open codes is recognised by. */
export interface OpenCode {
  readonly code_mac: Uint8Array;
  readonly key_sealed: Uint8Array;
}

export async function openCodesOf(db: Queries, userId: Id): Promise<OpenCode[]> {
  const { rows } = await db.query<OpenCode>({
    name: 'accounts_recovery_open',
    text: `SELECT code_mac, key_sealed FROM recovery_codes WHERE user_id = $1 AND ${OPEN}`,
    values: [userId],
  });
  return rows;
}

export async function countOpenCodes(db: Queries, userId: Id): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'accounts_recovery_count',
    text: `SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1 AND ${OPEN}`,
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}

/** Of one user, recognised by one key. */
export async function insertCodes(
  tx: Queries,
  userId: Id,
  { macs, sealed }: { readonly macs: readonly Uint8Array[]; readonly sealed: Uint8Array },
): Promise<void> {
  await tx.query({
    name: 'accounts_recovery_insert',
    text: 'INSERT INTO recovery_codes (user_id, code_mac, key_sealed) SELECT $1, mac, $3 FROM unnest($2::bytea[]) AS c (mac)',
    values: [userId, macs, sealed],
  });
}

/** Those that were not used are worth nothing any more. */
export async function endCodes(tx: Queries, userId: Id): Promise<void> {
  await tx.query({
    name: 'accounts_recovery_end',
    text: `UPDATE recovery_codes SET ended_time = database_ms() WHERE user_id = $1 AND ${OPEN}`,
    values: [userId],
  });
}

/** In the transaction of what it is good for. False where it was used or ended meanwhile. */
export async function useRecoveryCode(tx: Queries, userId: Id, mac: Uint8Array): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_recovery_use',
    text: `UPDATE recovery_codes SET used_time = database_ms() WHERE user_id = $1 AND code_mac = $2 AND ${OPEN}`,
    values: [userId, mac],
  });
  return rowCount === 1;
}
