// The second of two steps: by a code of the authenticator app, a passkey, or a recovery code, with the ticket that the right password gave.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { FACTOR_METHODS } from '@fairtick/contract/http/sign-in';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { inTransaction } from '../../../platform/commands/transaction.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import type { RequestContext } from '../../../platform/endpoints.ts';
import type { TicketRow } from '../../../platform/sign-in/ticket-table.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { isKnownDevice } from '../devices/table.ts';
import { passkeysOf, type SetFactor } from '../factors/factor-table.ts';
import { countOpenCodes } from '../factors/recovery-table.ts';
import { type Spend, showAppCode, showPasskey, showRecoveryCode } from '../factors/showing.ts';
import type { Login } from '../names/table.ts';
import { holdPassword } from '../passwords/table.ts';
import { isToldAgain } from '../telling/often.ts';
import { tellEveryName } from '../telling/owner.ts';
import { userTickets } from '../tickets.ts';
import { enter, type SignedIn } from './entering.ts';
import type { SignInOptions } from './options.ts';
import { SECOND_STEP_TOLD_AT } from './rules.ts';
import { Tries } from './tries.ts';

type Method = (typeof FACTOR_METHODS)[number];

export interface SecondTyped {
  readonly ticket: string;
  readonly method: Method;
  readonly code: string;
  readonly response?: string | undefined;
}

export class SecondStep {
  readonly #options: SignInOptions;
  readonly #tries: Tries;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#tries = new Tries(options);
  }

  /** The refusal that names the ticket and the methods, of which these factors are some. */
  async begin(
    { user_id: userId, changed_time: changedTime }: Login,
    factors: readonly SetFactor[],
  ): Promise<Refusal<'SECOND_FACTOR_NEEDED'>> {
    const { db, clock, entropy, passkeys } = this.#options;
    const methods: readonly Method[] = (await countOpenCodes(db, userId)) > 0 ? [...factors, 'recovery'] : factors;
    const question = factors.includes('passkey') ? await passkeys.toUse(await passkeysOf(db, userId)) : undefined;
    const ticket = newToken(entropy);
    await userTickets.insert(
      db,
      {
        hash: hashToken(ticket),
        kind: 'login',
        ownerId: userId,
        // Of another password than the one that was right the ticket is worth nothing.
        bound: boundTo(changedTime),
        ...(question && { challenge: question.challenge }),
      },
      clock.now(),
    );
    return refuse('SECOND_FACTOR_NEEDED', undefined, { ticket, methods });
  }

  /** What the passkey is asked. No try is counted. */
  async ask(ticketText: string): Promise<Result<{ options: string }, Refusal>> {
    const { db, clock, passkeys } = this.#options;
    const ticket = await userTickets.find(db, hashToken(ticketText), 'login', clock.now());
    if (!ticket?.owner_id) return err(refuse('SIGN_IN_AGAIN'));
    if (ticket.challenge === null) return err(refuse('PASSKEY_FAILED'));
    const { options } = await passkeys.toUse(await passkeysOf(db, ticket.owner_id), ticket.challenge);
    return ok({ options });
  }

  async finish(typed: SecondTyped, context: RequestContext): Promise<Result<SignedIn, Refusal>> {
    const { db, clock } = this.#options;
    const hash = hashToken(typed.ticket);
    const userId = (await userTickets.find(db, hash, 'login', clock.now()))?.owner_id;
    if (!userId) return err(refuse('SIGN_IN_AGAIN'));
    const known = (await isKnownDevice(db, userId, context.deviceHash)) ? (context.deviceHash ?? undefined) : undefined;
    const counts = typed.method !== 'passkey';
    const counted = counts ? await this.#tries.beginSecond(userId, known) : 0;
    if (typeof counted !== 'number') return err(counted);
    const ticket = await userTickets.try(db, hash, 'login', clock.now());
    if (!ticket) return err(refuse('SIGN_IN_AGAIN'));
    const spend = await this.#judged(typed, userId, ticket);
    if (!spend.ok) {
      if (counted === SECOND_STEP_TOLD_AT) await inTransaction(db, (tx) => this.#tellOfCodes(tx, userId));
      return spend;
    }
    const entering = { userId, factor: typed.method, context };
    const entered = await enter(this.#options, entering, async (tx) => {
      const good =
        (await holdPassword(tx, userId, versionOf(ticket))) && (await userTickets.use(tx, hash, clock.now()));
      return good ? spend.value(tx) : refuse('SIGN_IN_AGAIN');
    });
    if (entered.ok && counts) await this.#tries.rightSecond(userId, known);
    return entered;
  }

  async #tellOfCodes(tx: PoolClient, userId: Id): Promise<void> {
    if (await isToldAgain(this.#options, tx, userId, 'codes_tried')) await tellEveryName(tx, userId, 'codes_tried');
  }

  #judged(typed: SecondTyped, userId: Id, ticket: TicketRow): Promise<Result<Spend, Refusal>> {
    switch (typed.method) {
      case 'totp':
        return showAppCode(this.#options, userId, typed.code);
      case 'recovery':
        return showRecoveryCode(this.#options, userId, typed.code);
      case 'passkey':
        return showPasskey(this.#options, userId, ticket.challenge ?? '', typed.response ?? '');
    }
  }
}

const boundTo = (changedTime: bigint): Uint8Array => Buffer.from(changedTime.toString());
/** When the password was chosen that the ticket was given for. */
const versionOf = ({ bound }: TicketRow): bigint => BigInt(Buffer.from(bound ?? '0').toString());
