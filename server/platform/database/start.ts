// What a start does once in the database: seeding under a lock, so that servers which start together do it one after the other, and a number
// of its own for this process.

import type { Pool } from 'pg';
import { connectOwner } from './pools.ts';

/** Any number that nothing else in this database locks. */
const SEED_LOCK = 720_617;

/** Runs `work` as the owner in one transaction. */
export async function seedAsOwner<T>(
  ownerUrl: string,
  work: (owner: Awaited<ReturnType<typeof connectOwner>>) => Promise<T>,
): Promise<T> {
  const owner = await connectOwner(ownerUrl);
  try {
    await owner.query('BEGIN');
    await owner.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
    const done = await work(owner);
    await owner.query('COMMIT');
    return done;
  } finally {
    await owner.end();
  }
}

/** 0 to 1023, a different one for each of the last 1,024 starts: ids of servers that run at once never meet. */
export async function nextServerNumber(db: Pool): Promise<number> {
  const { rows } = await db.query<{ number: bigint }>(`SELECT nextval('server_numbers') AS number`);
  return Number(rows[0]?.number ?? 0n);
}
