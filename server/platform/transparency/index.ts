// The door to logs that anybody can check. A new log takes a number of its own, a store of its entries (`plainStore` where they are mere bytes)
// and an origin.

export { ed25519Signer, nodeNoteCrypto, publicKeyOf, SEED_BYTES, sha256 } from './crypto.ts';
export type { EntryStore, LogRows, PlacedEntries } from './entry-store.ts';
export { Integrator, type IntegratorOptions, rowsIntegrator } from './integrator.ts';
export { contradiction, type KeyEpoch, readKeyEpochs } from './known-past.ts';
export { type LogOptions, TransparencyLog } from './log.ts';
export { breakOpenly } from './new-epoch.ts';
export { type PlainRow, plainStore, readPlain, readPlainLogs } from './plain-table.ts';
export { type LoggedRows, openRowsLog, type RowsLog, type RowsLogOptions } from './rows-log.ts';
export { type KnownCheckpoint, type KnownCheckpoints, missingKey, type SigningKeys } from './signing-keys.ts';
export {
  countOf,
  countTree,
  insertEpoch,
  insertTiles,
  readCheckpoints,
  readKeys,
  readTiles,
  tileValues,
} from './table.ts';
export { type StoredCheckpoint, TransparencyError } from './types.ts';
