// The SQL of deposits beside the pipeline: what a user says they sent, and the lists that people read.

import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { holdName } from '../../../platform/database/named-lock.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { DEPOSITS } from '../columns.ts';
import type { Deposit, DepositHold, MoneyKind } from '../types.ts';

const { names } = DEPOSITS;
const COLUMNS = names.map((name) => `d.${name}`).join(', ');
const toDeposit = DEPOSITS.flat(names);
type DepositRow = Parameters<typeof toDeposit>[0];

/** What a deposit is said to be: a transaction, by its user, or money of nobody, by the staff. */
export interface Claimed {
  /** '' where none is named. */
  readonly txid: string;
  readonly receipt: Id | undefined;
}

/** `named`: a transaction's own mark, or what stands for a line of a bank. */
export async function lockTransaction(tx: Queries, named: string): Promise<void> {
  await holdName(tx, `txid/${named}`);
}

/** One at a time for each user, and for each transaction or line whoever names it: until the transaction ends. */
export async function lockClaim(tx: Queries, userId: Id, { txid, receipt }: Claimed): Promise<void> {
  await holdName(tx, `deposits/${userId}`);
  const named = txid === '' && receipt !== undefined ? `receipt/${receipt}` : txid;
  if (named !== '') await lockTransaction(tx, named);
}

export interface Claims {
  /** Deposits of the user that wait. */
  readonly waiting: number;
  /**
   * Whether the user has said of this transaction before, and was not told that it is none. Of money that the staff put under them: whether that is
   * theirs already, or the transaction waits; another output of one that was credited is money of its own.
   */
  readonly own: boolean;
  /** Whether another user has, whatever they were told: who rejects one claim does not decide the next alone by it. */
  readonly others: boolean;
  /** USD that the user's deposits were credited as so far. */
  readonly credited: bigint;
}

export async function readClaims(tx: Queries, userId: Id, { txid, receipt }: Claimed): Promise<Claims> {
  const { rows } = await tx.query<{ waiting: number; credited: string; own: boolean; others: boolean }>({
    name: 'deposits_claims',
    text: `SELECT mine.waiting, mine.credited, claims.own, claims.others
           FROM (SELECT count(*) FILTER (WHERE status = 'unchecked')::int AS waiting, coalesce(sum(credited), 0)::text AS credited
                 FROM deposits WHERE user_id = $1) mine,
                (SELECT coalesce(bool_or(user_id <> $1), false) AS others,
                   coalesce(bool_or(user_id = $1 AND status IN ('unchecked', 'credited') AND ($3::bigint IS NULL OR assigned = $3 OR (assigned IS NULL AND status = 'unchecked'))), false) AS own
                 FROM deposits WHERE (txid = $2 AND txid <> '') OR assigned = $3) claims`,
    values: [userId, txid, receipt ?? null],
  });
  const [row] = rows;
  return {
    waiting: row?.waiting ?? 0,
    own: row?.own ?? false,
    others: row?.others ?? false,
    credited: readUnits(row?.credited ?? '0'),
  };
}

/** Whoever else waits with the same transaction or line is held as well. */
export async function holdOthers(tx: Queries, userId: Id, { txid, receipt }: Claimed): Promise<void> {
  await tx.query({
    name: 'deposits_hold_others',
    text: `UPDATE deposits SET held_for = 'claimed_twice' 
           WHERE ((txid = $2 AND txid <> '') OR assigned = $3) AND user_id <> $1 AND status = 'unchecked'`,
    values: [userId, txid, receipt ?? null],
  });
}

export interface NewDeposit
  extends Pick<
    Deposit,
    'id' | 'userId' | 'kind' | 'optionId' | 'currency' | 'network' | 'place' | 'txid' | 'assigned' | 'repays' | 'least'
  > {
  /** As a decimal of the currency. */
  readonly number: string;
  readonly proof: string | undefined;
  readonly heldFor: DepositHold;
}

export async function insertDeposit(tx: Queries, one: NewDeposit): Promise<Deposit> {
  const { rows } = await tx.query<DepositRow>({
    name: 'deposits_insert',
    text: `INSERT INTO deposits AS d (id, realm, user_id, kind, option_id, currency, network, place, number, proof, txid, assigned, repays, least, status, submitted_time, held_for)
           VALUES ($1, 'live', $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $14, $13, 'unchecked', database_ms(), $11) RETURNING ${COLUMNS}`,
    values: [
      ...[one.id, one.userId, one.kind, one.optionId, one.currency, one.network, one.place, one.number],
      ...[one.proof ?? null, one.txid, one.heldFor, one.assigned ?? null, formatUnits(one.least, 2)],
      one.repays ?? null,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('a deposit that was written is there');
  return toDeposit(row);
}

export interface DepositPage {
  readonly deposits: readonly Deposit[];
  readonly total: number;
}

/** A user's own of one kind, the newest first, with their number: of one moment. */
export async function listOwn(
  db: Queries,
  { userId, kind, limit, offset }: { userId: Id; kind: MoneyKind; limit: number; offset: number },
): Promise<DepositPage> {
  type Whole = { readonly total: bigint };
  const { rows } = await db.query<((DepositRow & object) | { readonly id: null }) & Whole>({
    name: 'deposits_own',
    text: `SELECT page.*, whole.total FROM (SELECT count(*) AS total FROM deposits WHERE user_id = $1 AND kind = $2) whole
           LEFT JOIN LATERAL (
             SELECT ${COLUMNS} FROM deposits d WHERE d.user_id = $1 AND d.kind = $2 ORDER BY d.id DESC LIMIT $3 OFFSET $4
           ) page ON true ORDER BY page.id DESC`,
    values: [userId, kind, limit, offset],
  });
  return {
    deposits: rows.flatMap((row) => (row.id === null ? [] : [toDeposit(row)])),
    total: Number(rows[0]?.total ?? 0n),
  };
}
