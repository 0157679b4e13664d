// A user's passkeys: added and removed.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { passkeyLabel } from '../../../platform/sign-in/passkeys.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { findNamedUser } from '../table.ts';
import { userTickets } from '../tickets.ts';
import { userView } from '../views.ts';
import { endPasskey, factorsOf, insertPasskey, passkeysOf } from './factor-table.ts';
import { changeGuarded, keyOfRequest, tellOwner } from './guarded.ts';
import type { GuardOptions } from './options.ts';
import { afterRemoval, codesOfFirst } from './recovery-issue.ts';
import { MOST_PASSKEYS } from './rules.ts';

type Refused<T> = Promise<Result<T, Refusal>>;

export class OwnPasskeys {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Refused where the app's address is an IP: no browser makes a passkey for one. */
  async begin(context: RequestContext): Refused<{ ticket: string; options: string }> {
    const { db, clock, entropy, passkeys } = this.#options;
    const { userId, tokenHash: bound } = userOf(context);
    const user = await findNamedUser(db, userId);
    if (!user) return err(refuse('SESSION_EXPIRED'));
    const own = await passkeysOf(db, userId);
    if (!passkeys.possible || own.length >= MOST_PASSKEYS) return err(refuse('PASSKEY_FAILED'));
    const { name, email: account } = userView(user);
    const { challenge, options } = await passkeys.toMake({ id: userId, account, name }, own);
    const ticket = newToken(entropy);
    await userTickets.insert(
      db,
      { hash: hashToken(ticket), kind: 'passkey', ownerId: userId, bound, challenge },
      clock.now(),
    );
    return ok({ ticket, options });
  }

  /** The recovery codes are told only here. */
  async finish(
    answered: { readonly ticket: string; readonly response: string; readonly label: string },
    context: RequestContext,
  ): Refused<{ recoveryCodes: string[] }> {
    const { db, clock, passkeys } = this.#options;
    const principal = userOf(context);
    const { userId } = principal;
    const ticket = await userTickets.try(db, hashToken(answered.ticket), 'passkey', clock.now());
    const own = ticket?.owner_id === userId && ticket.bound && equalBytes(ticket.bound, principal.tokenHash);
    const made = own && (await passkeys.made(answered.response, ticket.challenge ?? ''));
    if (!made) return err(refuse('PASSKEY_FAILED'));
    let recoveryCodes: string[] = [];
    const key = keyOfOne(this.#options.entropy, userId, 'passkey_finish');
    const outcome = await changeGuarded(this.#options, principal, key, async (tx) => {
      const before = await factorsOf(tx, userId);
      const added =
        (await userTickets.use(tx, ticket.ticket_hash, clock.now())) &&
        (await insertPasskey(tx, { ...made, userId, label: passkeyLabel(answered.label) }));
      if (!added) return err(refuse('PASSKEY_FAILED'));
      recoveryCodes = await codesOfFirst(this.#options, tx, userId, before);
      await tellOwner(tx, this.#options, userId, 'passkey_added');
      return ok({});
    });
    return outcome.ok ? ok({ recoveryCodes }) : outcome;
  }

  async remove(input: { readonly id: string }, context: RequestContext): Refused<Record<string, never>> {
    const principal = userOf(context);
    const { userId } = principal;
    const key = keyOfRequest(context, 'passkey_remove', input);
    const outcome = await changeGuarded(this.#options, principal, key, async (tx) => {
      // Another's, nobody's, or removed already: alike.
      if (!(await endPasskey(tx, userId, Buffer.from(input.id, 'base64url')))) return ok({});
      await afterRemoval(tx, userId);
      await tellOwner(tx, this.#options, userId, 'passkey_removed');
      return ok({});
    });
    return outcome.ok ? ok({}) : outcome;
  }
}
