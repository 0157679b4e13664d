// What other domains may use of the ledger.

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
