// What other domains may use of the ledger.

export { type LedgerBatch, type LedgerChange, ledgerPart, type OwnerAccounts } from './part.ts';
export * from './rules.ts';
export {
  accountsOf,
  accountsOfOwners,
  balanceOf,
  insertAccounts,
  insertJournals,
  isHouse,
  lockAccounts,
  type Queries,
  seedHouse,
} from './table.ts';
export { balanceViews } from './views.ts';
