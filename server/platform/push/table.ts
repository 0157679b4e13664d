// The SQL of the key by which browsers know our messages: made once, shared by all servers of a database.

import type { Pool, Queries } from '../database/pools.ts';

export interface SealedPushKey {
  readonly public_key: string;
  readonly sealed: Uint8Array;
}

export async function readPushKey(db: Queries): Promise<SealedPushKey | undefined> {
  const { rows } = await db.query<SealedPushKey>({
    name: 'push_key_read',
    text: 'SELECT public_key, sealed FROM push_key',
  });
  return rows[0];
}

/** Nothing where another server was faster. */
export async function insertPushKey(db: Queries, { public_key, sealed }: SealedPushKey): Promise<void> {
  await db.query({
    name: 'push_key_insert',
    text: 'INSERT INTO push_key (public_key, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [public_key, sealed],
  });
}

/** As the owner: the same key under another master. */
export async function resealPushKey(owner: Pool, sealed: Uint8Array): Promise<void> {
  await owner.query({ text: 'UPDATE push_key SET sealed = $1', values: [sealed] });
}
