// Signing in, and who one is and what one has.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Balance, User } from '@fairtick/contract/http/accounts';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Passwords } from './passwords.ts';
import { normalEmail } from './rules.ts';
import type { Sessions } from './sessions.ts';
import { findLogin, type Queries, readBalances, readProfile } from './table.ts';
import { storedBalances, userView } from './views.ts';

export interface AccountServiceOptions {
  readonly db: Queries;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
}

export class AccountService {
  readonly #options: AccountServiceOptions;

  constructor(options: AccountServiceOptions) {
    this.#options = options;
  }

  async signIn(account: string, password: string): Promise<Result<{ token: string; user: User }, Refusal>> {
    if (account.trim() === '') return err(refuse('VALUE_MISSING', { field: 'account' }));
    if (password === '') return err(refuse('VALUE_MISSING', { field: 'password' }));
    const { db, passwords, sessions } = this.#options;
    // The same steps for every name, so that neither answer nor time tells whether an account exists.
    const user = await findLogin(db, normalEmail(account) ?? '');
    const matches = await passwords.verify(user?.password_hash, password);
    if (!user || !matches) return err(refuse('LOGIN_FAILED'));
    return ok({ token: await sessions.create(user.id), user: userView(user) });
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
