// Signing in: by a passkey, or by a password and a code. Who is not there, who is disabled and who is wrong get one answer by one path.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { StaffFactor } from '@fairtick/contract/staff/sign-in';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { PoolClient } from '../../../platform/database/pools.ts';
import type { StaffContext } from '../../../platform/endpoints.ts';
import { noteCounter } from '../../../platform/sign-in/passkeys.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { emailAddress } from '../../accounts/index.ts';
import type { StaffOptions } from '../context.ts';
import { holdMember, type MemberRow } from '../table.ts';
import { type AnsweredSession, enter } from './entering.ts';
import { findPasskey, findPassword, notePasskeyUse, takeStep } from './factor-table.ts';
import { staffTickets } from './staff-tickets.ts';
import { Tries } from './tries.ts';
import { judgeCode, nobodyOf } from './wrong-codes.ts';

type Refused<T> = Promise<Result<T, Refusal>>;

export class SigningIn {
  readonly #options: StaffOptions;
  readonly #tries: Tries;

  constructor(options: StaffOptions) {
    this.#options = options;
    this.#tries = new Tries(options);
  }

  async beginPasskey(): Refused<{ ticket: string; options: string }> {
    const { db, entropy, clock, passkeys } = this.#options;
    const { challenge, options } = await passkeys.toUse();
    const ticket = newToken(entropy);
    await staffTickets.insert(db, { hash: hashToken(ticket), kind: 'sign_in_passkey', challenge }, clock.now());
    return ok({ ticket, options });
  }

  /** Failures of others never make it wait: whoever has the passkey is let in. */
  async finishPasskey(input: { ticket: string; response: string }, context: StaffContext): Refused<AnsweredSession> {
    const { db, clock, passkeys, logger } = this.#options;
    const ticket = await staffTickets.try(db, hashToken(input.ticket), 'sign_in_passkey', clock.now());
    const read = passkeys.read(input.response);
    if (!ticket || !read) return err(refuse('PASSKEY_FAILED'));
    const passkey = await findPasskey(db, read.credentialId);
    const use = passkey && (await passkeys.used(read.answer, ticket.challenge ?? '', passkey, passkey.staff_id));
    if (!passkey || !use) return err(refuse('LOGIN_FAILED'));
    noteCounter(logger, `staff ${passkey.staff_id}`, passkey, use);
    return this.#enter(passkey.staff_id, ticket.ticket_hash, 'passkey', context, async (tx) =>
      (await notePasskeyUse(tx, use)) ? undefined : refuse('LOGIN_FAILED'),
    );
  }

  /** A ticket in every case: whether the password was right shows with the code. */
  async password(input: { email: string; password: string }, context: StaffContext): Refused<{ ticket: string }> {
    const { db, entropy, clock, passwords } = this.#options;
    const email = emailAddress(input.email) ?? '';
    const name = this.#tries.nameOf(email === '' ? input.email : email);
    const refused = await this.#tries.waits(this.#tries.ofSignIn(name, context.address));
    if (refused) return err(refused);
    const found = await findPassword(db, email);
    const matches = await passwords.verify(found?.hash, input.password);
    const staffId = matches ? found?.staff_id : undefined;
    const ticket = newToken(entropy);
    await staffTickets.insert(
      db,
      { hash: hashToken(ticket), kind: 'sign_in_code', ownerId: staffId, bound: name },
      clock.now(),
    );
    return ok({ ticket });
  }

  async code(input: { ticket: string; code: string }, context: StaffContext): Refused<AnsweredSession> {
    const { db, clock, keys } = this.#options;
    const hash = hashToken(input.ticket);
    const found = await staffTickets.find(db, hash, 'sign_in_code', clock.now());
    const counters = this.#tries.ofSignIn(found?.bound ?? undefined, context.address);
    const refused = await this.#tries.count(counters);
    if (refused) return err(refused);
    const ticket = await staffTickets.try(db, hash, 'sign_in_code', clock.now());
    // The same work where there is nobody.
    const nobody = nobodyOf(keys, hash);
    const step = await judgeCode(this.#options, ticket?.owner_id ?? nobody, input.code);
    const staffId = ticket?.owner_id;
    // That codes are not taken any more is told by letter: here it would tell that the password was right.
    if (!ticket || staffId === undefined || staffId === null || typeof step !== 'number')
      return err(refuse('LOGIN_FAILED'));
    const entered = await this.#enter(staffId, hash, 'totp', context, async (tx) =>
      (await takeStep(tx, staffId, step)) ? undefined : refuse('FACTOR_USED'),
    );
    if (entered.ok) await this.#tries.right(counters);
    return entered;
  }

  #enter(
    staffId: Id,
    ticketHash: Uint8Array,
    factor: StaffFactor,
    context: StaffContext,
    spend: (tx: PoolClient) => Promise<Refusal | undefined>,
  ): Refused<AnsweredSession> {
    const { clock } = this.#options;
    const admit = async (tx: PoolClient): Promise<Result<MemberRow, Refusal>> => {
      const member = await holdMember(tx, staffId);
      if (!member || !(await staffTickets.use(tx, ticketHash, clock.now()))) return err(refuse('LOGIN_FAILED'));
      const refused = await spend(tx);
      return refused ? err(refused) : ok(member);
    };
    return enter(this.#options, { staffId, factor, context, call: 'sign_in', admit });
  }
}
