// The SQL of the staff's queues of withdrawals, of what stands beside one of them, and of those that are late.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { RowOf } from '../../../platform/database/tables/mapping.ts';
import { WITHDRAWALS } from '../columns.ts';
import type { Withdrawal } from '../types.ts';

const { names } = WITHDRAWALS;
const toWithdrawal = WITHDRAWALS.flat(names);

/** What waits for somebody. */
type Waiting = 'approve' | 'pay' | 'overdue';
export type Queue = Waiting | 'paid';

/** Each as an index has it. */
const WHERE: Readonly<Record<Queue, string>> = {
  approve: `status = 'waiting'`,
  pay: `status = 'approved'`,
  overdue: `status IN ('waiting', 'approved') AND overdue_time IS NOT NULL`,
  paid: `status = 'paid'`,
};
const WAITING: readonly Waiting[] = ['approve', 'pay', 'overdue'];
const COUNT_MOST = 1_000;
/** Beyond every id. */
const NEWEST: Id = 2n ** 63n - 1n;

export interface QueuedRow {
  readonly withdrawal: Withdrawal;
  readonly approvals: number;
}

/** The oldest first, of what was paid the newest, from where a page before ended; 0 from the start. */
export async function listQueue(
  db: Queries,
  { queue, after, limit }: { readonly queue: Queue; readonly after: Id; readonly limit: number },
): Promise<QueuedRow[]> {
  const [order, beyond] = queue === 'paid' ? ['DESC', '<'] : ['ASC', '>'];
  const { rows } = await db.query<RowOf<typeof WITHDRAWALS.columns> & { approvals: number }>({
    name: `withdrawals_to_${queue}`,
    text: `SELECT ${WITHDRAWALS.list(names)},
             (SELECT count(*)::int FROM withdrawal_approvals a WHERE a.withdrawal_id = id) AS approvals
           FROM withdrawals WHERE ${WHERE[queue]} AND id ${beyond} $1 ORDER BY id ${order} LIMIT $2`,
    values: [queue === 'paid' && after === 0n ? NEWEST : after, limit],
  });
  return rows.map((row) => ({ withdrawal: toWithdrawal(row), approvals: row.approvals }));
}

const COUNTS = WAITING.map(
  (queue) =>
    `(SELECT count(*)::int FROM (SELECT FROM withdrawals WHERE ${WHERE[queue]} LIMIT ${COUNT_MOST}) q) AS ${queue}`,
).join(', ');

export async function countQueues(db: Queries): Promise<Record<Waiting, number>> {
  const { rows } = await db.query<Record<Waiting, number>>({ name: 'withdrawals_counts', text: `SELECT ${COUNTS}` });
  return rows[0] ?? { approve: 0, pay: 0, overdue: 0 };
}

export async function approversOf(
  db: Queries,
  withdrawalId: Id,
): Promise<{ readonly staffId: Id; readonly time: number }[]> {
  const { rows } = await db.query<{ staff_id: Id; time: bigint }>({
    name: 'withdrawals_approvers',
    text: 'SELECT staff_id, time FROM withdrawal_approvals WHERE withdrawal_id = $1 ORDER BY time, staff_id',
    values: [withdrawalId],
  });
  return rows.map(({ staff_id: staffId, time }) => ({ staffId, time: Number(time) }));
}

/** Where the user's newest paid withdrawal of the same currency before this one went. */
export async function lastDestination(
  db: Queries,
  { id, userId, kind, currency, network }: Withdrawal,
): Promise<Id | undefined> {
  const { rows } = await db.query<{ destination_id: Id }>({
    name: 'withdrawals_last_destination',
    text: `SELECT destination_id FROM withdrawals
           WHERE user_id = $1 AND kind = $2 AND currency = $3 AND network = $4 AND status = 'paid' AND id < $5 ORDER BY id DESC LIMIT 1`,
    values: [userId, kind, currency, network, id],
  });
  return rows[0]?.destination_id;
}

/** The withdrawal, other than this one, that the payment has paid. */
export async function paidWith(
  db: Queries,
  { id, currency, network }: Pick<Withdrawal, 'id' | 'currency' | 'network'>,
  reference: string,
): Promise<Id | undefined> {
  const { rows } = await db.query<{ id: Id }>({
    name: 'withdrawals_paid_with',
    text: `SELECT id FROM withdrawals WHERE currency = $1 AND network = $2 AND paid_reference = $3 AND id <> $4
           UNION ALL
           SELECT id FROM receipts WHERE currency = $1 AND sent_reference = $3
             AND CASE WHEN $2 = '' THEN starts_with(method, 'bank:') ELSE method = $2 END`,
    values: [currency, network, reference, id],
  });
  return rows[0]?.id;
}

/** Late by the database's clock and not found yet, the longest first. */
export async function findLate(db: Queries, limit: number): Promise<{ readonly id: Id; readonly userId: Id }[]> {
  const { rows } = await db.query<{ id: Id; userId: Id }>({
    name: 'withdrawals_late',
    text: `SELECT id, user_id AS "userId" FROM withdrawals
           WHERE status IN ('waiting', 'approved') AND overdue_time IS NULL AND deadline <= database_ms() ORDER BY deadline LIMIT $1`,
    values: [limit],
  });
  return rows;
}
