// The SQL of the master keys that a database knows, and of what it still holds of its logs' keys. As the owner alone.

import type { Queries } from '../database/pools.ts';

export interface KnownMaster {
  readonly id: number;
  readonly check: Uint8Array;
  /** Nothing is sealed by it any more. */
  readonly retired: boolean;
}

/** The newest last. */
export async function readMasters(owner: Queries): Promise<readonly KnownMaster[]> {
  const { rows } = await owner.query<{ id: bigint; check_mac: Buffer; retired_time: bigint | null }>(
    'SELECT id, check_mac, retired_time FROM master_keys ORDER BY id',
  );
  return rows.map((row) => ({ id: Number(row.id), check: row.check_mac, retired: row.retired_time !== null }));
}

export async function insertMaster(owner: Queries, id: number, check: Uint8Array): Promise<void> {
  await owner.query('INSERT INTO master_keys (id, check_mac) VALUES ($1, $2)', [id, check]);
}

/** Those that were not retired before. */
export async function retireMasters(owner: Queries, ids: readonly number[]): Promise<void> {
  await owner.query(
    'UPDATE master_keys SET retired_time = database_ms() WHERE id = ANY ($1::bigint[]) AND retired_time IS NULL',
    [ids],
  );
}

/** Private keys of logs that an older release kept in the database. */
export async function readLogSeeds(
  owner: Queries,
): Promise<readonly { readonly origin: string; readonly seed: Uint8Array }[]> {
  const { rows } = await owner.query(
    'SELECT origin, private_key AS seed FROM log_keys WHERE private_key IS NOT NULL ORDER BY log',
  );
  return rows;
}

export async function forgetLogSeed(owner: Queries, origin: string): Promise<void> {
  await owner.query('UPDATE log_keys SET private_key = NULL WHERE origin = $1', [origin]);
}
