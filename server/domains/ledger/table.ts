// The ledger's SQL of a batch. Owners are locked in id order; balances and versions change by inserted entries alone (a trigger applies them).

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { int8, labels } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Write } from '../../platform/database/statement.ts';
import type { RowOf } from '../../platform/database/tables/mapping.ts';
import { select } from '../../platform/database/tables/select.ts';
import { all } from '../../platform/database/tables/where.ts';
import { ENTRIES, JOURNALS, LEDGER_ACCOUNTS } from './columns.ts';
import type { LockedOwners } from './rules/accounts.ts';
import type { UserKind } from './rules/declaration.ts';
import type { Account, CausedJournal, Owner } from './rules/journal.ts';

const READ = ['id', 'realm', 'owner_id', 'kind', 'available', 'locked'] as const;
type AccountRow = RowOf<typeof LEDGER_ACCOUNTS.columns, (typeof READ)[number]>;
const toAccount: (row: AccountRow) => Account = LEDGER_ACCOUNTS.flat(READ);

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

const OF_OWNER = select(
  LEDGER_ACCOUNTS,
  { name: 'ledger_accounts_of', columns: READ, order: ['id'] },
  LEDGER_ACCOUNTS.is('owner_id'),
);

export async function accountsOf(tx: Queries, ownerId: Id): Promise<Account[]> {
  return (await OF_OWNER.rows(tx, { owner_id: ownerId })).map(toAccount);
}

const OF_OWNERS = select(
  LEDGER_ACCOUNTS,
  { columns: READ },
  all(LEDGER_ACCOUNTS.isIn('owner_id'), LEDGER_ACCOUNTS.is('kind')),
);

/** One kind of account of many owners: what the engine's equity starts from. */
export async function accountsOfOwners(tx: Queries, owners: readonly Id[], kind: UserKind): Promise<Account[]> {
  return (await OF_OWNERS.rows(tx, { owner_id: owners, kind })).map(toAccount);
}

export const insertAccounts = LEDGER_ACCOUNTS.insert('ledger_insert_accounts', 'refuse');

/** The whole batch's journals, then their entries, whose trigger checks every journal and moves balances and versions. */
export function insertJournals(journals: readonly CausedJournal[]): Write[] {
  const lines = journals.flatMap((journal) => journal.entries.map((entry, line) => ({ journal, line, entry })));
  return [...JOURNALS.rows(journals), ...ENTRIES.rows(lines)];
}

/** Whether a user of the live realm has opened anything since money last came. */
export async function hasTraded(db: Queries, userId: Id): Promise<boolean> {
  const { rows } = await db.query<{ traded: boolean }>({
    name: 'ledger_has_traded',
    text: `SELECT EXISTS (SELECT FROM journals WHERE realm = 'live' AND owner_id = $1 AND reason BETWEEN 10 AND 29
             AND number > coalesce((SELECT max(number) FROM journals WHERE realm = 'live' AND owner_id = $1 AND reason IN (100, 103)), 0)) AS traded`,
    values: [userId],
  });
  return rows[0]?.traded ?? false;
}
