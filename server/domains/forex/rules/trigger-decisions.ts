// What a trigger decides: a stop or a target that a tick has reached, a margin call, a stop-out.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { isMarginCall, isStopOut } from '@fairtick/engine/formulas';
import { openingPrice, quoteRate } from '@fairtick/engine/quotes';
import { isTriggered, type TriggerKind } from '@fairtick/engine/trigger-rule';
import type { ForexOrder, QuoteView, Realm, Tick } from '@fairtick/engine/types';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { HOUSE } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import { closePosition } from './closing.ts';
import { ForexDraft } from './draft.ts';
import { fillBarredBy } from './given-up.ts';
import { cancelPending, systemKey } from './holds.ts';
import { houseCanTake } from './house.ts';
import { equityAt, type ForexChange, type ForexState, floatingOf, NO_CHANGE } from './state.ts';

/** Decides a trigger of one order. The order may have ended or changed meanwhile: then nothing is left to do, and that is no fault. */
export interface TickCommand {
  readonly kind: TriggerKind;
  readonly realm: Realm;
  readonly userId: Id;
  readonly orderId: Id;
  readonly tick: Tick;
  readonly view: QuoteView;
}

export function decideTick(state: ForexState, command: TickCommand): Result<{ change: ForexChange }, Refusal> {
  const order = state.forex.byId(command.orderId);
  // The order may have changed since the engine proposed it: the same comparison decides once more.
  if (!order || !isTriggered(order, command.kind, command.tick)) return ok({ change: NO_CHANGE });
  const market = state.market.at(command.view, command.tick);
  const draft = new ForexDraft(state, {
    realm: order.realm,
    time: command.tick.receivedTime,
    key: systemKey(command.kind, order.id),
  });
  if (command.kind === 'fill_pending') return fillPending(state, draft, order, command.tick, market);
  const closed = closePosition(draft, order, market, command.kind);
  if (!closed.ok) return closed;
  draft.tell(order, command.kind, closingWords(closed.value));
  return ok({ change: draft.change() });
}

/** What a notice says of a position that the market closed. */
function closingWords(order: ForexOrder): { price: string; result: string } {
  const price = formatUnits(order.close?.price ?? 0n, order.terms.pricePrecision);
  return { price, result: formatUnits(order.result, 2) };
}

/**
 * Margin and fee stay as accepted; the fee is taken now. Past what the house can bear, or where the staff or a residence has taken the product from its
 * user, the order is cancelled instead.
 */
function fillPending(
  state: ForexState,
  draft: ForexDraft,
  order: ForexOrder,
  tick: Tick,
  market: MarketAt,
): Result<{ change: ForexChange }, Refusal> {
  const rate = quoteRate(order.terms, market.view, (pairId) => market.precision(pairId));
  if (!rate) return err(refuse('RATE_MISSING'));
  const opened = openingPrice(order.side, tick, order.terms.markup);
  const filled: ForexOrder = {
    ...order,
    status: 'open',
    held: amount(order.held - order.fee),
    armedIndex: tick.logIndex,
    open: {
      price: opened,
      tickIndex: tick.logIndex,
      rate: rate.rate,
      rateTickIndex: rate.tick?.logIndex,
      time: draft.time,
    },
    openMarketTime: market.marketMs,
    financedThrough: market.marketMs,
  };
  const why = fillBarredBy(state, order) ?? (houseCanTake(draft, state.forex, market, filled) ? undefined : 'house');
  if (why) {
    cancelPending(draft, order, why);
    return ok({ change: draft.change() });
  }
  draft.ledger.post('forex_fill', order.id, [
    { ownerId: order.userId, kind: 'forex', locked: -order.fee },
    { ownerId: HOUSE, kind: 'fees', available: order.fee },
  ]);
  draft.put(filled);
  draft.tell(order, 'filled', { price: formatUnits(opened, order.terms.pricePrecision) });
  return ok({ change: draft.change() });
}

/** A trigger that concerns a user as a whole. */
export interface UserCommand {
  readonly realm: Realm;
  readonly userId: Id;
  readonly tick: Tick;
  readonly view: QuoteView;
}

/** Warns the user once when the margin level falls to 100 or below. A user who is above it again meanwhile, or has no position, gets no warning. */
export function decideMarginCall(state: ForexState, command: UserCommand): Result<{ change: ForexChange }, Refusal> {
  const { realm, userId, tick, view } = command;
  const account = state.ledger.find(realm, userId, 'forex');
  const there = state.forex.active(userId).filter((order) => (order.open?.tickIndex ?? -1) <= tick.logIndex);
  const equity = account && equityAt(account, there, state.market.at(view, tick));
  if (!equity || equity.marginLevel === undefined || !isMarginCall(equity.netValue, equity.usedMargin))
    return ok({ change: NO_CHANGE });
  const params = { level: formatUnits(equity.marginLevel, 2) };
  const cause = `tick ${tick.logIndex}`;
  return ok({
    change: { ...NO_CHANGE, notices: [{ userId, kind: 'margin_call', orderId: undefined, params, cause }] },
  });
}

/**
 * Margin level at or below 50 at this tick: pending orders are cancelled, then the position with the greatest loss on an open
 * market is closed, again and again on the same tick, until the level is above 50 (rules §6).
 */
export function decideStopOut(state: ForexState, command: UserCommand): Result<{ change: ForexChange }, Refusal> {
  const market = state.market.at(command.view, command.tick);
  const draft = new ForexDraft(state, {
    ...command,
    time: command.tick.receivedTime,
    key: systemKey('stop_out', command.userId),
  });
  // An order opened after this tick was not there to be counted.
  const active = (): ForexOrder[] =>
    draft.active(command.userId).filter((order) => (order.open?.tickIndex ?? -1) <= command.tick.logIndex);
  const inDanger = (): boolean => {
    const equity = equityAt(draft.ledger.account(command.userId, 'forex'), active(), market);
    return isStopOut(equity.netValue, equity.usedMargin);
  };
  if (!inDanger()) return ok({ change: NO_CHANGE });
  for (const order of active()) if (order.status === 'pending') cancelPending(draft, order, 'stop_out');
  while (inDanger()) {
    const open = active().filter((order) => order.status === 'open' && market.tradable(order.pairId) === 'open');
    const worst = open.reduce<ForexOrder | undefined>(
      (worse, order) => (worse && floatingOf(worse, market) <= floatingOf(order, market) ? worse : order),
      undefined,
    );
    if (!worst) break;
    const closed = closePosition(draft, worst, market, 'stop_out');
    if (!closed.ok) return closed;
    draft.tell(worst, 'stop_out', closingWords(closed.value));
  }
  return ok({ change: draft.change() });
}
