// What other domains may use of the ledger.

export { LEDGER_ACCOUNTS } from './columns.ts';
export { ledgerMismatch } from './constraints-table.ts';
export { ledgerDomain } from './domain.ts';
export { seedHouse } from './house-table.ts';
export { type LedgerChange, ledgerPart, type OwnerAccounts } from './part.ts';
export { Accounts } from './rules/accounts.ts';
export {
  type AccountKind,
  type HouseKind,
  joinDeclarations,
  type LedgerDeclaration,
  type LedgerRegistry,
  type UserKind,
} from './rules/declaration.ts';
export { type JournalCause, LedgerDraft } from './rules/draft.ts';
export {
  type Account,
  type CausedJournal,
  HOUSE,
  type Journal,
  type Posting,
  REALMS,
} from './rules/journal.ts';
export { accountsOf, accountsOfOwners, insertAccounts, insertJournals, lockOwners } from './table.ts';
export { balanceViews } from './views.ts';
