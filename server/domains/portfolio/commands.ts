// What is asked of the pipeline about a user's accounts as a whole: a demo account, its reset, a transfer between accounts.

import { hash } from 'node:crypto';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import { ownCommand, type UserRequest } from '../../platform/commands/request.ts';
import { userOf } from '../../platform/endpoints.ts';
import { userKindOf } from '../ledger/index.ts';
import { decideDemoAccount, decideReset, type LoansOwed, type PortfolioChange, type PortfolioState } from './rules.ts';
import { decideTransfer, type Transfer } from './transfers.ts';

export interface PortfolioCommandsOptions {
  readonly submit: (command: Command<PortfolioState & LoansOwed, PortfolioChange>) => Promise<Outcome>;
  readonly entropy: Entropy;
}

/** Shorter keys could collide between visitors, who share the owner 0. */
const VISITOR_KEY_LENGTH = 16;
/** For so long after a demo account was made its key answers with it, for whoever lost the answer. It is no password that signs in for ever. */
const COMES_BACK_MS = 120_000;

/** Where a visitor's key is kept for ever: nobody reads an address or the key out of it. */
const visitorKey = (address: string, key: string): string => `visitor:${hash('sha256', `${address}/${key}`, 'hex')}`;

export class PortfolioCommands {
  readonly #options: PortfolioCommandsOptions;

  constructor(options: PortfolioCommandsOptions) {
    this.#options = options;
  }

  /** Makes a demo user, or finds the one that the same key made a moment ago. Refuses SESSION_EXPIRED where that is longer ago than two minutes. */
  async openDemo({ endpoint, input, context }: UserRequest, nowMs: number): Promise<Result<Id, Refusal>> {
    const { submit, entropy } = this.#options;
    const scope = context.key.length >= VISITOR_KEY_LENGTH ? context.key : toHex(entropy.bytes(16));
    const key = visitorKey(context.address, scope);
    const outcome = await submit({
      name: endpoint,
      realm: 'demo',
      owners: [],
      key: keyOf(0n, key, endpoint, input),
      decide: (state) => {
        const made = decideDemoAccount(state, { key });
        if (!made.ok) return made;
        const answer = { userId: String(made.value.userId), time: state.market.nowMs };
        return ok({ change: made.value.change, answer });
      },
    });
    if (!outcome.ok) return outcome;
    const { userId: id, time } = outcome.value;
    const userId = parseId(String(id));
    assert(userId !== undefined, 'a demo account answers with its user id');
    // One that was kept before accounts had a time is long ago.
    if (typeof time !== 'number' || nowMs - time > COMES_BACK_MS) return err(refuse('SESSION_EXPIRED'));
    return ok(userId);
  }

  transfer(request: UserRequest, typed: Omit<Transfer, 'userId' | 'key'>): Promise<Outcome> {
    const { userId } = userOf(request.context);
    return this.#options.submit({
      ...ownCommand(request),
      // What may leave the forex account, and when something may come in, hangs on its orders; the other accounts hang on nothing else.
      looksAt: [typed.from, typed.to].some((one) => userKindOf(one) === 'forex') ? ['forex'] : [],
      names: { loans: [userId] },
      decide: (state) => {
        const moved = decideTransfer(state, { ...typed, userId, key: request.context.key });
        return moved.ok ? ok({ change: moved.value.change, answer: {} }) : moved;
      },
    });
  }

  reset(request: UserRequest): Promise<Outcome> {
    const { userId, realm } = userOf(request.context);
    return this.#options.submit({
      ...ownCommand(request),
      decide: (state) => {
        const reset = decideReset(state, { realm, userId, key: request.context.key });
        return reset.ok ? ok({ change: reset.value.change, answer: {} }) : reset;
      },
    });
  }
}
