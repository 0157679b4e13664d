// What other domains may use of the ledger.

export { LEDGER_ACCOUNTS } from './columns.ts';
export { ledgerMismatch } from './constraints-table.ts';
export { ledgerDomain } from './domain.ts';
export { seedHouse } from './house-table.ts';
export { transfersOf } from './pages-table.ts';
export { type LedgerChange, ledgerPart, type OwnerAccounts } from './part.ts';
export { LedgerReading } from './reading.ts';
export { ledgerRoutes } from './routes.ts';
export { Accounts } from './rules/accounts.ts';
export {
  type AccountKind,
  type HouseKind,
  joinDeclarations,
  type LedgerDeclaration,
  type LedgerRegistry,
  OUTSIDE,
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
export { ownSheet } from './sheet.ts';
export { accountsOf, accountsOfOwners, hasTraded, insertAccounts, insertJournals, lockOwners } from './table.ts';
export { accountTypeIdOf, balanceViews, kindOf, USD_ID, userKindOf } from './views.ts';
