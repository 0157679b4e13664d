// Waits until somebody waits: for tests of what happens to a call that is held up by a lock. "Somebody in this database waits for something" is not
// enough: a job of the server may wait for another lock meanwhile, and the call under test has not even begun.

import type { Pool, PoolClient } from '@fairtick/server/platform/database/pools';

/**
 * Resolves when another session waits for a lock that `holder`, a session inside a transaction, has; or when `over` has ended without waiting.
 * `holder` must be free to answer a query.
 */
export async function untilBlocked(db: Pool, holder: PoolClient, over?: Promise<unknown>): Promise<void> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  over?.then(end, end);
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const waiting = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  while (!ended && (await db.query(waiting, [rows[0]?.pid])).rowCount === 0);
}
