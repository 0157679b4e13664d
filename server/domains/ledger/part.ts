// The ledger in a batch: locks the owners and loads their accounts, applies journals, writes them, and tells balances.

import type { Id } from '@fairtick/kernel/ids';
import type { DomainPart } from '../domain-part.ts';
import { Accounts } from './rules/accounts.ts';
import { type Account, type CausedJournal, HOUSE, type Journal } from './rules/journal.ts';
import { insertAccounts, insertJournals, lockOwners } from './table.ts';
import { balanceViews } from './views.ts';

export interface LedgerChange {
  /** Accounts, empty, of a user whom the command makes. */
  readonly opened?: readonly Account[];
  readonly journals: readonly Journal[];
}

/** A user's accounts after a commit that changed one of them. The house's accounts are left out: no server keeps them in memory. */
export interface OwnerAccounts {
  /** The owner. */
  readonly id: Id;
  /** All of them. */
  readonly accounts: readonly Account[];
  readonly changed: readonly Account[];
}

/** The accounts of a batch, with what is to be written. */
export class LedgerBatch extends Accounts {
  readonly opened: Account[] = [];
  readonly journals: CausedJournal[] = [];
}

/** Its lock is the batch's first statement. */
export function ledgerPart(): DomainPart<LedgerBatch, LedgerChange, OwnerAccounts> {
  return {
    locks: true,
    load: async (tx, { owners, realms }) => new LedgerBatch(await lockOwners(tx, owners, realms)),
    apply(batch, { opened = [], journals }, actor) {
      batch.open(opened);
      for (const journal of journals) batch.apply(journal);
      batch.opened.push(...opened);
      for (const journal of journals) batch.journals.push({ ...journal, actor });
    },
    write: ({ opened, journals }) => [...insertAccounts(opened), ...insertJournals(journals)],
    committed(batch) {
      const byOwner = Map.groupBy(
        batch.changed().filter(({ ownerId }) => ownerId !== HOUSE),
        ({ ownerId }) => ownerId,
      );
      return [...byOwner].map(([id, changed]) => ({ id, accounts: batch.ofOwner(id), changed }));
    },
    tell(owners, teller) {
      for (const { id, accounts } of owners) {
        if (!teller.hears(id)) continue;
        teller.publishToUser(id, 'BALANCE', balanceViews(accounts));
        teller.refreshUser(id);
      }
    },
  };
}
