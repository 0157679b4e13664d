// Forex orders as a service: each write is a command for the pipeline, each read one page. Speaks the domain's words; routes.ts the contract's.

import type { Refusal } from '@fairtick/contract/errors';
import { PAGE_SIZE } from '@fairtick/contract/fields';
import { type ForexOrderView, forexOrder } from '@fairtick/contract/http/forex';
import type { EndpointName } from '@fairtick/contract/http/index';
import type { ForexStatus } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import type { Queries } from '../ledger/index.ts';
import type { MarketAt } from '../market/index.ts';
import { listOrders } from './list-table.ts';
import { decideCloseAll, type Ended, type OwnOrder } from './rules/ending.ts';
import type { ForexChange, ForexState } from './rules/state.ts';
import { forexView, toView, withTimes } from './views.ts';

export interface ForexServiceOptions {
  readonly submit: (command: Command<ForexState, ForexChange>) => Promise<Outcome>;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  /** The newest logged moment of the market. */
  readonly market: () => MarketAt;
}

/** The call a command came by and its parsed input: both are bound to the idempotency key. */
export interface Request {
  readonly call: EndpointName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
}

export class ForexService {
  readonly #options: ForexServiceOptions;

  constructor(options: ForexServiceOptions) {
    this.#options = options;
  }

  /** Sends a command that ends in one order, and answers with that order. */
  async order(
    { call, input, context }: Request,
    orderIds: readonly Id[],
    decide: (state: ForexState, own: Omit<OwnOrder, 'orderId'>) => Ended,
  ): Promise<Result<ForexOrderView, Refusal>> {
    const { realm, userId } = userOf(context);
    const own = { realm, userId, key: context.key };
    let made: ForexOrderView | undefined;
    const outcome = await this.#options.submit({
      name: call,
      realm,
      actor: { kind: 'user', id: userId },
      owners: [userId],
      looksAt: ['forex'],
      names: { forex: orderIds },
      key: keyOf(userId, context.key, call, input),
      decide: (state) => {
        const ended = decide(state, own);
        if (!ended.ok) return ended;
        made = toView(ended.value.order, state.market);
        return ok({ change: ended.value.change, answer: { order: made } });
      },
    });
    if (!outcome.ok) return outcome;
    // What a key answered before comes out of storage.
    const view = made && outcome.value.order === made ? made : forexOrder.parse(outcome.value.order);
    return ok(withTimes(view, context.lang));
  }

  /** The outcome's answer: ids `closed` and `left`. */
  closeAll({ call, input, context }: Request): Promise<Outcome> {
    const { realm, userId } = userOf(context);
    return this.#options.submit({
      name: call,
      realm,
      actor: { kind: 'user', id: userId },
      owners: [userId],
      looksAt: ['forex'],
      key: keyOf(userId, context.key, call, input),
      decide: (state) => {
        const done = decideCloseAll(state, { realm, userId, key: context.key });
        if (!done.ok) return done;
        const { change, closed, left } = done.value;
        return ok({ change, answer: { closed: closed.map(String), left: left.map(String) } });
      },
    });
  }

  /** One page of 20, newest first; `results` is the sum over all pages. */
  async list(
    context: RequestContext,
    statuses: readonly ForexStatus[],
    page: number,
  ): Promise<{ orders: ForexOrderView[]; total: number; results: Amount }> {
    const { reads, market } = this.#options;
    const found = await listOrders(reads(), userOf(context).userId, statuses, PAGE_SIZE, (page - 1) * PAGE_SIZE);
    const now = market();
    const orders = found.orders.map((order) => forexView(order, now, context.lang));
    return { orders, total: found.total, results: amount(found.results) };
  }
}
