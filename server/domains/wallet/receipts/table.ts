// The SQL of money that came, beside the pipeline: lists that the staff read, and what is held while it is put under a user.

import type { Id } from '@fairtick/kernel/ids';
import { int8, text } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { RECEIPTS } from '../columns.ts';
import { networkOf } from '../deposits/staff-rules.ts';
import type { Deposit, Receipt } from '../types.ts';

const { names } = RECEIPTS;
const flat = RECEIPTS.flat(names);
type Row = Parameters<typeof flat>[0];
/** A receipt as it is stored: it is nobody's. */
export type StoredReceipt = Omit<Receipt, 'userId'>;
const COLUMNS = RECEIPTS.list(names);
const COUNT_MOST = 1_000;

export async function findReceipt(db: Queries, id: Id): Promise<StoredReceipt | undefined> {
  const { rows } = await db.query<Row>({
    name: 'receipts_find',
    text: `SELECT ${COLUMNS} FROM receipts WHERE id = $1`,
    values: [id],
  });
  return rows[0] && flat(rows[0]);
}

/** Until the transaction ends nobody credits it or books it back. undefined where it is not there. */
export async function holdReceipt(tx: Queries, id: Id): Promise<StoredReceipt | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'receipts_hold',
    text: `SELECT ${COLUMNS} FROM receipts WHERE id = $1 FOR SHARE`,
    values: [id],
  });
  return rows[0] && flat(rows[0]);
}

export async function isBooked(db: Queries, method: string, reference: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'receipts_is_booked',
    text: 'SELECT FROM receipts WHERE method = $1 AND reference = $2',
    values: [method, reference],
  });
  return rowCount === 1;
}

/** Whether something else was paid by this payment: another receipt that went back, or a withdrawal. */
export async function isPaymentUsed(
  db: Queries,
  { id, currency, method, reference }: Pick<StoredReceipt, 'id' | 'currency' | 'method' | 'reference'>,
): Promise<boolean> {
  const { rows } = await db.query<{ used: boolean }>({
    name: 'receipts_payment_used',
    text: `SELECT EXISTS (SELECT FROM receipts WHERE currency = $1 AND method = $2 AND sent_reference = $3 AND id <> $4)
             OR EXISTS (SELECT FROM withdrawals WHERE currency = $1 AND network = $5 AND paid_reference = $3) AS used`,
    values: [currency, method, reference, id, networkOf({ method })],
  });
  return rows[0]?.used ?? false;
}

/** What waits oldest first, the others newest first, from where a page before ended. */
export async function listReceipts(
  db: Queries,
  {
    state,
    before,
    limit,
  }: { readonly state: Receipt['state']; readonly before: Id | undefined; readonly limit: number },
): Promise<StoredReceipt[]> {
  const [order, beyond] = state === 'free' || state === 'returning' ? ['ASC', '>'] : ['DESC', '<'];
  const { rows } = await db.query<Row>({
    name: `receipts_${state}`,
    text: `SELECT ${COLUMNS} FROM receipts WHERE state = '${state}' AND ($1::bigint IS NULL OR id ${beyond} $1)
           ORDER BY id ${order} LIMIT $2`,
    values: [before ?? null, limit],
  });
  return rows.map((row) => flat(row));
}

/** At most a thousand: beyond it nobody reads the number. */
export async function countFree(db: Queries): Promise<number> {
  const { rows } = await db.query<{ free: number }>({
    name: 'receipts_count',
    text: `SELECT count(*)::int AS free FROM (SELECT FROM receipts WHERE state = 'free' LIMIT ${COUNT_MOST}) f`,
    values: [],
  });
  return rows[0]?.free ?? 0;
}

const SUITS = `state = 'free' AND method = $1 AND currency = $2`;
/** What came this way in that currency and belongs to nobody yet: what the deposit was made of first, then what is of the transaction. */
export async function suitingReceipts(
  db: Queries,
  {
    method,
    currency,
    txid,
    assigned,
    limit,
  }: Pick<Deposit, 'currency' | 'txid' | 'assigned'> & { readonly method: string; readonly limit: number },
): Promise<StoredReceipt[]> {
  const { rows } = await db.query<Row>({
    name: 'receipts_suiting',
    // Each part by an index of its own, and no longer than what is shown.
    text: `SELECT ${COLUMNS} FROM (
             SELECT 0 AS rank, r.* FROM receipts r WHERE ${SUITS} AND id = $5
             UNION ALL (SELECT 1, r.* FROM receipts r WHERE ${SUITS} AND $3 <> '' AND split_part(reference, ':', 1) = $3 AND id IS DISTINCT FROM $5 ORDER BY id LIMIT $4)
             UNION ALL (SELECT 2, r.* FROM receipts r WHERE ${SUITS} AND NOT ($3 <> '' AND split_part(reference, ':', 1) = $3) AND id IS DISTINCT FROM $5 ORDER BY id LIMIT $4)
           ) f ORDER BY rank, id LIMIT $4`,
    values: [method, currency, txid, limit, assigned ?? null],
  });
  return rows.map((row) => flat(row));
}

export interface ReceiptClaim {
  readonly txid: string;
  /** Where the staff said so. */
  readonly receipt: Id | undefined;
  readonly deposit: Id;
  readonly userId: Id;
}

/** Deposits that wait and name one of these transactions, or were made of one of these receipts. */
export async function claimsOf(
  db: Queries,
  txids: readonly string[],
  receipts: readonly Id[],
): Promise<ReceiptClaim[]> {
  if (receipts.length === 0) return [];
  const { rows } = await db.query<{ txid: string; assigned: Id | null; id: Id; user_id: Id }>({
    name: 'receipts_claims',
    text: `SELECT txid, assigned, id, user_id FROM deposits
           WHERE ((txid = ANY ($1::text[]) AND txid <> '') OR assigned = ANY ($2::bigint[])) AND status = 'unchecked' ORDER BY id`,
    values: [text(txids), int8(receipts)],
  });
  return rows.map(({ txid, assigned, id, user_id: userId }) => ({
    ...{ txid, receipt: assigned ?? undefined },
    ...{ deposit: id, userId },
  }));
}
