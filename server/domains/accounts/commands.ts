// Signing in and out, and who one is and what one has.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Balance, User } from '@fairtick/contract/http/accounts';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../platform/commands/key.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Records } from '../../platform/records/records.ts';
import type { UserRow } from './columns.ts';
import { emailAddress } from './email.ts';
import { LEAST_KEY_LENGTH, loginToken, SALT_BYTES, storedKey } from './login-token.ts';
import { freezeOf } from './opening.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { Standing } from './standing.ts';
import { holdStanding, readStanding } from './standing-table.ts';
import { findLogin, readBalances, readProfile, revokeSession } from './table.ts';
import { storedBalances, userView } from './views.ts';

export interface AccountServiceOptions {
  readonly db: Queries;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly records: Records;
  readonly entropy: Entropy;
}

export interface SignedIn {
  readonly token: string;
  readonly user: User;
}

export class AccountService {
  readonly #options: AccountServiceOptions;

  constructor(options: AccountServiceOptions) {
    this.#options = options;
  }

  /**
   * Under one key and the right password one session, however often it is asked for. A wrong password is judged anew each time and remembered
   * nowhere.
   */
  async signIn(account: string, password: string, key: string): Promise<Result<SignedIn, Refusal>> {
    if (account.trim() === '') return err(refuse('VALUE_MISSING', { field: 'account' }));
    if (password === '') return err(refuse('VALUE_MISSING', { field: 'password' }));
    const { db, passwords } = this.#options;
    // The same steps for every name, so that neither answer nor time tells whether an account exists.
    const user = await findLogin(db, emailAddress(account) ?? '');
    const matches = await passwords.verify(user?.password_hash, password);
    if (!user || !matches) return err(refuse('LOGIN_FAILED'));
    // Only whoever knows the password learns of a lock. Asked here, it is not remembered under the key.
    const locked = signInRefusal(await readStanding(db, user.id));
    if (locked) return err(locked);
    return this.#openSession(user, key);
  }

  /** Ends the session in use. */
  async signOut(userId: Id, tokenHash: Uint8Array, key: string): Promise<Result<Record<string, never>, Refusal>> {
    const { records, sessions } = this.#options;
    const outcome = await records.write({
      // Another session's logout under the same key is another request.
      key: keyOf(userId, key, 'logout', { token: toHex(tokenHash) }),
      act: async (tx) => {
        await revokeSession(tx, tokenHash);
        return ok({});
      },
    });
    if (!outcome.ok) return outcome;
    sessions.revoked(tokenHash);
    return ok({});
  }

  async #openSession(user: UserRow, key: string): Promise<Result<SignedIn, Refusal>> {
    const { records, sessions, entropy } = this.#options;
    const secret = key.length >= LEAST_KEY_LENGTH ? key : toHex(entropy.bytes(SALT_BYTES));
    const outcome = await records.write({
      // Neither the password nor the key itself is in what is stored: a hash of either could be tried against a list.
      key: keyOf(user.id, storedKey(secret), 'loginForU', {}),
      act: async (tx) => {
        const locked = signInRefusal(await holdStanding(tx, user.id));
        if (locked) return err(locked);
        const salt = entropy.bytes(SALT_BYTES);
        await sessions.open(loginToken(salt, secret), user.id, tx);
        return ok({ salt: toHex(salt) });
      },
    });
    if (!outcome.ok) return outcome;
    const token = loginToken(Buffer.from(String(outcome.value.salt), 'hex'), secret);
    // A key answers the same for ever, but nobody comes back by one whose session has ended.
    return (await sessions.find(token)) ? ok({ token, user: userView(user) }) : err(refuse('SESSION_EXPIRED'));
  }

  async profile(userId: Id): Promise<Result<{ user: User; balances: Balance[] }, Refusal>> {
    const found = await readProfile(this.#options.reads(), userId);
    if (!found) return err(refuse('SESSION_EXPIRED'));
    return ok({ user: userView(found.user), balances: storedBalances(found.balances) });
  }

  async balances(userId: Id): Promise<Balance[]> {
    return storedBalances(await readBalances(this.#options.reads(), userId));
  }
}

function signInRefusal(standing: Standing | undefined): Refusal<'FROZEN'> | undefined {
  const freeze = standing && freezeOf(standing, 'sign_in');
  return freeze && refuse('FROZEN', { reason: freeze.reason });
}
