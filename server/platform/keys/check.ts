// Whether the master keys of a start are those by which its database was sealed.

import { equalBytes } from '@fairtick/kernel/bytes';
import type { Queries } from '../database/pools.ts';
import type { Keys } from './keys.ts';
import { insertMaster, type KnownMaster, readMasters } from './table.ts';

const WHERE = 'MASTER_KEY or keys.json in DATA_DIR';

/** A sentence for the operator; undefined where the keys are right. */
export function faultOfMasters(known: readonly KnownMaster[], keys: Keys): string | undefined {
  for (const { id, check, retired } of known) {
    if (retired && id === keys.current)
      return `The master key ${id} was retired and seals no more: put the newer one before it (${WHERE}).`;
    if (keys.ids.includes(id)) {
      if (!equalBytes(check, keys.check(id)))
        return `The master key ${id} is not the one by which this database was sealed: give it the right one (${WHERE}).`;
    } else if (!retired) {
      return `The master key ${id} is missing, and this database holds what only it opens: give it too (${WHERE}), behind the first.`;
    }
  }
  return undefined;
}

/** In a transaction of the owner in which no other start does the same. Keys that are new to the database are known from here on. */
export async function checkMasters(owner: Queries, keys: Keys): Promise<string | undefined> {
  const known = await readMasters(owner);
  const fault = faultOfMasters(known, keys);
  if (fault !== undefined) return fault;
  const ids = new Set(known.map(({ id }) => id));
  for (const id of keys.ids) if (!ids.has(id)) await insertMaster(owner, id, keys.check(id));
  return undefined;
}
