// The word that a user has chosen, by which they know that a letter is ours: it opens each one, and stands nowhere else.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { changeGuarded, keyOfRequest } from './guarded.ts';
import type { GuardOptions } from './options.ts';
import { mailWord } from './rules.ts';
import { findWord, writeWord } from './word-table.ts';

/** What the word is sealed about. */
export const aboutWord = (userId: Id): string => `word/${userId}`;

/** Empty where none was chosen, or its master key is not here. */
export async function readWord(keys: Keys, db: Queries, userId: Id): Promise<string> {
  const sealed = await findWord(db, userId);
  const word = sealed && keys.open('user_factors', sealed, aboutWord(userId));
  return word ? Buffer.from(word).toString() : '';
}

/** An empty one takes it away. */
export async function setWord(
  options: Pick<GuardOptions, 'records' | 'clock' | 'keys'>,
  typed: string,
  context: RequestContext,
): Promise<Result<Record<string, never>, Refusal>> {
  const principal = userOf(context);
  const { userId } = principal;
  const word = mailWord(typed);
  if (word === undefined) return err(refuse('INPUT_INVALID', { field: 'word' }));
  const sealed = word === '' ? null : options.keys.seal('user_factors', Buffer.from(word), aboutWord(userId));
  const key = keyOfRequest(context, 'mail_word_set', { word: typed });
  const outcome = await changeGuarded(options, principal, key, async (tx) => {
    await writeWord(tx, userId, sealed);
    return ok({});
  });
  return outcome.ok ? ok({}) : outcome;
}
