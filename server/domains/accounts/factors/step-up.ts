// Confirming that it is still the same person: what changes an account's guard asks for, good for five minutes of this session alone.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { stepUpNeeded, type UserPrincipal } from '../../../platform/principals.ts';
import { type Counter, Failures } from '../../../platform/sign-in/failure-table.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import type { Asker } from '../codes/codes.ts';
import { isKnownDevice } from '../devices/table.ts';
import { namesOf, noteReached } from '../names/table.ts';
import { SECOND_STEP_KEPT_MS, WAITS_BY_SECOND_STEP } from '../signing-in/rules.ts';
import { userTickets } from '../tickets.ts';
import { elevate, holdElevation, readElevation, type SessionElevation } from './elevation-table.ts';
import { passkeysOf } from './factor-table.ts';
import type { GuardOptions } from './options.ts';
import { STEP_UP_MS, type StepUpMethod } from './rules.ts';
import { type Spend, showAppCode, showPasskey, showRecoveryCode } from './showing.ts';

type Refused<T> = Promise<Result<T, Refusal>>;

export interface Shown {
  readonly method: StepUpMethod;
  readonly ticket: string;
  readonly code: string;
  readonly response: string;
}

const failures = new Failures('user_failures');

export class StepUp {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** `options` is what the passkey is asked; `wait` seconds until another code may be sent. An app's code and a recovery code need no beginning. */
  async begin(
    { method }: { readonly method: StepUpMethod },
    context: RequestContext,
  ): Refused<{ ticket: string; options: string; wait: number }> {
    const { db, entropy, clock, passkeys } = this.#options;
    const principal = userOf(context);
    const refused = offeredRefusal(await readElevation(db, principal.tokenHash), method);
    if (refused) return err(refused);
    if (method === 'totp' || method === 'recovery') return ok({ ticket: '', options: '', wait: 0 });
    const sent = method === 'code' ? await this.#send(principal, context) : ok({ wait: 0 });
    if (!sent.ok) return sent;
    const asked = method === 'passkey' ? await passkeys.toUse(await passkeysOf(db, principal.userId)) : undefined;
    const ticket = newToken(entropy);
    const { userId: ownerId, tokenHash: bound } = principal;
    const one = { hash: hashToken(ticket), kind: 'step_up', ownerId, bound } as const;
    await userTickets.insert(db, asked ? { ...one, challenge: asked.challenge } : one, clock.now());
    return ok({ ticket, options: asked?.options ?? '', wait: sent.value.wait });
  }

  async finish(shown: Shown, context: RequestContext): Refused<{ until: number }> {
    const { db } = this.#options;
    const principal = userOf(context);
    const refused = offeredRefusal(await readElevation(db, principal.tokenHash), shown.method);
    if (refused) return err(refused);
    const spend = await this.#judged(shown, principal, context);
    if (!spend.ok) return spend;
    const elevated = await this.#elevate(principal, shown.method, spend.value);
    // Not before: a code that was used already would free whoever has seen it from what was counted.
    if (elevated.ok && isCounted(shown.method)) await failures.right(db, this.#counters(principal));
    return elevated;
  }

  #judged(shown: Shown, principal: UserPrincipal, by: Asker): Promise<Result<Spend, Refusal>> {
    switch (shown.method) {
      case 'passkey':
        return this.#byPasskey(shown, principal);
      case 'totp':
        return this.#counted(principal, () => showAppCode(this.#options, principal.userId, shown.code));
      case 'recovery':
        return this.#counted(principal, () => showRecoveryCode(this.#options, principal.userId, shown.code));
      case 'code':
        return this.#byCode(shown, principal, by);
    }
  }

  async #byPasskey(shown: Shown, { userId, tokenHash }: UserPrincipal): Promise<Result<Spend, Refusal>> {
    const { db, clock } = this.#options;
    const ticket = await userTickets.try(db, hashToken(shown.ticket), 'step_up', clock.now());
    if (!ticket?.bound || !equalBytes(ticket.bound, tokenHash)) return err(refuse('PASSKEY_FAILED'));
    const spend = await showPasskey(this.#options, userId, ticket.challenge ?? '', shown.response);
    if (!spend.ok) return spend;
    return ok(async (tx) => {
      if (!(await userTickets.use(tx, ticket.ticket_hash, clock.now()))) return refuse('PASSKEY_FAILED');
      return spend.value(tx);
    });
  }

  /** As the second step of a sign-in is counted, by itself: a stolen session cannot try codes, nor hinder a sign-in. Before it is judged, so that many at once count as many. */
  async #counted(principal: UserPrincipal, judge: () => Promise<Result<Spend, Refusal>>) {
    const { db, clock } = this.#options;
    const refused = await failures.count(db, this.#counters(principal), clock.now());
    return refused ? err(refused) : judge();
  }

  #counters({ userId }: UserPrincipal): readonly Counter[] {
    const key = this.#options.keys.mac('user_factors', `failures/step-up/${userId}`);
    return [{ key, waits: WAITS_BY_SECOND_STEP, shared: false, keptMs: SECOND_STEP_KEPT_MS }];
  }

  /** Sent to the user, and good only with a ticket of the session that asked for it. */
  async #byCode(shown: Shown, { userId, tokenHash }: UserPrincipal, by: Asker): Promise<Result<Spend, Refusal>> {
    const { db, clock, codes } = this.#options;
    const ticket = await userTickets.try(db, hashToken(shown.ticket), 'step_up', clock.now());
    const [to] = await namesOf(db, userId);
    if (!ticket?.bound || !equalBytes(ticket.bound, tokenHash) || !to) return err(refuse('CODE_WRONG'));
    const tried = await codes.tried('step_up', to.name, shown.code, by, userId);
    if (!tried.ok) return tried;
    return ok(async (tx) => {
      const spent = (await userTickets.use(tx, ticket.ticket_hash, clock.now())) && (await codes.use(tx, tried.value));
      if (!spent) return refuse('CODE_WRONG');
      await noteReached(tx, to.id, clock.now());
      return undefined;
    });
  }

  /** To the e-mail, or to the mobile where there is none. */
  async #send(principal: UserPrincipal, context: RequestContext): Refused<{ wait: number }> {
    const { db, codes } = this.#options;
    const { userId } = principal;
    const [to] = await namesOf(db, userId);
    if (!to) return err(refuse('SESSION_EXPIRED'));
    const knownDevice = await isKnownDevice(db, userId, context.deviceHash);
    return codes.send({ purpose: 'step_up', to, userId, knownDevice, lang: context.lang, by: context });
  }

  async #elevate(principal: UserPrincipal, method: StepUpMethod, spend: Spend): Refused<{ until: number }> {
    const { records, clock, entropy } = this.#options;
    const { userId, tokenHash } = principal;
    const until = clock.now() + STEP_UP_MS;
    const outcome = await records.write({
      key: keyOfOne(entropy, userId, 'step_up_finish'),
      act: async (tx) => {
        // A factor may have been set meanwhile, elsewhere: a code that was sent before is not enough any more.
        const refused = offeredRefusal(await holdElevation(tx, tokenHash), method) ?? (await spend(tx));
        if (refused) return err(refused);
        return (await elevate(tx, tokenHash, until)) ? ok({}) : err(refuse('SESSION_EXPIRED'));
      },
    });
    return outcome.ok ? ok({ until }) : outcome;
  }
}

/** Codes that could be guessed; a passkey's answer cannot, and a code that is sent has tries of its own. */
const isCounted = (method: StepUpMethod): boolean => method === 'totp' || method === 'recovery';

/** By what the user cannot confirm it, they are told by what they can. */
function offeredRefusal(elevation: SessionElevation | undefined, method: StepUpMethod): Refusal | undefined {
  if (!elevation) return refuse('SESSION_EXPIRED');
  return elevation.methods.includes(method) ? undefined : stepUpNeeded(elevation);
}
