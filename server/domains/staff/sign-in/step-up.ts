// Confirming that it is still the same person, by passkey or code: what some acts ask for, good for five minutes of this session.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes, toHex } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { memberOf, type StaffContext } from '../../../platform/endpoints.ts';
import type { StaffPrincipal } from '../../../platform/principals.ts';
import { noteCounter } from '../../../platform/sign-in/passkeys.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { type StaffOptions, writeOnce } from '../context.ts';
import { STEP_UP_MS } from '../rules.ts';
import { holdMember } from '../table.ts';
import { notePasskeyUse, passkeysOf, takeStep } from './factor-table.ts';
import { elevate, revokeStaffSession } from './session-table.ts';
import { staffTickets } from './staff-tickets.ts';
import { Tries } from './tries.ts';
import { judgeCode } from './wrong-codes.ts';

type Refused<T> = Promise<Result<T, Refusal>>;

export class SteppingUp {
  readonly #options: StaffOptions;
  readonly #tries: Tries;

  constructor(options: StaffOptions) {
    this.#options = options;
    this.#tries = new Tries(options);
  }

  async begin(context: StaffContext): Refused<{ ticket: string; options: string }> {
    const { db, entropy, clock, passkeys } = this.#options;
    const { staffId, tokenHash: bound } = memberOf(context);
    const own = await passkeysOf(db, staffId);
    if (own.length === 0) return err(refuse('PASSKEY_FAILED'));
    const { challenge, options } = await passkeys.toUse(own);
    const ticket = newToken(entropy);
    await staffTickets.insert(
      db,
      { hash: hashToken(ticket), kind: 'step_up_passkey', ownerId: staffId, bound, challenge },
      clock.now(),
    );
    return ok({ ticket, options });
  }

  finish(
    { ticket, response, code }: { ticket: string; response: string; code: string },
    context: StaffContext,
  ): Refused<{ until: number }> {
    const principal = memberOf(context);
    if (code !== '') return this.#byCode(code, principal);
    if (response === '') return Promise.resolve(err(refuse('VALUE_MISSING', { field: 'code' })));
    return this.#byPasskey(ticket, response, principal);
  }

  async #byPasskey(ticketText: string, response: string, principal: StaffPrincipal): Refused<{ until: number }> {
    const { db, clock, passkeys, logger } = this.#options;
    const ticket = await staffTickets.try(db, hashToken(ticketText), 'step_up_passkey', clock.now());
    const read = passkeys.read(response);
    if (!ticket?.bound || !equalBytes(ticket.bound, principal.tokenHash) || !read) return err(refuse('PASSKEY_FAILED'));
    const own = await passkeysOf(db, principal.staffId);
    const passkey = own.find((one) => equalBytes(one.credential_id, read.credentialId));
    const use = passkey && (await passkeys.used(read.answer, ticket.challenge ?? '', passkey, passkey.staff_id));
    if (!passkey || !use) return err(refuse('PASSKEY_FAILED'));
    noteCounter(logger, `staff ${passkey.staff_id}`, passkey, use);
    return this.#elevate(principal, async (tx) => {
      const spent = (await staffTickets.use(tx, ticket.ticket_hash, clock.now())) && (await notePasskeyUse(tx, use));
      return spent ? undefined : refuse('PASSKEY_FAILED');
    });
  }

  async #byCode(code: string, principal: StaffPrincipal): Refused<{ until: number }> {
    const { staffId } = principal;
    const counters = this.#tries.ofStepUp(staffId);
    const refused = await this.#tries.count(counters);
    if (refused) return err(refused);
    const step = await judgeCode(this.#options, staffId, code);
    if (step === 'locked') return err(refuse('STAFF_CODES_LOCKED'));
    if (step === undefined) return err(refuse('FACTOR_WRONG'));
    const elevated = await this.#elevate(principal, async (tx) =>
      (await takeStep(tx, staffId, step)) ? undefined : refuse('FACTOR_USED'),
    );
    if (elevated.ok) await this.#tries.right(counters);
    return elevated;
  }

  async #elevate(
    { staffId, tokenHash }: StaffPrincipal,
    spend: (tx: PoolClient) => Promise<Refusal | undefined>,
  ): Refused<{ until: number }> {
    const until = this.#options.clock.now() + STEP_UP_MS;
    const outcome = await writeOnce(this.#options, staffId, 'step_up', async (tx) => {
      if (!(await holdMember(tx, staffId))) return err(refuse('SESSION_EXPIRED'));
      const refused = await spend(tx);
      if (refused) return err(refused);
      return (await elevate(tx, tokenHash, until)) ? ok({}) : err(refuse('SESSION_EXPIRED'));
    });
    return outcome.ok ? ok({ until }) : outcome;
  }

  /** Ends the session in use. */
  async signOut(context: StaffContext): Refused<Record<string, never>> {
    const { records, clock } = this.#options;
    const { staffId, tokenHash } = memberOf(context);
    const outcome = await records.write({
      // Another session's sign-out under the same key is another request.
      key: keyOf(staffId, context.key, 'sign_out', { token: toHex(tokenHash) }),
      act: async (tx) => {
        await revokeStaffSession(tx, tokenHash, clock.now());
        return ok({});
      },
    });
    return outcome.ok ? ok({}) : outcome;
  }
}
