// The lock on an idempotency key that is being written.

import type { Key } from '../commands/command.ts';
import type { Queries } from '../database/pools.ts';

/** Until the transaction ends. Two keys of one hash wait for each other, no more. */
export async function lockKey(tx: Queries, { ownerId, key }: Key): Promise<void> {
  await tx.query({
    name: 'records_lock_key',
    text: `SELECT pg_advisory_xact_lock(hashtextextended($1::text || '/' || $2::text, 0))`,
    values: [ownerId.toString(), key],
  });
}
