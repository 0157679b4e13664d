// What is asked of the pipeline about a user's accounts as a whole: a demo account, its reset, a transfer between accounts.

import type { Refusal } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { assert, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import { ownCommand, type UserRequest } from '../../platform/commands/request.ts';
import { userOf } from '../../platform/endpoints.ts';
import { userKindOf } from '../ledger/index.ts';
import { decideDemoAccount, decideReset, type PortfolioChange, type PortfolioState } from './rules.ts';
import { decideTransfer, type Transfer } from './transfers.ts';

export interface PortfolioCommandsOptions {
  readonly submit: (command: Command<PortfolioState, PortfolioChange>) => Promise<Outcome>;
  readonly entropy: Entropy;
}

/** Shorter keys could collide between visitors, who share the owner 0. */
const VISITOR_KEY_LENGTH = 16;

export class PortfolioCommands {
  readonly #options: PortfolioCommandsOptions;

  constructor(options: PortfolioCommandsOptions) {
    this.#options = options;
  }

  /** Makes a demo user, or finds the one that the same key made before. */
  async openDemo({ endpoint, input, context }: UserRequest): Promise<Result<Id, Refusal>> {
    const { submit, entropy } = this.#options;
    const scope = context.key.length >= VISITOR_KEY_LENGTH ? context.key : toHex(entropy.bytes(16));
    const key = `${context.address}/${scope}`;
    const outcome = await submit({
      name: endpoint,
      realm: 'demo',
      owners: [],
      key: keyOf(0n, key, endpoint, input),
      decide: (state) => {
        const made = decideDemoAccount(state, { key });
        return made.ok ? ok({ change: made.value.change, answer: { userId: String(made.value.userId) } }) : made;
      },
    });
    if (!outcome.ok) return outcome;
    const userId = parseId(String(outcome.value.userId));
    assert(userId !== undefined, 'a demo account answers with its user id');
    return ok(userId);
  }

  transfer(request: UserRequest, typed: Omit<Transfer, 'userId' | 'key'>): Promise<Outcome> {
    const { userId } = userOf(request.context);
    return this.#options.submit({
      ...ownCommand(request),
      // What may leave the forex account, and when something may come in, hangs on its orders; the other accounts hang on nothing else.
      looksAt: [typed.from, typed.to].some((one) => userKindOf(one) === 'forex') ? ['forex'] : [],
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
