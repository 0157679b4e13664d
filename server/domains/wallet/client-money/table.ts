// The SQL of the proof of client money: what it adds up in a snapshot, and the proofs that were made.

import { BOOK_CHECKS, type BookCheck } from '@fairtick/contract/client-money';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Queries } from '../../../platform/database/pools.ts';
import type { ClientMoney, Proof } from './rules.ts';

/** Each 0 where the books fulfil it. */
const DIFFERENCES: Readonly<Record<BookCheck, string>> = {
  books_sum_to_zero: 'a.whole',
  held_is_what_waits: `a.waiting - (SELECT coalesce(sum(number), 0) FROM withdrawals WHERE status = 'waiting')
    - (SELECT coalesce(sum(amount), 0) FROM fund_subscriptions WHERE realm = 'live' AND status IN ('running', 'refunding'))`,
  clearing_is_what_was_let_go: `a.withdrawals - (SELECT coalesce(sum(number), 0) FROM withdrawals WHERE status = 'approved')`,
  clearing_is_what_nobody_has: `a.receipts - (SELECT coalesce(sum(booked), 0) FROM receipts WHERE state IN ('free', 'returning'))`,
};

const sumOf = (what: string, which: string): string => `coalesce(sum(${what}) FILTER (WHERE ${which}), 0)`;
const house = (kind: string): string => sumOf('available', `owner_id = 0 AND kind = '${kind}'`);

const SUMS = `SELECT database_ms() AS time, a.users, a.withdrawals, a.receipts, a.held, a.house,
    ${BOOK_CHECKS.map((check) => `${DIFFERENCES[check]} <> 0 AS ${check}`).join(', ')}
  FROM (SELECT coalesce(sum(available + locked), 0) AS whole, ${sumOf('available + locked', "owner_id <> 0 OR kind = 'clearing:share'")} AS users,
      ${sumOf('locked', "owner_id <> 0 AND kind = 'change'")} AS waiting,
      ${house('clearing:withdrawal')} AS withdrawals, ${house('clearing:deposit')} AS receipts,
      -${house('external')} AS held, -${house('external:house')} AS house
    FROM ledger_accounts WHERE realm = 'live') a`;

type Sums = 'users' | 'withdrawals' | 'receipts' | 'held' | 'house';
type MoneyRow = Readonly<Record<Sums, string>> & { readonly time: bigint };

const moneyOf = (row: MoneyRow): Omit<ClientMoney, 'broken'> => ({
  time: Number(row.time),
  users: readUnits(row.users),
  withdrawals: readUnits(row.withdrawals),
  receipts: readUnits(row.receipts),
  held: readUnits(row.held),
  house: readUnits(row.house),
});

/** Of the moment that the snapshot shows. */
export async function readClientMoney(snapshot: Queries): Promise<ClientMoney> {
  const { rows } = await snapshot.query<MoneyRow & Readonly<Record<BookCheck, boolean>>>(SUMS);
  const [row] = rows;
  if (!row) throw new Error('a sum has one row');
  return { ...moneyOf(row), broken: BOOK_CHECKS.filter((check) => row[check]) };
}

const COLUMNS = 'time, users, withdrawals, receipts, held, house, broken, short_since, paused';
const NEWEST = `FROM client_money_proofs ORDER BY id DESC LIMIT 1`;

export async function newestProof(db: Queries): Promise<Proof | undefined> {
  const { rows } = await db.query<MoneyRow & { broken: string; short_since: bigint | null; paused: boolean }>({
    name: 'client_money_newest',
    text: `SELECT ${COLUMNS} ${NEWEST}`,
  });
  const [row] = rows;
  if (!row) return undefined;
  const broken = row.broken.split(',');
  return {
    ...moneyOf(row),
    broken: BOOK_CHECKS.filter((check) => broken.includes(check)),
    shortSince: row.short_since === null ? undefined : Number(row.short_since),
    paused: row.paused,
  };
}

/** Whether the newest proof pauses withdrawals. */
export async function isPaused(db: Queries): Promise<boolean> {
  const { rows } = await db.query<{ paused: boolean }>({
    name: 'client_money_paused',
    text: `SELECT paused ${NEWEST}`,
    values: [],
  });
  return rows[0]?.paused ?? false;
}

export async function insertProof(db: Queries, proof: Proof): Promise<void> {
  const { time, users, withdrawals, receipts, held, house: own, broken, shortSince, paused } = proof;
  const sums = [users, withdrawals, receipts, held, own].map((units) => formatUnits(units));
  await db.query({
    name: 'client_money_insert',
    text: `INSERT INTO client_money_proofs (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [time, ...sums, broken.join(','), shortSince ?? null, paused],
  });
}

export async function nowOf(db: Queries): Promise<number> {
  const { rows } = await db.query<{ now: bigint }>({ name: 'client_money_now', text: 'SELECT database_ms() AS now' });
  return Number(rows[0]?.now ?? 0n);
}
