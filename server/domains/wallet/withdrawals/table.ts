// The SQL of withdrawals beside a batch: what users and the staff read of them.

import type { Id } from '@fairtick/kernel/ids';
import { bytea } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import type { RowOf } from '../../../platform/database/tables/mapping.ts';
import { find } from '../../../platform/database/tables/select.ts';
import { WITHDRAWALS } from '../columns.ts';
import type { MoneyKind, Withdrawal } from '../types.ts';

const { names } = WITHDRAWALS;
const toWithdrawal = WITHDRAWALS.flat(names);
type Row = RowOf<typeof WITHDRAWALS.columns>;

const FIND = find(WITHDRAWALS, 'withdrawals_find', names);

export async function findWithdrawal(db: Queries, id: Id): Promise<Withdrawal | undefined> {
  const [row] = await FIND(db, [{ id }]);
  return row && toWithdrawal(row);
}

// One statement, so that page and count are of one moment. A page beyond the last has one row, without a withdrawal.
const LIST = `SELECT page.*, whole.total
  FROM (SELECT count(*) AS total FROM withdrawals WHERE user_id = $1 AND kind = $2) whole
  LEFT JOIN LATERAL (SELECT ${WITHDRAWALS.list(names)} FROM withdrawals WHERE user_id = $1 AND kind = $2
    ORDER BY id DESC LIMIT $3 OFFSET $4) page ON true
  ORDER BY page.id DESC`;

/** One page of a user's, the newest first. */
export async function listWithdrawals(
  db: Queries,
  { userId, kind, limit, offset }: { userId: Id; kind: MoneyKind; limit: number; offset: number },
): Promise<{ withdrawals: Withdrawal[]; total: number }> {
  const { rows } = await db.query<(Row | { id: null }) & { total: bigint }>({
    name: 'withdrawals_list',
    text: LIST,
    values: [userId, kind, limit, offset],
  });
  return {
    withdrawals: rows.flatMap((row) => (row.id === null ? [] : [toWithdrawal(row)])),
    total: Number(rows[0]?.total ?? 0n),
  };
}

/** What warns the staff of a request: see `Known`. `macs` are of the place it goes to, under every master key; whether its address is a user's own for deposits. */
export async function knownOf(
  db: Queries,
  { userId, macs, address }: { readonly userId: Id; readonly macs: readonly Uint8Array[]; readonly address: string },
): Promise<{ readonly hasWithdrawn: boolean; readonly isShared: boolean; readonly isOwnAddress: boolean }> {
  const { rows } = await db.query<{ withdrawn: boolean; shared: boolean; own: boolean }>({
    name: 'withdrawals_known',
    text: `SELECT EXISTS (SELECT FROM withdrawals WHERE user_id = $1 AND status = 'paid') AS withdrawn,
             EXISTS (SELECT FROM destinations WHERE place_mac = ANY ($2::bytea[]) AND user_id <> $1) AS shared,
             EXISTS (SELECT FROM own_addresses WHERE address = $3) AS own`,
    values: [userId, bytea(macs), address],
  });
  const [row] = rows;
  return { hasWithdrawn: row?.withdrawn ?? false, isShared: row?.shared ?? false, isOwnAddress: row?.own ?? false };
}
