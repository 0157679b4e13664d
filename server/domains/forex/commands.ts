// What users ask of the pipeline: a command for each, with its rule. Lists are read beside it. Speaks the domain's words; routes.ts the contract's.

import type { Refusal } from '@fairtick/contract/errors';
import { type AcceptedForexOrder, acceptedForexOrder, type ForexOrderView } from '@fairtick/contract/http/forex';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { BoundSaid } from '@fairtick/engine/proof';
import type { ForexOrder, ForexStatus } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok, type Result } from '@fairtick/kernel/result';
import { type Acceptance, receiptOf } from '../../platform/acceptances/acceptance.ts';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { ownCommand, type UserRequest } from '../../platform/commands/request.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import type { MarketAt } from '../market/index.ts';
import { forexAcceptance } from './acceptance.ts';
import { boundSaid } from './frozen-terms.ts';
import { listOrders } from './list-table.ts';
import { decidePlacement, type Placement } from './rules/placement.ts';
import { ACTIVE_ORDER_LIMIT, type ForexChange, type ForexState, floatingOf } from './rules/state.ts';
import {
  decideCancel,
  decideClose,
  decideCloseAll,
  decideStops,
  type NewStops,
  type OwnOrder,
} from './rules/user-decisions.ts';
import { listedView, toView, withTimes } from './views.ts';

export interface ForexCommandsOptions {
  readonly submit: (command: Command<ForexState, ForexChange>) => Promise<Outcome>;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  /** The newest logged moment of the market. */
  readonly market: () => MarketAt;
}

type Answered = Promise<Result<AcceptedForexOrder, Refusal>>;
type Own = Omit<OwnOrder, 'orderId'>;
/** `says`: what its acceptance says beside the order's terms. */
type Said = Result<{ change: ForexChange; order: ForexOrder; says?: BoundSaid | undefined }, Refusal>;

export class ForexCommands {
  readonly #options: ForexCommandsOptions;

  constructor(options: ForexCommandsOptions) {
    this.#options = options;
  }

  place(request: UserRequest, typed: Omit<Placement, keyof Own>): Answered {
    return this.#order(request, 'placed', [], (state, own) => {
      const placed = decidePlacement(state, { ...own, ...typed });
      if (!placed.ok) return placed;
      const { bound, ...ended } = placed.value;
      return ok({ ...ended, says: bound && boundSaid(bound, ended.order.terms.pricePrecision) });
    });
  }

  close(request: UserRequest, orderId: Id): Answered {
    return this.#order(request, 'close', [orderId], (state, own) => decideClose(state, { ...own, orderId }));
  }

  cancel(request: UserRequest, orderId: Id): Answered {
    return this.#order(request, 'cancel', [orderId], (state, own) => decideCancel(state, { ...own, orderId }));
  }

  setStops(request: UserRequest, orderId: Id, stops: NewStops): Answered {
    return this.#order(request, 'stops', [orderId], (state, own) => decideStops(state, { ...own, ...stops, orderId }));
  }

  /** The outcome's answer: ids `closed` and `left`, and a receipt for each that was closed. */
  closeAll(request: UserRequest): Promise<Outcome> {
    const { realm, userId } = userOf(request.context);
    return this.#options.submit({
      ...ownCommand(request),
      looksAt: ['forex'],
      decide: (state) => {
        const done = decideCloseAll(state, { realm, userId, key: request.context.key });
        if (!done.ok) return done;
        const { change, closed, left } = done.value;
        const ended = change.forex.orders.filter(({ id }) => closed.includes(id));
        const acceptances = ended.map((order) => forexAcceptance(state, 'close', order));
        const receipts = Object.fromEntries(acceptances.map((one) => [String(one.orderId), receiptOf(one)]));
        const answer = { closed: closed.map(String), left: left.map(String), receipts };
        return ok({ change: { ...change, acceptances }, answer });
      },
    });
  }

  /** One page of 20, newest first. Over all pages: `results`, of open positions as they stand now, and `costs`, their fees and nights. */
  async list(
    context: RequestContext,
    statuses: readonly ForexStatus[],
    page: number,
    copies?: boolean,
  ): Promise<{ orders: ForexOrderView[]; total: number; results: Amount; costs: Amount }> {
    const { reads, market } = this.#options;
    const { userId } = userOf(context);
    const from = (page - 1) * PAGE_SIZE;
    // The sum needs every open position, and there are few.
    const floats = statuses.includes('open');
    const asked = floats ? { limit: ACTIVE_ORDER_LIMIT, offset: 0 } : { limit: PAGE_SIZE, offset: from };
    const found = await listOrders(reads(), userId, statuses, asked.limit, asked.offset, copies);
    const now = market();
    const floating = floats ? found.orders.reduce((sum, order) => sum + floatingOf(order, now), 0n) : 0n;
    const shown = floats ? found.orders.slice(from, from + PAGE_SIZE) : found.orders;
    const orders = shown.map((order) => listedView(order, now, context.lang));
    return { orders, total: found.total, results: amount(found.results + floating), costs: amount(found.costs) };
  }

  /** A command that ends in one order, and answers with that order. */
  async #order(
    request: UserRequest,
    kind: Acceptance['kind'],
    named: readonly Id[],
    rule: (state: ForexState, own: Own) => Said,
  ): Answered {
    const { context } = request;
    const { realm, userId } = userOf(context);
    let made: AcceptedForexOrder | undefined;
    const outcome = await this.#options.submit({
      ...ownCommand(request),
      looksAt: ['forex'],
      names: { forex: named },
      decide: (state) => {
        const ended = rule(state, { realm, userId, key: context.key });
        if (!ended.ok) return ended;
        const { change, order, says } = ended.value;
        const acceptance = forexAcceptance(state, kind, order, { says });
        made = { ...toView(order, state.market), Receipt: receiptOf(acceptance) };
        return ok({ change: { ...change, acceptances: [acceptance] }, answer: { order: made } });
      },
    });
    if (!outcome.ok) return outcome;
    // What a key answered before comes out of storage.
    const view = made && outcome.value.order === made ? made : acceptedForexOrder.parse(outcome.value.order);
    return ok(withTimes(view, context.lang));
  }
}
