// Whether somebody is still there, held so until a transaction ends: a session that is in memory outlives its user for some seconds.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { holdStanding } from './standing-table.ts';
import { findUser } from './table.ts';

/** Their leaving waits for this transaction, or was waited for. False for whoever has left. */
export async function holdPresent(tx: Queries, userId: Id): Promise<boolean> {
  await holdStanding(tx, userId);
  return (await findUser(tx, userId)) !== undefined;
}
