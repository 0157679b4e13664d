// The SQL of a name that gives way to another of its kind.

import type { NameKind } from '@fairtick/contract/http/names';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

/** The name that it was; undefined where the user had none of that kind. */
export async function endName(tx: Queries, userId: Id, kind: NameKind): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'accounts_name_end',
    text: `UPDATE account_names SET removed_time = database_ms() WHERE user_id = $1 AND kind = $2 AND removed_time IS NULL RETURNING name`,
    values: [userId, kind],
  });
  return rows[0]?.name;
}
