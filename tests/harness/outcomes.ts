// What a call came to: its value where it must have worked, its refusal's name where it must not.

import type { Refusal } from '@fairtick/contract/errors';
import type { Result } from '@fairtick/kernel/result';

/** The value of a call that a test takes for granted. Throws the refusal where there is one. */
export async function accepted<T>(outcome: Promise<Result<T, Refusal>>): Promise<T> {
  const answer = await outcome;
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.value;
}

/** The refusal as `NAME` or `NAME field` / `NAME value`, so that it says what it is about; 'accepted' where there is none. */
export async function refusalOf(outcome: Promise<Result<unknown, Refusal>>): Promise<string> {
  const answer = await outcome;
  if (answer.ok) return 'accepted';
  const about = answer.error.params?.field;
  return about === undefined ? answer.error.error : `${answer.error.error} ${about}`;
}
