// The ledger's SQL of a batch. Owners are locked in id order; balances and versions change by inserted entries alone (a trigger applies them).

import type { Realm } from '@fairtick/engine/types';
import { amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { int2, int4, int8, labels, numeric, text } from '../../platform/database/columns.ts';
import type { PoolClient } from '../../platform/database/pools.ts';
import { newRows, type Statement, type Write } from '../../platform/database/statement.ts';
import type { LockedOwners } from './rules/accounts.ts';
import type { UserKind } from './rules/declaration.ts';
import { type Account, actorCode, type CausedJournal, CURRENCY, ledgerTypeCode, type Owner } from './rules/journal.ts';

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

/** Of an owner without accounts there is one row, with nulls. */
type LockedRow = { realm: Realm; owner_id: bigint; version: number } & (AccountRow | { id: null });

/**
 * Locks the owners and the house of the named realms, in id order so that no two batches wait for each other, and reads their accounts.
 * Whatever depends on these owners must be read after this statement, not with it.
 */
export async function lockOwners(tx: Queries, owners: readonly Id[], realms: readonly Realm[]): Promise<LockedOwners> {
  const { rows } = await tx.query<LockedRow>({
    name: 'ledger_lock',
    text: 'SELECT owner_id, realm, version, id, kind, available, locked FROM lock_owners($1::bigint[], $2::realm[])',
    values: [int8(owners), labels(realms)],
  });
  const locked: Owner[] = [];
  const accounts: Account[] = [];
  for (const row of rows) {
    locked.push({ id: row.owner_id, realm: row.realm, version: row.version });
    if (row.id !== null) accounts.push(toAccount(row));
  }
  return { owners: locked, accounts };
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

/** The whole batch's journals, then their entries, whose trigger checks every journal and moves balances and versions. */
export function insertJournals(journals: readonly CausedJournal[]): Write[] {
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
      owner_id: int8(journals.map((j) => j.ownerId)),
      number: int4(journals.map((j) => j.number)),
      actor_kind: int2(journals.map((j) => actorCode(j.actor))),
      actor_id: int8(journals.map((j) => j.actor.id)),
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
