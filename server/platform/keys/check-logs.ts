// Whether this start can sign for the logs that its database has; what an older release left of their keys in the database is moved out first.

import type { Queries } from '../database/pools.ts';
import { missingKey, publicKeyOf, readKeyEpochs, readKeys } from '../transparency/index.ts';
import type { LogKeys } from './log-keys.ts';
import { forgetLogSeed, readLogSeeds } from './table.ts';

/** In a transaction of the owner in which no other start does the same. A sentence for the operator; undefined where all is right. */
export async function checkLogKeys(owner: Queries, keys: LogKeys): Promise<string | undefined> {
  for (const { origin, seed } of await readLogSeeds(owner)) {
    const fault = keys.take({ origin, seed });
    if (fault !== undefined) return fault;
    // It is on the disk by now: the transaction may take it out of the database.
    if (keys.seedOf(origin, publicKeyOf(seed))) await forgetLogSeed(owner, origin);
  }
  for (const { log, origin } of await readKeys(owner)) {
    const newest = (await readKeyEpochs(owner, log, origin)).at(-1);
    if (newest && !keys.seedOf(origin, newest.key.publicKey)) return missingKey(origin);
  }
  return undefined;
}
