// What users ask of the pipeline about options, and lists of them. Speaks the domain's words; routes.ts the contract's.

import type { Refusal } from '@fairtick/contract/errors';
import { type AcceptedMicroOrder, acceptedMicroOrder, type MicroOrderView } from '@fairtick/contract/http/micro';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { ok, type Result } from '@fairtick/kernel/result';
import { receiptOf } from '../../platform/acceptances/acceptance.ts';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { ownCommand, type UserRequest } from '../../platform/commands/request.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import type { MarketAt } from '../market/index.ts';
import { microAcceptance } from './acceptance.ts';
import { decideMicroPlacement, type MicroChange, type MicroPlacement, type MicroState } from './rules.ts';
import { listOrders } from './table.ts';
import { microView, toView, withTimes } from './views.ts';

export interface MicroCommandsOptions {
  readonly submit: (command: Command<MicroState, MicroChange>) => Promise<Outcome>;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  readonly market: () => MarketAt;
}

export class MicroCommands {
  readonly #options: MicroCommandsOptions;

  constructor(options: MicroCommandsOptions) {
    this.#options = options;
  }

  async place(
    request: UserRequest,
    typed: Pick<MicroPlacement, 'pairId' | 'direction' | 'stake' | 'seconds'>,
  ): Promise<Result<AcceptedMicroOrder, Refusal>> {
    const { context } = request;
    const { realm, userId } = userOf(context);
    let made: AcceptedMicroOrder | undefined;
    const outcome = await this.#options.submit({
      ...ownCommand(request),
      // A stake may reach the user's own limit, which ends what waits; who plays has none.
      looksAt: realm === 'live' ? ['micro', 'forex'] : ['micro'],
      decide: (state) => {
        const placed = decideMicroPlacement(state, { ...typed, realm, userId, key: context.key });
        if (!placed.ok) return placed;
        const { change, order } = placed.value;
        const acceptance = microAcceptance(state, 'placed', order);
        const view = toView(order, state.market.pair(order.pairId), state.market.nowMs);
        made = { ...view, Receipt: receiptOf(acceptance) };
        return ok({ change: { ...change, acceptances: [acceptance] }, answer: { order: made } });
      },
    });
    if (!outcome.ok) return outcome;
    // What a key answered before comes out of storage.
    const view = made && outcome.value.order === made ? made : acceptedMicroOrder.parse(outcome.value.order);
    return ok(withTimes(view, context.lang));
  }

  /** One page of 20, newest first. */
  async list(
    context: RequestContext,
    which: 'active' | 'closed',
    page: number,
  ): Promise<{ data: MicroOrderView[]; total: number }> {
    const { reads, market } = this.#options;
    const found = await listOrders(reads(), userOf(context).userId, which, PAGE_SIZE, (page - 1) * PAGE_SIZE);
    const now = market();
    return { data: found.orders.map((order) => microView(order, now, context.lang)), total: found.total };
  }
}
