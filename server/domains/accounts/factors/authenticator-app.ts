// An authenticator app: given a secret, taken into use by its first code, taken out of use.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { newSecret, openSecret, provisioned, sealSecret, stepOf } from '../../../platform/sign-in/totp.ts';
import { holdWithdrawals } from '../standing-change.ts';
import { findNamedUser } from '../table.ts';
import { userTickets } from '../tickets.ts';
import { userView } from '../views.ts';
import { endSecret, factorsOf, insertSecret } from './factor-table.ts';
import { changeGuarded, keyOfRequest, tellOwner } from './guarded.ts';
import type { GuardOptions } from './options.ts';
import { afterRemoval, codesOfFirst } from './recovery-issue.ts';

type Refused<T> = Promise<Result<T, Refusal>>;

export class AuthenticatorApp {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  async begin(context: RequestContext): Refused<{ ticket: string; secret: string; uri: string }> {
    const { db, clock, entropy, keys } = this.#options;
    const { userId, tokenHash: bound } = userOf(context);
    const user = await findNamedUser(db, userId);
    if (!user) return err(refuse('SESSION_EXPIRED'));
    const secret = newSecret(entropy);
    const ticket = newToken(entropy);
    const sealed = sealSecret(keys, 'user_factors', secret, userId);
    await userTickets.insert(
      db,
      { hash: hashToken(ticket), kind: 'totp', ownerId: userId, bound, sealed },
      clock.now(),
    );
    return ok({ ticket, ...provisioned(secret, userView(user).email) });
  }

  /** The codes are told only here. One that is in use already gives way to the new one, and withdrawals rest as if it had been removed. */
  async confirm(
    typed: { readonly ticket: string; readonly code: string },
    context: RequestContext,
  ): Refused<{ recoveryCodes: string[] }> {
    const { db, clock, keys } = this.#options;
    const principal = userOf(context);
    const { userId } = principal;
    const ticket = await userTickets.try(db, hashToken(typed.ticket), 'totp', clock.now());
    const own = ticket?.owner_id === userId && ticket.bound && equalBytes(ticket.bound, principal.tokenHash);
    const secret = own && ticket.sealed && openSecret(keys, 'user_factors', ticket.sealed, userId);
    if (!secret) return err(refuse('CODE_WRONG'));
    const step = stepOf(secret, typed.code, clock.now());
    if (step === undefined) return err(refuse('FACTOR_WRONG'));
    // Anew, by the master key of now: the ticket's would be missed when an older one is taken away.
    const sealed = sealSecret(keys, 'user_factors', secret, userId);
    let recoveryCodes: string[] = [];
    const outcome = await changeGuarded(
      this.#options,
      principal,
      keyOfOne(this.#options.entropy, userId, 'totp_confirm'),
      async (tx) => {
        if (!(await userTickets.use(tx, ticket.ticket_hash, clock.now()))) return err(refuse('CODE_WRONG'));
        const before = await factorsOf(tx, userId);
        if (await endSecret(tx, userId)) await holdWithdrawals(tx, userId, { kind: 'user', id: userId });
        await insertSecret(tx, { userId, sealed, step });
        recoveryCodes = await codesOfFirst(this.#options, tx, userId, before);
        await tellOwner(tx, this.#options, userId, 'totp_added');
        return ok({});
      },
    );
    return outcome.ok ? ok({ recoveryCodes }) : outcome;
  }

  async remove(context: RequestContext): Refused<Record<string, never>> {
    const principal = userOf(context);
    const { userId } = principal;
    const key = keyOfRequest(context, 'totp_remove', {});
    const outcome = await changeGuarded(this.#options, principal, key, async (tx) => {
      // Taken away already: nothing is told twice.
      if (!(await endSecret(tx, userId))) return ok({});
      await afterRemoval(tx, userId);
      await tellOwner(tx, this.#options, userId, 'totp_removed');
      return ok({});
    });
    return outcome.ok ? ok({}) : outcome;
  }
}
