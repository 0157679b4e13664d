// Idempotency keys: what a key answered once, it answers for ever.

import type { Id } from '@fairtick/kernel/ids';
import { bytea, int8, text } from '../database/columns.ts';
import type { PoolClient } from '../database/pools.ts';
import { newRows, type Write } from '../database/statement.ts';

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

export interface KnownKey {
  readonly bodyHash: Uint8Array;
  readonly answer: string;
}

export const keyPlace = (ownerId: Id, key: string): string => `${ownerId}/${key}`;

export async function findKeys(
  tx: Pick<PoolClient, 'query'>,
  wanted: readonly { ownerId: Id; key: string }[],
): Promise<Map<string, KnownKey>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await tx.query<Found>({
    name: 'keys_find',
    text: `SELECT k.owner_id, k.key, k.body_hash, k.answer::text AS answer FROM unnest($1::bigint[], $2::text[]) AS w (owner_id, key)
           CROSS JOIN LATERAL (SELECT * FROM command_keys k WHERE k.owner_id = w.owner_id AND k.key = w.key OFFSET 0) k`,
    values: [int8(wanted.map((w) => w.ownerId)), text(wanted.map((w) => w.key))],
  });
  return new Map(rows.map((row) => [keyPlace(row.owner_id, row.key), { bodyHash: row.body_hash, answer: row.answer }]));
}

export function insertKeys(keys: readonly KeyRow[]): Write[] {
  if (keys.length === 0) return [];
  return [
    newRows('command_keys', {
      owner_id: int8(keys.map((k) => k.ownerId)),
      key: text(keys.map((k) => k.key)),
      call: text(keys.map((k) => k.call)),
      body_hash: bytea(keys.map((k) => k.bodyHash)),
      answer: text(keys.map((k) => k.answer)),
      time: int8(keys.map((k) => k.time)),
    }),
  ];
}
