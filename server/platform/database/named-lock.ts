// A lock by name for what has no row to lock yet: two who would both find nothing there.

import type { Queries } from './pools.ts';

/** Until the transaction ends nobody else holds this name, on whichever server. Two names of one hash wait for each other, no more. */
export async function holdName(tx: Queries, name: string): Promise<void> {
  await tx.query({
    name: 'hold_name',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))',
    values: [name],
  });
}
