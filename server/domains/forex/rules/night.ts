// A tick past 17:00 New York: every due night of many users' positions, one after the other (rules §6).

import type { Refusal } from '@fairtick/contract/errors';
import type { QuoteView, Realm, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { ok, type Result } from '@fairtick/kernel/result';
import { ForexDraft } from './draft.ts';
import { dueNights, financeNight } from './financing.ts';
import { systemKey } from './holds.ts';
import type { ForexChange, ForexState } from './state.ts';

export interface NightCommand {
  readonly realm: Realm;
  readonly users: readonly Id[];
  /** Positions of theirs. */
  readonly orders: ReadonlySet<Id>;
  readonly tick: Tick;
  readonly view: QuoteView;
}

/**
 * Nights in their order, equals by the order's creation. What the house can't pay, or has no rate for, stays due with all later nights of that
 * order: it is taken with the next night or when the position closes.
 */
export function decideNights(state: ForexState, command: NightCommand): Result<{ change: ForexChange }, Refusal> {
  const { tick, view } = command;
  const market = state.market.at(view, tick);
  const key = systemKey('financing', BigInt(tick.logIndex));
  const draft = new ForexDraft(state, { realm: command.realm, time: tick.receivedTime, key });
  for (const userId of command.users) {
    const positions = state.forex.active(userId).filter(({ id }) => command.orders.has(id));
    const due = positions.flatMap((order) =>
      dueNights(order, market.marketMs).map((night) => ({ id: order.id, night })),
    );
    const waiting = new Set<Id>();
    for (const { id, night } of due.sort((a, b) => a.night.timeMs - b.night.timeMs || (a.id < b.id ? -1 : 1))) {
      const order = draft.active(userId).find((one) => one.id === id);
      if (order && !waiting.has(id) && !financeNight(draft, order, night, market).ok) waiting.add(id);
    }
  }
  return ok({ change: draft.change() });
}
