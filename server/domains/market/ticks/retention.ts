// The daily letting go of raw ticks: 30 days, but for those that decided something. Which may go the database checks by itself.

import type { Pool } from '../../../platform/database/pools.ts';
import { letGoTicks } from './read-table.ts';

/** Ticks in one statement: far below its time limit. */
const AT_ONCE = 20_000;

/** How many ticks went. Rejects when the database is away; what went before stays gone, and the rest goes the next time. */
export async function letGoOldTicks(db: Pool): Promise<number> {
  let total = 0;
  for (;;) {
    const gone = await letGoTicks(db, AT_ONCE);
    total += gone;
    if (gone < AT_ONCE) return total;
  }
}
