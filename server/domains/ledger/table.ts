// The ledger's only SQL. Accounts are locked in id order; balances change by inserted entries alone (a trigger applies them).

import type { Realm } from '@fairtick/engine/types';
import { amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int2, int8, labels, numeric, text } from '../../platform/database/columns.ts';
import type { PoolClient } from '../../platform/database/pools.ts';
import { newRows, type Statement, type Write } from '../../platform/database/statement.ts';
import { type Account, CURRENCY, HOUSE, HOUSE_KINDS, type Journal, ledgerTypeCode, type UserKind } from './rules.ts';

/** Anything that runs a query: a pool, or the client of a transaction. */
export type Queries = Pick<PoolClient, 'query'>;

interface AccountRow {
  id: bigint;
  realm: Realm;
  owner_id: bigint;
  kind: Account['kind'];
  available: string;
  locked: string;
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  realm: row.realm,
  ownerId: row.owner_id,
  kind: row.kind,
  available: amount(readUnits(row.available)),
  locked: amount(readUnits(row.locked)),
});

/**
 * Locks the owners' accounts and the house's of the named realms, in id order so that no two batches wait for each other.
 * Whatever depends on these accounts must be read after this statement, not with it.
 */
export async function lockAccounts(tx: Queries, owners: readonly Id[], realms: readonly Realm[]): Promise<Account[]> {
  const { rows } = await tx.query<AccountRow>({
    name: 'ledger_lock',
    text: 'SELECT id, realm, owner_id, kind, available, locked FROM lock_accounts($1::bigint[], $2::realm[])',
    values: [int8(owners), labels(realms)],
  });
  return rows.map(toAccount);
}

export async function accountsOf(tx: Queries, ownerId: Id): Promise<Account[]> {
  const { rows } = await tx.query<AccountRow>({
    name: 'ledger_accounts_of',
    text: 'SELECT id, realm, owner_id, kind, available, locked FROM ledger_accounts WHERE owner_id = $1 ORDER BY id',
    values: [ownerId],
  });
  return rows.map(toAccount);
}

/** One kind of account of many owners: what the engine's equity starts from. */
export async function accountsOfOwners(tx: Queries, owners: readonly Id[], kind: UserKind): Promise<Account[]> {
  const { rows } = await tx.query<AccountRow>(
    `SELECT id, realm, owner_id, kind, available, locked FROM ledger_accounts WHERE kind = $2 AND owner_id = ANY($1::bigint[])`,
    [owners, kind],
  );
  return rows.map(toAccount);
}

export function insertAccounts(accounts: readonly Account[]): Statement[] {
  if (accounts.length === 0) return [];
  return [
    {
      name: 'ledger_insert_accounts',
      text: `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
             SELECT * FROM unnest($1::bigint[], $2::realm[], $3::bigint[], $4::text[], $5::text[])`,
      values: [
        int8(accounts.map((a) => a.id)),
        labels(accounts.map((a) => a.realm)),
        int8(accounts.map((a) => a.ownerId)),
        text(accounts.map((a) => a.kind)),
        text(accounts.map(() => CURRENCY)),
      ],
    },
  ];
}

/** The whole batch's journals, then their entries, whose trigger checks every journal and moves the balances. */
export function insertJournals(journals: readonly Journal[]): Write[] {
  if (journals.length === 0) return [];
  const lines = journals.flatMap((j) => j.entries.map((entry, line) => ({ journal: j.id, line, entry })));
  return [
    newRows('journals', {
      id: int8(journals.map((j) => j.id)),
      realm: labels(journals.map((j) => j.realm)),
      time: int8(journals.map((j) => j.time)),
      reason: int2(journals.map((j) => ledgerTypeCode(j.type))),
      reference: int8(journals.map((j) => j.reference)),
      idempotency_key: text(journals.map((j) => j.key)),
      lines: int2(journals.map((j) => j.entries.length)),
    }),
    newRows('entries', {
      journal_id: int8(lines.map((l) => l.journal)),
      line: int2(lines.map((l) => l.line)),
      account_id: int8(lines.map((l) => l.entry.accountId)),
      available_change: numeric(lines.map((l) => l.entry.available)),
      locked_change: numeric(lines.map((l) => l.entry.locked)),
    }),
  ];
}

/** The demo realm's house capital, in whole dollars: play money, so ample. The live realm's comes from its operator. */
const DEMO_CAPITAL: Readonly<Record<'capital' | 'trading' | 'micro' | 'protection', bigint>> = {
  capital: 20_000_000_000n,
  trading: 50_000_000_000n,
  micro: 20_000_000_000n,
  protection: 10_000_000_000n,
};

/** Creates the house's accounts and the demo realm's capital, once. Run at start; any number of servers may at the same time. */
export async function seedHouse(tx: Queries, nowMs: number): Promise<void> {
  const rows = (['live', 'demo'] as const).flatMap((realm, r) =>
    HOUSE_KINDS.map((kind, k) => ({ id: BigInt(1 + r * 100 + k), realm, kind })),
  );
  await tx.query(
    `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
     SELECT id, realm, 0, kind, $4 FROM unnest($1::bigint[], $2::realm[], $3::text[]) AS x (id, realm, kind) ON CONFLICT DO NOTHING`,
    [rows.map((r) => r.id), rows.map((r) => r.realm), rows.map((r) => r.kind), CURRENCY],
  );
  const idOf = (kind: string): bigint => rows.find((r) => r.realm === 'demo' && r.kind === kind)?.id ?? 0n;
  const parts = Object.entries(DEMO_CAPITAL);
  const seedJournal = 1n;
  const made = await tx.query(
    `INSERT INTO journals (id, realm, time, reason, reference, idempotency_key, lines)
     VALUES ($1, 'demo', $2, 3, 0, 'seed:demo-capital', $3) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [seedJournal, nowMs, parts.length + 1],
  );
  if (made.rowCount !== 1) return;
  const total = parts.reduce((sum, [, dollars]) => sum + dollars, 0n);
  await tx.query(
    `INSERT INTO entries (journal_id, line, account_id, available_change, locked_change)
     SELECT $1, line - 1, account, change, 0 FROM unnest($2::bigint[], $3::numeric[]) WITH ORDINALITY AS x (account, change, line)`,
    [
      seedJournal,
      [idOf('external'), ...parts.map(([kind]) => idOf(kind))],
      [(-total).toString(), ...parts.map(([, dollars]) => dollars.toString())],
    ],
  );
}

export const isHouse = (account: Account): boolean => account.ownerId === HOUSE;

export const balanceOf = (accounts: readonly Account[], kind: UserKind): Account | undefined =>
  accounts.find((a) => a.kind === kind);
