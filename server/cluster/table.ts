// The SQL of servers that work together: the lease of the intake, and the order in which batches were committed.

import type { Queries } from '../platform/database/pools.ts';

/** Any number that nothing else in this database locks. */
const INTAKE_LOCK = 720_618;

/**
 * The database ends the session of a holder that has been silent for this long, and the lease is free: its machine, network or process is gone. Longer
 * than a busy process is ever silent.
 */
export const SILENCE_MS = 5_000;

export async function limitSilence(db: Queries): Promise<void> {
  await db.query(`SET idle_session_timeout = ${SILENCE_MS}`);
}

/** Whether this session now holds the lease; it does until it ends. */
export async function tryLease(db: Queries): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [INTAKE_LOCK]);
  return rows[0]?.held === true;
}

export async function sayAlive(db: Queries): Promise<void> {
  await db.query('SELECT 1');
}

/**
 * A number that grows from batch to batch of a realm, whichever server: where the database's own log stands. Asked for once the house's accounts
 * are locked; whoever held them before has written since it asked.
 */
export async function commitPlace(tx: Queries): Promise<bigint> {
  const { rows } = await tx.query<{ place: string }>({
    name: 'cluster_commit_place',
    text: `SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS place`,
  });
  return BigInt(rows[0]?.place ?? 0);
}
