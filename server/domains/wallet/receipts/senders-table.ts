// The SQL by which senders are sealed again, as the owner: the app's role changes none.

import type { Id } from '@fairtick/kernel/ids';
import { bytea, int8 } from '../../../platform/database/columns.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { RECEIPTS } from '../columns.ts';

const COLUMNS = ['id', 'method', 'reference', 'from_shown', 'from_sealed'] as const;
const flat = RECEIPTS.flat(COLUMNS);

/** Some that a master key other than the current one sealed, or none did. */
export async function sendersSealedByOthers(owner: Pool, current: number, limit: number) {
  const { rows } = await owner.query<Parameters<typeof flat>[0]>({
    text: `SELECT ${RECEIPTS.list(COLUMNS)} FROM receipts
           WHERE from_shown <> '' OR substr(from_sealed, 1, 4) <> int4send($1::bigint::bit(32)::int) ORDER BY id LIMIT $2`,
    values: [current, limit],
  });
  return rows.map((row) => flat(row));
}

export async function writeSenders(
  owner: Pool,
  rows: readonly { readonly id: Id; readonly sealed: Uint8Array }[],
): Promise<void> {
  await owner.query({
    text: `UPDATE receipts r SET from_sealed = s.sealed, from_shown = '' FROM unnest($1::bigint[], $2::bytea[]) AS s (id, sealed) WHERE r.id = s.id`,
    values: [int8(rows.map(({ id }) => id)), bytea(rows.map(({ sealed }) => sealed))],
  });
}
