// Signing in by a passkey alone: it knows whose it is, and the device has verified the person.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { RequestContext } from '../../../platform/endpoints.ts';
import { noteCounter } from '../../../platform/sign-in/passkeys.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { findPasskey, notePasskeyUse } from '../factors/factor-table.ts';
import { userTickets } from '../tickets.ts';
import { enter, type SignedIn } from './entering.ts';
import type { SignInOptions } from './options.ts';

export class ByPasskey {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  async begin(): Promise<Result<{ ticket: string; options: string }, Refusal>> {
    const { db, clock, entropy, passkeys } = this.#options;
    const { challenge, options } = await passkeys.toUse();
    const ticket = newToken(entropy);
    await userTickets.insert(db, { hash: hashToken(ticket), kind: 'passkey_login', challenge }, clock.now());
    return ok({ ticket, options });
  }

  /** Failures of others never make it wait: whoever has the passkey is let in. A passkey that nobody has is told like one that answered wrongly. */
  async finish(
    { ticket: ticketText, response }: { readonly ticket: string; readonly response: string },
    context: RequestContext,
  ): Promise<Result<SignedIn, Refusal>> {
    const { db, clock, passkeys, logger } = this.#options;
    const ticket = await userTickets.try(db, hashToken(ticketText), 'passkey_login', clock.now());
    const read = passkeys.read(response);
    if (!ticket || !read) return err(refuse('PASSKEY_FAILED'));
    const passkey = await findPasskey(db, read.credentialId);
    const use = passkey && (await passkeys.used(read.answer, ticket.challenge ?? '', passkey, passkey.user_id));
    if (!use) return err(refuse('PASSKEY_FAILED'));
    const { user_id: userId } = passkey;
    noteCounter(logger, `user ${userId}`, passkey, use);
    return enter(this.#options, { userId, factor: 'passkey', context }, async (tx) => {
      const good = (await userTickets.use(tx, ticket.ticket_hash, clock.now())) && (await notePasskeyUse(tx, use));
      return good ? undefined : refuse('PASSKEY_FAILED');
    });
  }
}
