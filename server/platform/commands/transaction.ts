// What every transaction with idempotency keys does alike, in the pipeline and for record writes: it tries conflicts again, commits behind its
// writes, and ends after an error.

import type { Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import type { Pool, PoolClient } from '../database/pools.ts';
import { Unavailable } from '../endpoints.ts';
import { faultOf, isSqlState } from './faults.ts';

export const ATTEMPT_LIMIT = 5;

/** Runs `transact` again after a conflict with another server, up to ATTEMPT_LIMIT times, with pauses that grow. Rejects with any other error. */
export async function overConflicts<T>(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  transact: () => Promise<T>,
  onRetry: () => void = () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (faultOf(error).kind !== 'conflict' || attempt >= ATTEMPT_LIMIT) throw error;
      onRetry();
      await new Promise<void>((resume) => clock.after(random.below(10 * 2 ** attempt), resume));
    }
  }
}

/** Sends COMMIT behind writes that were sent and not yet answered. Rejects with Unavailable, `unknown`, when nothing tells whether it happened. */
export async function commitBehind(client: PoolClient, sent: readonly Promise<unknown>[]): Promise<void> {
  const commit = client.query('COMMIT');
  try {
    const [{ command }] = await Promise.all([commit, ...sent]);
    if (command !== 'COMMIT') throw new Error('the database rolled the transaction back');
  } catch (error) {
    // Where the database itself refused a statement, the commit behind it was none. All else leaves open whether it was carried out.
    const refused = (await Promise.allSettled(sent)).some((one) => one.status === 'rejected' && isSqlState(one.reason));
    if (faultOf(error).kind === 'database' && !refused) throw new Unavailable('the commit was not answered', true);
    throw error;
  }
}

/** Rolls back after `error`. Resolves with a reason to throw the connection away, or with undefined where it may be used again. */
export async function rolledBack(client: PoolClient, error: unknown): Promise<Error | undefined> {
  if (faultOf(error).kind === 'database') return new Error('connection in doubt');
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (cause) {
    return new Error('rollback failed', { cause });
  }
}

/** One transaction without a key: done whole once it resolves. Rejects where it was not, or where nothing tells; nothing is tried again. */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const done = await work(client);
    await client.query('COMMIT');
    return done;
  } catch (error) {
    broken = await rolledBack(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}
