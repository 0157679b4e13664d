// The SQL around freezes: which have come to their end.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

/** Users after `afterId`, by id, of whom a freeze has ended by the database's clock. */
export async function endedFreezes(db: Queries, afterId: Id, limit: number): Promise<Id[]> {
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'staff_ended_freezes',
    text: `SELECT user_id FROM user_standing WHERE freeze_ends IS NOT NULL AND freeze_ends <= database_ms() AND user_id > $1
           ORDER BY user_id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows.map((row) => row.user_id);
}
