// The SQL of passwords: held by whoever signs in by one, changed by whoever chooses one.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

/**
 * Held until the transaction ends, so that a change of the password waits for the sign-in and ends its session too. False where another was chosen
 * since that moment.
 */
export async function holdPassword(tx: Queries, userId: Id, changedTime: bigint): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_hold_password',
    text: 'SELECT FROM credentials WHERE user_id = $1 AND changed_time = $2 FOR SHARE',
    values: [userId, changedTime],
  });
  return rowCount === 1;
}

/** Held by whoever changes a factor: a sign-in by the password alone comes before that change and knows nothing of it, or after it and sees it. */
export async function holdCredentials(tx: Queries, userId: Id): Promise<void> {
  await tx.query({
    name: 'accounts_hold_credentials',
    text: 'SELECT FROM credentials WHERE user_id = $1 FOR NO KEY UPDATE',
    values: [userId],
  });
}

/** The same password, hashed anew: nothing where another was chosen meanwhile. */
export async function rehashPassword(db: Queries, userId: Id, from: string, to: string): Promise<void> {
  await db.query({
    name: 'accounts_rehash_password',
    text: 'UPDATE credentials SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2',
    values: [userId, from, to],
  });
}

/** Another password from now on; a sign-in by the one before is waited for. False where the user has none. */
export async function choosePassword(tx: Queries, userId: Id, hash: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accounts_choose_password',
    // Never the moment of the one before: by it a sign-in knows which password was right.
    text: `UPDATE credentials SET password_hash = $2, changed_time = greatest(database_ms(), changed_time + 1) WHERE user_id = $1`,
    values: [userId, hash],
  });
  return rowCount === 1;
}
