// The SQL of how far each announcement was told outside the app.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

/** Of these items: those that were not told to everybody yet, and of which nothing was published or withdrawn for so long. */
export async function untoldItems(db: Queries, ids: readonly Id[], quietMs: number): Promise<Id[]> {
  const { rows } = await db.query<{ item_id: Id }>({
    name: 'content_untold',
    text: `SELECT p.item_id FROM content_published p LEFT JOIN content_tellings t ON t.item_id = p.item_id
           WHERE p.item_id = ANY ($1::bigint[]) AND t.done_time IS NULL
           GROUP BY p.item_id HAVING max(p.time) <= database_ms() - $2 ORDER BY p.item_id`,
    values: [ids, quietMs],
  });
  return rows.map(({ item_id }) => item_id);
}

/** After whom to go on, held until the transaction ends; undefined where everybody was told. */
export async function holdTelling(tx: Queries, itemId: Id): Promise<Id | undefined> {
  await tx.query({
    name: 'content_begin_telling',
    text: 'INSERT INTO content_tellings (item_id) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [itemId],
  });
  const { rows } = await tx.query<{ last_user_id: Id }>({
    name: 'content_hold_telling',
    text: 'SELECT last_user_id FROM content_tellings WHERE item_id = $1 AND done_time IS NULL FOR UPDATE',
    values: [itemId],
  });
  return rows[0]?.last_user_id;
}

export async function moveTelling(
  tx: Queries,
  itemId: Id,
  { last, told, isDone }: { readonly last: Id; readonly told: number; readonly isDone: boolean },
): Promise<void> {
  await tx.query({
    name: 'content_move_telling',
    text: `UPDATE content_tellings SET last_user_id = $2, told = told + $3, done_time = CASE WHEN $4 THEN database_ms() END WHERE item_id = $1`,
    values: [itemId, last, told, isDone],
  });
}
