// What trading asks where several servers work on one database. No behaviour.

import type { PoolClient } from '../platform/database/pools.ts';

export interface ClusterPort {
  /** Whether it is this server that proposes what ticks and times call for. */
  leads(): boolean;
  /** Where to begin when ticks up to `decided` were decided: another server may have placed orders that the one that decided had not heard of yet. */
  restartAfter(decided: number): Promise<number>;
  /** See `CommittedBase.place`. */
  place(tx: PoolClient): Promise<bigint>;
}
