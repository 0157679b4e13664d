// Idempotency keys: what a key answered once, it answers for ever.

import type { Id } from '@fairtick/kernel/ids';
import type { PoolClient } from '../database/pools.ts';

export interface KeyRow {
  readonly ownerId: Id;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: Uint8Array;
  /** The outcome as JSON text. */
  readonly answer: string;
  readonly time: number;
}

interface Found {
  owner_id: bigint;
  key: string;
  body_hash: Buffer;
  answer: string;
}

export const keyPlace = (ownerId: Id, key: string): string => `${ownerId}/${key}`;

export async function findKeys(
  tx: Pick<PoolClient, 'query'>,
  wanted: readonly { ownerId: Id; key: string }[],
): Promise<Map<string, { bodyHash: Uint8Array; answer: string }>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await tx.query<Found>({
    name: 'keys_find',
    text: `SELECT k.owner_id, k.key, k.body_hash, k.answer::text AS answer FROM command_keys k
           JOIN unnest($1::bigint[], $2::text[]) AS w (owner_id, key) ON k.owner_id = w.owner_id AND k.key = w.key`,
    values: [wanted.map((w) => w.ownerId), wanted.map((w) => w.key)],
  });
  return new Map(rows.map((row) => [keyPlace(row.owner_id, row.key), { bodyHash: row.body_hash, answer: row.answer }]));
}

export async function insertKeys(tx: Pick<PoolClient, 'query'>, keys: readonly KeyRow[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query({
    name: 'keys_insert',
    text: `INSERT INTO command_keys (owner_id, key, call, body_hash, answer, time)
           SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::jsonb[], $6::bigint[])`,
    values: [
      keys.map((k) => k.ownerId),
      keys.map((k) => k.key),
      keys.map((k) => k.call),
      keys.map((k) => k.bodyHash),
      keys.map((k) => k.answer),
      keys.map((k) => k.time),
    ],
  });
}
