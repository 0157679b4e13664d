// The SQL of loans beside a batch: what is asked for, what was signed, and what users and the staff read.

import { type Amount, amount, COIN_PLACES, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int8 } from '../../platform/database/columns.ts';
import { holdName } from '../../platform/database/named-lock.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Deposit } from '../wallet/index.ts';
import { LOAN_COLUMNS, type LoanRow, toLoan } from './columns-table.ts';
import type { Loan } from './types.ts';

export type NewLoan = Pick<
  Loan,
  'id' | 'userId' | 'configId' | 'amount' | 'period' | 'interestRate' | 'freePeriod' | 'penaltyRate' | 'signature'
>;

/** `mark`: of a person. Until the transaction's end nobody else of the same mark asks: two accounts at once would each find none. */
export async function holdBorrower(tx: Queries, mark: Uint8Array): Promise<void> {
  await holdName(tx, `loan/${Buffer.from(mark).toString('hex')}`);
}

/** What these accounts have borrowed: the key of their person, and whether one of theirs waits or runs. */
export async function borrowedBy(
  tx: Queries,
  userIds: readonly Id[],
): Promise<{ readonly key: Id | undefined; readonly runs: boolean }> {
  const { rows } = await tx.query<{ key: Id | null; runs: boolean | null }>({
    name: 'loans_borrowed_by',
    text: 'SELECT min(person_key) AS key, bool_or(status IN (1, 2, 4)) AS runs FROM loans WHERE user_id = ANY ($1::bigint[])',
    values: [int8(userIds)],
  });
  return { key: rows[0]?.key ?? undefined, runs: rows[0]?.runs ?? false };
}

/** False where one of the person waits or runs, also one that was written at the same moment. */
export async function insertLoan(
  tx: Queries,
  one: NewLoan & { readonly personKey: Id; readonly sum: string; readonly answerMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'loans_insert',
    text: `INSERT INTO loans (id, user_id, config_id, amount, period, interest_rate, free_period, penalty_rate, signature, answer_due, person_key)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, database_ms() + $10, $11) ON CONFLICT DO NOTHING`,
    values: [
      ...[one.id, one.userId, one.configId, one.sum, one.period, one.interestRate, one.freePeriod, one.penaltyRate],
      ...[one.signature ?? null, one.answerMs, one.personKey],
    ],
  });
  return rowCount === 1;
}

export interface SignedRow {
  readonly version: number;
  readonly lang: string;
  readonly html: string;
  readonly hash: Uint8Array;
  readonly evidence: string;
  readonly evidence_hash: Uint8Array;
}

export async function insertAgreement(tx: Queries, loanId: Id, one: SignedRow): Promise<void> {
  await tx.query({
    name: 'loan_agreements_insert',
    text: `INSERT INTO loan_agreements (loan_id, version, lang, html, hash, evidence, evidence_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [loanId, one.version, one.lang, one.html, one.hash, one.evidence, one.evidence_hash],
  });
}

export async function readAgreement(db: Queries, loanId: Id): Promise<SignedRow | undefined> {
  const { rows } = await db.query<SignedRow>({
    name: 'loan_agreements_read',
    text: 'SELECT version, lang, html, hash, evidence, evidence_hash FROM loan_agreements WHERE loan_id = $1',
    values: [loanId],
  });
  return rows[0];
}

export interface SigningAct {
  readonly idx: bigint | null;
  readonly time: bigint;
  readonly kind: string;
  readonly salt: Uint8Array;
  readonly contents: string;
}

/** The act of a signature, as it was hashed; undefined where it was erased. */
export async function signingAct(db: Queries, userId: Id, loanId: Id): Promise<SigningAct | undefined> {
  const { rows } = await db.query<SigningAct>({
    name: 'loans_signing_act',
    text: `SELECT idx, time, kind, salt, contents FROM acts WHERE subject_kind = 'user' AND subject_id = $1::bigint::text AND kind = 'loan_signed'
             AND contents IS NOT NULL AND contents::jsonb ->> 'loan' = $2::bigint::text ORDER BY id LIMIT 1`,
    values: [userId, loanId],
  });
  return rows[0];
}

/** With the hash of what was signed, and the user's name for the staff. */
export interface ListedLoan {
  readonly loan: Loan;
  readonly uid: string;
  readonly agreement: Uint8Array;
  /** The newest that its user has sent; none where they have sent none. */
  readonly proof: SentProof | undefined;
}

/** What was said to have been sent for a loan, and what became of that. */
export interface SentProof {
  readonly id: Id;
  readonly status: Deposit['status'];
  readonly sentTime: number;
  /** In units of 1e-18 of the currency. */
  readonly number: bigint;
  readonly currency: string;
  readonly credited: Amount | undefined;
  readonly reasonCode: string | undefined;
  readonly reason: string | undefined;
}

interface ProofRow {
  readonly proof: Id | null;
  readonly proof_status: Deposit['status'];
  readonly proof_sent: bigint;
  readonly proof_number: string;
  readonly proof_currency: string;
  readonly proof_credited: string | null;
  readonly proof_code: string | null;
  readonly proof_words: string | null;
}

type Row = LoanRow & ProofRow & { readonly uid: string; readonly agreement: Uint8Array };
const LISTED = `${LOAN_COLUMNS}, u.uid, g.hash AS agreement, p.* FROM loans l JOIN users u ON u.id = l.user_id JOIN loan_agreements g ON g.loan_id = l.id
  LEFT JOIN LATERAL (SELECT d.id AS proof, d.status AS proof_status, d.submitted_time AS proof_sent, d.number::text AS proof_number, d.currency AS proof_currency,
    d.credited::text AS proof_credited, d.reason_code AS proof_code, d.reason AS proof_words FROM deposits d WHERE d.repays = l.id ORDER BY d.id DESC LIMIT 1) p ON true`;

const toProof = (row: ProofRow): SentProof | undefined =>
  row.proof === null
    ? undefined
    : {
        ...{ id: row.proof, status: row.proof_status, sentTime: Number(row.proof_sent), currency: row.proof_currency },
        number: readUnits(row.proof_number, COIN_PLACES),
        credited: row.proof_credited === null ? undefined : amount(readUnits(row.proof_credited)),
        ...{ reasonCode: row.proof_code ?? undefined, reason: row.proof_words ?? undefined },
      };

const toListed = (row: Row): ListedLoan => ({
  ...{ loan: toLoan(row), uid: row.uid, agreement: row.agreement, proof: toProof(row) },
});

export async function findLoan(db: Queries, id: Id): Promise<ListedLoan | undefined> {
  const { rows } = await db.query<Row>({
    name: 'loans_find',
    text: `SELECT ${LISTED} WHERE l.id = $1`,
    values: [id],
  });
  return rows[0] && toListed(rows[0]);
}

/** One page of a user's, the newest first. */
export async function listOwn(
  db: Queries,
  { userId, limit, offset }: { readonly userId: Id; readonly limit: number; readonly offset: number },
): Promise<{ readonly loans: ListedLoan[]; readonly total: number }> {
  const [page, whole] = await Promise.all([
    db.query<Row>({
      name: 'loans_own',
      text: `SELECT ${LISTED} WHERE l.user_id = $1 ORDER BY l.id DESC LIMIT $2 OFFSET $3`,
      values: [userId, limit, offset],
    }),
    db.query<{ total: number }>({
      name: 'loans_own_count',
      text: 'SELECT count(*)::int AS total FROM loans WHERE user_id = $1',
      values: [userId],
    }),
  ]);
  return { loans: page.rows.map(toListed), total: whole.rows[0]?.total ?? 0 };
}

/** Whoever has sent a proof in time is not late while it is looked at. */
const LATE = 'l.due_time < database_ms() AND (l.status = 2 OR (l.status = 4 AND l.proof_time > l.due_time))';
const QUEUES = {
  waiting: { where: 'l.status = 1', order: 'l.id ASC' },
  running: { where: 'l.status IN (2, 4)', order: 'l.id DESC' },
  overdue: { where: LATE, order: 'l.due_time ASC' },
  ended: { where: 'l.status IN (3, 5, 7)', order: 'l.id DESC' },
} as const;
export type LoanQueue = keyof typeof QUEUES;

export async function listQueue(
  db: Queries,
  { queue, limit, offset }: { readonly queue: LoanQueue; readonly limit: number; readonly offset: number },
): Promise<ListedLoan[]> {
  const { where, order } = QUEUES[queue];
  const { rows } = await db.query<Row>({
    name: `loans_queue_${queue}`,
    text: `SELECT ${LISTED} WHERE ${where} ORDER BY ${order} LIMIT $1 OFFSET $2`,
    values: [limit, offset],
  });
  return rows.map(toListed);
}

export type QueueCounts = Readonly<Record<LoanQueue, number>>;

export async function countQueues(db: Queries): Promise<QueueCounts> {
  const counts = Object.entries(QUEUES).map(([name, { where }]) => `count(*) FILTER (WHERE ${where})::int AS ${name}`);
  const { rows } = await db.query<QueueCounts>({
    name: 'loans_count_queues',
    text: `SELECT ${counts.join(', ')} FROM loans l`,
    values: [],
  });
  return rows[0] ?? { waiting: 0, running: 0, overdue: 0, ended: 0 };
}

/** Owed of the principals now, how much of it too late, and what was earned. */
export async function poolSums(db: Queries) {
  const { rows } = await db.query<{ out: string; overdue: string; earned: string; loans: number }>({
    name: 'loans_pool',
    text: `SELECT coalesce(sum(amount) FILTER (WHERE status IN (2, 4)), 0)::numeric(30, 8)::text AS out,
             coalesce(sum(amount) FILTER (WHERE ${LATE}), 0)::numeric(30, 8)::text AS overdue,
             coalesce(sum(interest + penalty), 0)::numeric(30, 8)::text AS earned, count(*) FILTER (WHERE status IN (2, 4))::int AS loans FROM loans l`,
    values: [],
  });
  const [row] = rows;
  const sum = (text = '0') => amount(readUnits(text));
  return { out: sum(row?.out), overdue: sum(row?.overdue), earned: sum(row?.earned), loans: row?.loans ?? 0 };
}

/** When a position of these accounts was last closed by a stop-out, UTC ms, where that was within so many ms. */
export async function stopOutWithin(
  db: Queries,
  userIds: readonly Id[],
  withinMs: number,
): Promise<number | undefined> {
  const { rows } = await db.query<{ time: bigint | null }>({
    name: 'loans_stop_out',
    text: `SELECT max(close_time) AS time FROM forex_orders
           WHERE user_id = ANY ($1::bigint[]) AND status = 'closed' AND close_reason = 'stop_out' AND close_time > database_ms() - $2::bigint`,
    values: [int8(userIds), withinMs],
  });
  const time = rows[0]?.time ?? null;
  return time === null ? undefined : Number(time);
}

/** Until when a break of one of these accounts runs, UTC ms; undefined where none does. */
export async function breakOf(db: Queries, userIds: readonly Id[]): Promise<number | undefined> {
  const { rows } = await db.query<{ until: bigint | null }>({
    name: 'loans_break_of',
    text: 'SELECT max(cool_off_until) AS until FROM user_standing WHERE user_id = ANY ($1::bigint[]) AND cool_off_until > database_ms()',
    values: [int8(userIds)],
  });
  const until = rows[0]?.until ?? null;
  return until === null ? undefined : Number(until);
}

/** Until when one of these accounts keeps itself from loans, UTC ms; undefined where none does. */
export async function excludedUntil(db: Queries, userIds: readonly Id[]): Promise<number | undefined> {
  const { rows } = await db.query<{ until: bigint | null }>({
    name: 'loans_excluded',
    text: 'SELECT max(until) AS until FROM loan_exclusions WHERE user_id = ANY ($1::bigint[]) AND until > database_ms()',
    values: [int8(userIds)],
  });
  const until = rows[0]?.until ?? null;
  return until === null ? undefined : Number(until);
}

/** From now on; what was said for longer stays. `ms`: undefined for ever. */
export async function exclude(tx: Queries, userId: Id, ms: number | undefined): Promise<void> {
  await tx.query({
    name: 'loans_exclude',
    text: `INSERT INTO loan_exclusions (user_id, until) VALUES ($1, coalesce(database_ms() + $2::bigint, 8640000000000000))
           ON CONFLICT (user_id) DO UPDATE SET until = greatest(excluded.until, loan_exclusions.until)`,
    values: [userId, ms ?? null],
  });
}

/** What the staff see of who asks: money of this account in USD, loans of all accounts of the person. */
export async function factsOf(db: Queries, userId: Id, others: readonly Id[]) {
  const { rows } = await db.query<{
    deposited: string;
    withdrawn: string;
    results: string;
    available: string;
    repaid: number;
    rejected: number;
    late: number;
  }>({
    name: 'loans_facts',
    text: `SELECT (SELECT coalesce(sum(credited), 0)::numeric(30, 8)::text FROM deposits WHERE user_id = $1 AND status = 'credited') AS deposited,
             (SELECT coalesce(sum(number), 0)::numeric(30, 8)::text FROM withdrawals WHERE user_id = $1 AND status = 'paid') AS withdrawn,
             ((SELECT coalesce(sum(result), 0) FROM forex_orders WHERE user_id = $1 AND status = 'closed')
               + (SELECT coalesce(sum(result), 0) FROM micro_orders WHERE user_id = $1 AND status = 'closed'))::numeric(30, 8)::text AS results,
             (SELECT coalesce(sum(available), 0)::numeric(30, 8)::text FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change') AS available,
             (SELECT count(*) FILTER (WHERE status = 5)::int FROM loans WHERE user_id = $1 OR user_id = ANY ($2::bigint[])) AS repaid,
             (SELECT count(*) FILTER (WHERE status = 3)::int FROM loans WHERE user_id = $1 OR user_id = ANY ($2::bigint[])) AS rejected,
             (SELECT count(*) FILTER (WHERE overdue_time IS NOT NULL)::int FROM loans WHERE user_id = $1 OR user_id = ANY ($2::bigint[])) AS late`,
    values: [userId, int8(others)],
  });
  const [row] = rows;
  if (!row) throw new Error('a statement without a table has a row');
  return row;
}

/** What is due within so many ms and was not told of, by id. */
export async function untoldSoon(
  db: Queries,
  { afterId, withinMs, limit }: { readonly afterId: Id; readonly withinMs: number; readonly limit: number },
): Promise<readonly { readonly id: Id; readonly userId: Id }[]> {
  const { rows } = await db.query<{ id: Id; user_id: Id }>({
    name: 'loans_untold_soon',
    text: `SELECT id, user_id FROM loans WHERE status = 2 AND soon_time IS NULL AND due_time > database_ms() AND due_time <= database_ms() + $2::bigint AND id > $1
           ORDER BY id LIMIT $3`,
    values: [afterId, withinMs, limit],
  });
  return rows.map((row) => ({ id: row.id, userId: row.user_id }));
}

/** What should have been repaid before now and is not marked so, by id. */
export async function unmarkedOverdue(
  db: Queries,
  afterId: Id,
  limit: number,
): Promise<readonly { readonly id: Id; readonly userId: Id }[]> {
  const { rows } = await db.query<{ id: Id; user_id: Id }>({
    name: 'loans_unmarked',
    text: `SELECT id, user_id FROM loans l WHERE ${LATE} AND overdue_time IS NULL AND id > $1 ORDER BY id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows.map((row) => ({ id: row.id, userId: row.user_id }));
}

/** Whether one of the user's waits or runs. */
export async function hasLoan(db: Queries, userId: Id): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'loans_has',
    text: 'SELECT FROM loans WHERE user_id = $1 AND status IN (1, 2, 4)',
    values: [userId],
  });
  return rowCount !== 0;
}

/** Whether this one of the user's is to be repaid. Behind the user's lock. */
export async function loanToRepay(tx: Queries, userId: Id, loanId: Id): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'loans_to_repay',
    text: 'SELECT FROM loans WHERE id = $1 AND user_id = $2 AND status = 2',
    values: [loanId, userId],
  });
  return rowCount === 1;
}

/** From the moment of the proof on it is being checked. */
export async function beginProof(tx: Queries, loanId: Id, sentMs: number): Promise<void> {
  await tx.query({
    name: 'loans_begin_proof',
    text: 'UPDATE loans SET status = 4, proof_time = $2 WHERE id = $1',
    values: [loanId, sentMs],
  });
}
