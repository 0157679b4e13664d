// The SQL of a user's ledger as they read it: an account's lines, the newest first. Nothing here belongs to a batch.

import type { Realm } from '@fairtick/engine/types';
import { readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import type { UserKind } from './rules/declaration.ts';
import { CURRENCY, ledgerTypeCode } from './rules/journal.ts';

/** One line of an account, with the journal that it is of. In 1e-8 USD. */
export interface LedgerLine {
  /** Of its journal: an account has one line in it. */
  readonly id: Id;
  readonly time: number;
  /** The type's stored code. */
  readonly reason: number;
  readonly available: bigint;
  readonly locked: bigint;
}

/** Whose account. */
export interface OwnAccount {
  readonly realm: Realm;
  readonly ownerId: Id;
  readonly kind: UserKind;
}

/** Which lines of it are wanted. Times are UTC ms; `from` is in it, `to` is not. */
export interface LineFilter {
  readonly type?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface LineRow {
  readonly id: Id;
  readonly time: bigint;
  readonly reason: number;
  readonly available_change: string;
  readonly locked_change: string;
}

const toLine = (row: LineRow): LedgerLine => ({
  id: row.id,
  time: Number(row.time),
  reason: row.reason,
  available: readUnits(row.available_change),
  locked: readUnits(row.locked_change),
});

/**
 * Journals that have no line of an account by their type alone are passed by: those of trading are of forex (10 to 19) or of options (20 to 29), and
 * what is no trading has an index of its own, journals_beside_trading, by which the fund account is found among a million of orders.
 */
const PASSED_BY: Readonly<Record<UserKind, string>> = {
  change: 'j.reason NOT BETWEEN 10 AND 29',
  forex: alongTheIndex('j.reason NOT BETWEEN 20 AND 29'),
  micro: alongTheIndex('j.reason NOT BETWEEN 10 AND 19'),
};

/** Said so that the planner cannot guess how few fulfil it: where it expects few it would read all journals of the owner, or of everybody, and sort. */
function alongTheIndex(condition: string): string {
  return `CASE WHEN ${condition} THEN true ELSE false END`;
}

/** What of an account's journals is asked for, as SQL with its parameters from $3 on. */
interface Wanted {
  readonly name: string;
  readonly conditions: string;
  readonly values: readonly (Id | number)[];
}

function wantedOf({ type, from, to }: LineFilter, before: Id | undefined): Wanted {
  const asked = [
    {
      word: 'before',
      condition: 'j.number < (SELECT b.number FROM journals b WHERE b.id = ? AND b.owner_id = $1)',
      value: before,
    },
    { word: 'type', condition: alongTheIndex('j.reason = ?'), value: type },
    { word: 'from', condition: alongTheIndex('j.time >= ?'), value: from },
    { word: 'to', condition: alongTheIndex('j.time < ?'), value: to },
  ].filter(({ value }) => value !== undefined);
  return {
    name: asked.map(({ word }) => `_${word}`).join(''),
    conditions: asked.map(({ condition }, at) => ` AND ${condition.replace('?', `$${at + 3}`)}`).join(''),
    values: asked.flatMap(({ value }) => value ?? []),
  };
}

/**
 * Goes along the owner's journals by number and looks each line up by its journal's key (OFFSET 0 keeps the planner from turning that round). The
 * index of the numbers holds what is asked of a journal: those that are passed by cost no look at the table.
 */
const linesOf = (kind: UserKind, conditions: string, end: string): string =>
  `SELECT j.id, j.time, j.reason, j.number, e.available_change, e.locked_change FROM journals j
   CROSS JOIN LATERAL (SELECT available_change, locked_change FROM entries WHERE journal_id = j.id AND account_id = a.id OFFSET 0) e
   WHERE j.owner_id = $1 AND j.realm = $2 AND ${PASSED_BY[kind]}${conditions} ORDER BY j.number DESC ${end}`;

const accountOf = (kind: UserKind): string =>
  `(SELECT id, entry_count FROM ledger_accounts WHERE owner_id = $1 AND realm = $2 AND kind = '${kind}' AND currency = '${CURRENCY}' OFFSET 0) a`;

/** One page, the newest first, with how many lines there are in all: of one moment. */
export async function pageOf(
  db: Queries,
  { ownerId, realm, kind }: OwnAccount,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ lines: LedgerLine[]; total: number }> {
  const { rows } = await db.query<(LineRow | { readonly id: null }) & { readonly total: bigint }>({
    name: `ledger_page_${kind}`,
    text: `SELECT a.entry_count AS total, l.* FROM ${accountOf(kind)}
           LEFT JOIN LATERAL (${linesOf(kind, '', 'LIMIT $3 OFFSET $4')}) l ON true ORDER BY l.number DESC`,
    values: [ownerId, realm, limit, offset],
  });
  return { lines: rows.flatMap((row) => (row.id === null ? [] : [toLine(row)])), total: Number(rows[0]?.total ?? 0n) };
}

/** So many lines before one of them, the newest first; from the newest on where none is named. */
export async function linesBefore(
  db: Queries,
  { ownerId, realm, kind }: OwnAccount,
  { before, limit, ...filter }: LineFilter & { readonly before: Id | undefined; readonly limit: number },
): Promise<LedgerLine[]> {
  const { name, conditions, values } = wantedOf(filter, before);
  const { rows } = await db.query<LineRow>({
    name: `ledger_lines_${kind}${name}`,
    text: `SELECT l.* FROM ${accountOf(kind)}
           CROSS JOIN LATERAL (${linesOf(kind, conditions, `LIMIT $${values.length + 3}`)}) l ORDER BY l.number DESC`,
    values: [ownerId, realm, ...values, limit],
  });
  return rows.map(toLine);
}

/** A transfer between two accounts of one user, in 1e-8 USD. */
export interface Transferred {
  readonly id: Id;
  readonly time: number;
  readonly sum: bigint;
  readonly from: string;
  readonly to: string;
}

const TRANSFERS = `journals j WHERE owner_id = $1 AND realm = 'live' AND reason = ${ledgerTypeCode('transfer')}`;
const WITH_ACCOUNT = `AND EXISTS (SELECT FROM entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.journal_id = j.id AND a.kind = $4)`;

/** One page of a real user's transfers, the newest first, with how many there are in all: of one moment. With `kind` those from or to this account. */
export async function transfersOf(
  db: Queries,
  ownerId: Id,
  { kind, limit, offset }: { readonly kind: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ transfers: Transferred[]; total: number }> {
  type Row = { id: Id; time: bigint; sum: string; source: string; target: string } | { id: null };
  const wanted = kind === undefined ? TRANSFERS : `${TRANSFERS} ${WITH_ACCOUNT}`;
  const { rows } = await db.query<Row & { readonly total: bigint }>({
    name: kind === undefined ? 'ledger_transfers' : 'ledger_transfers_of',
    text: `SELECT whole.total, t.id, t.time, l.sum, l.source, l.target FROM (SELECT count(*) AS total FROM ${wanted}) whole
           LEFT JOIN (SELECT id, time, number FROM ${wanted} ORDER BY number DESC LIMIT $2 OFFSET $3) t ON true
           LEFT JOIN LATERAL (
             SELECT max(e.available_change) AS sum, max(a.kind) FILTER (WHERE e.available_change < 0) AS source,
               max(a.kind) FILTER (WHERE e.available_change > 0) AS target
             FROM entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.journal_id = t.id
           ) l ON true
           ORDER BY t.number DESC`,
    values: [ownerId, limit, offset, ...(kind === undefined ? [] : [kind])],
  });
  const transfers = rows.flatMap((row) =>
    row.id === null
      ? []
      : [{ id: row.id, time: Number(row.time), sum: readUnits(row.sum), from: row.source, to: row.target }],
  );
  return { transfers, total: Number(rows[0]?.total ?? 0n) };
}
