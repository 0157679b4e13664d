// Signing out, and who one is and what one has.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Balance, User } from '@fairtick/contract/http/accounts';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../platform/commands/key.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Records } from '../../platform/records/records.ts';
import type { Sessions } from './sessions.ts';
import { readBalances, readProfile, revokeSession } from './table.ts';
import { storedBalances, userView } from './views.ts';

export interface AccountServiceOptions {
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  readonly sessions: Sessions;
  readonly records: Records;
}

export class AccountService {
  readonly #options: AccountServiceOptions;

  constructor(options: AccountServiceOptions) {
    this.#options = options;
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

  async profile(userId: Id): Promise<Result<{ user: User; balances: Balance[] }, Refusal>> {
    const found = await readProfile(this.#options.reads(), userId);
    if (!found) return err(refuse('SESSION_EXPIRED'));
    return ok({ user: userView(found.user), balances: storedBalances(found.balances) });
  }

  async balances(userId: Id): Promise<Balance[]> {
    return storedBalances(await readBalances(this.#options.reads(), userId));
  }
}
