// The SQL that the staff read deposits by, what is read beside a batch, and a claim of ten minutes.

import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { DEPOSITS } from '../columns.ts';
import type { Deposit, DepositStatus } from '../types.ts';
import { type DepositFacts, transactionOf } from './staff-rules.ts';
import { lockTransaction } from './table.ts';

const { names } = DEPOSITS;
const toDeposit = DEPOSITS.flat(names);
type DepositRow = Parameters<typeof toDeposit>[0];
/** A claim that has ended is none. */
const COUNT_MOST = 1_000;
const COLUMNS = names
  .map((name) =>
    name === 'claimed_by' || name === 'claimed_until'
      ? `CASE WHEN d.claimed_until > database_ms() THEN d.${name} END AS ${name}`
      : `d.${name}`,
  )
  .join(', ');

export async function findDeposit(db: Queries, id: Id): Promise<Deposit | undefined> {
  const { rows } = await db.query<DepositRow>({
    name: 'deposits_find',
    text: `SELECT ${COLUMNS} FROM deposits d WHERE d.id = $1`,
    values: [id],
  });
  return rows[0] && toDeposit(rows[0]);
}

/** Those that wait oldest first, the others newest first, from where a page before ended. */
export async function listDeposits(
  db: Queries,
  {
    status,
    before,
    limit,
  }: { readonly status: DepositStatus; readonly before: Id | undefined; readonly limit: number },
): Promise<Deposit[]> {
  const [order, beyond] = status === 'unchecked' ? ['ASC', '>'] : ['DESC', '<'];
  const { rows } = await db.query<DepositRow>({
    name: status === 'unchecked' ? 'deposits_waiting' : 'deposits_decided',
    text: `SELECT ${COLUMNS} FROM deposits d WHERE d.status = $1 AND ($2::bigint IS NULL OR d.id ${beyond} $2)
           ORDER BY d.id ${order} LIMIT $3`,
    values: [status, before ?? null, limit],
  });
  return rows.map((row) => toDeposit(row));
}

/** At most a thousand: beyond it nobody reads the number. */
export async function countWaiting(db: Queries): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({
    name: 'deposits_count',
    text: `SELECT count(*)::int AS waiting FROM (SELECT FROM deposits WHERE status = 'unchecked' LIMIT ${COUNT_MOST}) w`,
    values: [],
  });
  return rows[0]?.waiting ?? 0;
}

/** The user's newest but this one. */
export async function othersOf(db: Queries, { id, userId }: Deposit, limit: number): Promise<Deposit[]> {
  const { rows } = await db.query<DepositRow>({
    name: 'deposits_others',
    text: `SELECT ${COLUMNS} FROM deposits d WHERE d.user_id = $1 AND d.id <> $2 ORDER BY d.id DESC LIMIT $3`,
    values: [userId, id, limit],
  });
  return rows.map((row) => toDeposit(row));
}

/** Other users who say that the same transaction is theirs. */
export async function othersWithTransaction(
  db: Queries,
  { userId, txid }: Pick<Deposit, 'userId' | 'txid'>,
): Promise<Id[]> {
  if (txid === '') return [];
  const { rows } = await db.query<{ user_id: Id }>({
    name: 'deposits_same_txid',
    text: 'SELECT DISTINCT user_id FROM deposits WHERE txid = $1 AND user_id <> $2 ORDER BY user_id',
    values: [txid, userId],
  });
  return rows.map((row) => row.user_id);
}

/** Until when the claim holds, UTC ms; undefined where the deposit does not wait or somebody else holds it. */
export async function claim(tx: Queries, id: Id, staffId: Id, forMs: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ until: bigint }>({
    name: 'deposits_claim',
    text: `UPDATE deposits SET claimed_by = $2, claimed_until = database_ms() + $3
           WHERE id = $1 AND status = 'unchecked' AND (claimed_until IS NULL OR claimed_until <= database_ms() OR claimed_by = $2)
           RETURNING claimed_until AS until`,
    values: [id, staffId, forMs],
  });
  const [row] = rows;
  return row && Number(row.until);
}

interface FactsRow {
  readonly used: boolean;
  readonly free: Id | null;
  readonly contested: boolean;
  readonly credited: string;
  readonly last_day: string;
}

/**
 * Asked under the lock of a batch, so that whatever was committed before counts. Outputs of one transaction are credited, and claims of it made, one
 * after the other, on whichever server.
 */
export async function readFacts(
  db: Queries,
  { userId, method, reference }: { readonly userId: Id; readonly method: string; readonly reference: string },
): Promise<DepositFacts> {
  const transaction = transactionOf({ method, reference });
  const locked = transaction === '' ? undefined : lockTransaction(db, transaction);
  const asked = db.query<FactsRow>({
    name: 'deposits_facts',
    text: `SELECT EXISTS (SELECT FROM receipts WHERE method = $2 AND reference = $3) AS used,
             (SELECT id FROM receipts WHERE method = $2 AND reference = $3 AND state = 'free') AS free,
             $4 <> '' AND (EXISTS (SELECT FROM deposits o WHERE o.txid = $4 AND o.txid <> '' AND o.user_id <> $1)
               OR EXISTS (SELECT FROM receipts r WHERE r.method = $2 AND split_part(r.reference, ':', 1) = $4 AND r.reference <> $3))
               OR EXISTS (SELECT FROM receipts r JOIN deposits o ON o.assigned = r.id
                 WHERE r.method = $2 AND r.reference = $3 AND o.user_id <> $1) AS contested,
             coalesce(sum(credited), 0)::text AS credited,
             (coalesce(sum(credited) FILTER (WHERE decided_time > database_ms() - 86400000), 0)
               + (SELECT coalesce(sum(back_credited), 0) FROM withdrawals
                  WHERE user_id = $1 AND back_time > database_ms() - 86400000))::text AS last_day
           FROM deposits WHERE user_id = $1 AND status = 'credited'`,
    values: [userId, method, reference, transaction],
  });
  const [{ rows }] = await Promise.all([asked, locked]);
  const [row] = rows;
  return {
    isUsed: row?.used ?? false,
    free: row?.free ?? undefined,
    isContested: row?.contested ?? false,
    credited: readUnits(row?.credited ?? '0'),
    lastDay: readUnits(row?.last_day ?? '0'),
  };
}

export type NothingCame = Pick<Deposit, 'id' | 'userId' | 'network' | 'txid' | 'repays'>;

/** Those for which nothing came in time and that nobody is to look at, after `afterId`. */
export async function nothingCame(
  db: Queries,
  { forMs, afterId, limit }: { readonly forMs: number; readonly afterId: Id; readonly limit: number },
): Promise<readonly NothingCame[]> {
  const { rows } = await db.query<{ id: Id; user_id: Id; network: string; txid: string; repays: Id | null }>({
    name: 'deposits_nothing_came',
    text: `SELECT id, user_id, network, txid, repays FROM deposits d
           WHERE status = 'unchecked' AND held_for <> 'claimed_twice' AND assigned IS NULL AND submitted_time <= database_ms() - $1 AND id > $2
             AND (txid = '' OR NOT EXISTS (SELECT FROM receipts r
               WHERE r.method = d.network AND split_part(r.reference, ':', 1) = d.txid AND r.state = 'free'))
           ORDER BY id LIMIT $3`,
    values: [forMs, afterId, limit],
  });
  return rows.map(({ user_id: userId, repays, ...one }) => ({ ...one, userId, repays: repays ?? undefined }));
}

/** Whether an output of the transaction was booked that is nobody's yet. */
export async function hasCome(db: Queries, { network, txid }: Pick<Deposit, 'network' | 'txid'>): Promise<boolean> {
  if (txid === '') return false;
  const { rowCount } = await db.query({
    name: 'deposits_has_come',
    text: `SELECT FROM receipts WHERE method = $1 AND split_part(reference, ':', 1) = $2 AND state = 'free' LIMIT 1`,
    values: [network, txid],
  });
  return rowCount === 1;
}
