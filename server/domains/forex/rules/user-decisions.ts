// What a user's tap decides about their own orders: closing, cancelling, moving stops.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { readStops } from '@fairtick/contract/forex-ticket';
import { closedRefusal } from '@fairtick/contract/tradability';
import { closingPrice } from '@fairtick/engine/quotes';
import type { ForexOrder, Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { closePosition } from './closing.ts';
import { ForexDraft } from './draft.ts';
import { cancelPending } from './holds.ts';
import { type ForexChange, type ForexState, NO_CHANGE } from './state.ts';

export interface OwnOrder {
  readonly realm: Realm;
  readonly userId: Id;
  readonly key: string;
  readonly orderId: Id;
}

export type Ended = Result<{ change: ForexChange; order: ForexOrder }, Refusal>;
/** The user's active order. Another user's order is answered like one that does not exist. */
function own(state: ForexState, command: OwnOrder): Result<ForexOrder, Refusal> {
  const order = state.forex.byId(command.orderId);
  if (!order || order.userId !== command.userId) return err(refuse('ORDER_NOT_FOUND'));
  if (order.status === 'closed' || order.status === 'cancelled') return err(refuse('ORDER_CLOSED'));
  // A trigger takes effect before the user's command, also while its decision still waits in the queue.
  if (state.forex.isDue(order)) return err(refuse(order.status === 'open' ? 'ORDER_CLOSED' : 'ORDER_NOT_PENDING'));
  return ok(order);
}

const shutFor = ({ market }: ForexState, { pairId }: ForexOrder): Refusal | undefined =>
  closedRefusal(market.tradable(pairId), market.pair(pairId)?.showCode ?? '');

export function decideClose(state: ForexState, command: OwnOrder): Ended {
  const found = own(state, command);
  if (!found.ok) return found;
  if (found.value.status !== 'open') return err(refuse('ORDER_NOT_OPEN'));
  const shut = shutFor(state, found.value);
  if (shut) return err(shut);
  const draft = new ForexDraft(state, { ...command, time: state.market.nowMs });
  const closed = closePosition(draft, found.value, state.market, 'user');
  if (!closed.ok) return closed;
  if (endsWhatIsDue(state, draft, command.userId)) return err(refuse('ORDER_BEING_FILLED'));
  return ok({ change: draft.change(), order: closed.value });
}

/** A loss may take what pending orders hold, but not of an order that a tick has triggered: the trigger is decided first, and the user may ask again (E46). */
function endsWhatIsDue(state: ForexState, draft: ForexDraft, userId: Id): boolean {
  const left = new Set(draft.active(userId).map(({ id }) => id));
  return state.forex
    .active(userId)
    .some((order) => order.status === 'pending' && !left.has(order.id) && state.forex.isDue(order));
}

/** Closes every open position whose market is open now; the others are left and named. `chosen`: of them only these, in this order. */
export function decideCloseAll(
  state: ForexState,
  command: Omit<OwnOrder, 'orderId'>,
  chosen: (open: readonly ForexOrder[]) => readonly ForexOrder[] = (open) => open,
): Result<{ change: ForexChange; closed: Id[]; left: Id[] }, Refusal> {
  const draft = new ForexDraft(state, { ...command, time: state.market.nowMs });
  const closed: Id[] = [];
  const left: Id[] = [];
  for (const { id } of chosen(draft.active(command.userId).filter((order) => order.status === 'open'))) {
    const order = draft.active(command.userId).find((one) => one.id === id);
    if (!order) continue;
    const done =
      !state.forex.isDue(order) &&
      state.market.tradable(order.pairId) === 'open' &&
      closePosition(draft, order, state.market, 'user').ok;
    (done ? closed : left).push(id);
  }
  if (endsWhatIsDue(state, draft, command.userId)) return err(refuse('ORDER_BEING_FILLED'));
  return ok({ change: draft.change(), closed, left });
}

export function decideCancel(state: ForexState, command: OwnOrder): Ended {
  const found = own(state, command);
  if (!found.ok) return found;
  if (found.value.status !== 'pending') return err(refuse('ORDER_NOT_PENDING'));
  const draft = new ForexDraft(state, { ...command, time: state.market.nowMs });
  const order = cancelPending(draft, found.value, 'user');
  return ok({ change: draft.change(), order });
}

/** As typed; 0 removes one, undefined leaves it as it is. */
export interface NewStops {
  readonly stopLoss: string | undefined;
  readonly takeProfit: string | undefined;
}

export function decideStops(state: ForexState, command: OwnOrder & NewStops): Ended {
  const found = own(state, command);
  if (!found.ok) return found;
  const order = found.value;
  if (order.originId !== undefined) return err(refuse('COPY_STOPS'));
  const shut = shutFor(state, order);
  if (shut) return err(shut);
  const tick = state.market.view.quote(order.pairId);
  if (!tick) return err(refuse('FEED_DOWN'));
  const reference =
    order.status === 'pending' ? order.target?.price : closingPrice(order.side, tick, order.terms.markup);
  if (reference === undefined) return err(refuse('ORDER_NOT_OPEN'));
  const typed = { stopLoss: command.stopLoss ?? '', takeProfit: command.takeProfit ?? '' };
  const stops = readStops(typed, order.side, reference, order.terms.pricePrecision);
  if (!stops.ok) return stops;
  const changed: ForexOrder = {
    ...order,
    ...(command.stopLoss === undefined ? {} : { stopLoss: stops.value.stopLoss }),
    ...(command.takeProfit === undefined ? {} : { takeProfit: stops.value.takeProfit }),
    armedIndex: state.market.view.logIndex,
  };
  return ok({ change: { ...NO_CHANGE, forex: { orders: [changed], financing: [] } }, order: changed });
}
