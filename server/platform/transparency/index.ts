// The door to logs that anybody can check. A new log takes a number of its own, a store of its entries (`plainStore` where they are mere bytes)
// and an origin.

export { ed25519Signer, nodeNoteCrypto, publicKeyOf, SEED_BYTES, sha256 } from './crypto.ts';
export type { EntryStore, PlacedEntries } from './entry-store.ts';
export { type LogOptions, TransparencyLog } from './log.ts';
export { type PlainRow, plainStore, readPlain, readPlainLogs } from './plain-table.ts';
export { missingKey, type SigningKeys } from './signing-keys.ts';
export {
  countOf,
  countTree,
  insertTiles,
  readCheckpoints,
  readKeys,
  readTiles,
  tileValues,
} from './table.ts';
export { type StoredCheckpoint, TransparencyError } from './types.ts';
