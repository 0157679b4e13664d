// What is asked of a new password: pure. Hashing is passwords.ts.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { dictionary } from '@zxcvbn-ts/language-common';
import { normalPassword } from './rules.ts';

const LEAST = 8;
const MOST = 128;
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Why a password of this length is none; counted in signs as it is compared. */
export function passwordLength(password: string, least: number): Refusal | undefined {
  const length = [...normalPassword(password)].length;
  if (length < least) return refuse('PASSWORD_TOO_SHORT', { min: String(least) });
  return length > MOST ? refuse('PASSWORD_TOO_LONG', { max: String(MOST) }) : undefined;
}

/** Why this password is none for an account with these names: it is one of them, or an e-mail's first part, in whichever case. */
export function passwordLike(password: string, names: readonly string[]): Refusal | undefined {
  const lower = normalPassword(password).toLowerCase();
  const likes = names.flatMap((name) => [name.toLowerCase(), name.toLowerCase().split('@')[0], name.replace('+', '')]);
  return likes.includes(lower) ? refuse('PASSWORD_LIKE_ACCOUNT') : undefined;
}

/** Why this password is none for a user with these names: 8 to 128 signs, not among the 10,000 most common, and no name of theirs. */
export function passwordRefusal(password: string, names: readonly string[]): Refusal | undefined {
  const unfit = passwordLength(password, LEAST);
  if (unfit) return unfit;
  if (COMMON.has(normalPassword(password).toLowerCase())) return refuse('PASSWORD_COMMON');
  return passwordLike(password, names);
}
