// What trading asks where several servers work on one database. No behaviour.

import type { PoolClient } from '../platform/database/pools.ts';

export interface ClusterPort {
  /** Whether this server proposes the triggers of ticks and of the log's time. */
  leads(): boolean;
  /** Where to begin when ticks up to `decided` were decided: another server may have placed orders that the one that decided had not heard of yet. */
  restartAfter(decided: number): Promise<number>;
  /** See `CommittedBase.place`. */
  place(tx: PoolClient): Promise<bigint>;
}
