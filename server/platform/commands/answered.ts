// What a key was answered with before, read from where it is kept.

import { refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import { err } from '@fairtick/kernel/result';
import type { Queries } from '../database/pools.ts';
import type { Key, Outcome } from './command.ts';
import { findKeys, keyPlace } from './keys-table.ts';
import { readOutcome } from './outcome.ts';

/**
 * undefined where the key is new; refuses KEY_REUSED where it came with another body. A call that asks the world before its write (who has taken the
 * item, what the chain says) asks this first: whoever repeats a key is not judged by what has changed since.
 */
export async function answeredBefore(db: Queries, key: Key): Promise<Outcome | undefined> {
  const before = (await findKeys(db, [key])).get(keyPlace(key.ownerId, key.key));
  if (!before) return undefined;
  return equalBytes(before.bodyHash, key.bodyHash) ? readOutcome(before.answer) : err(refuse('KEY_REUSED'));
}
