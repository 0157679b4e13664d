// Money moves that several decisions share: a pending order given up, holds taken for a loss, a house account topped up.

import type { LedgerType } from '@fairtick/contract/ledger-types';
import type { ForexOrder } from '@fairtick/engine/types';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { lossLeft } from '../../accounts/index.ts';
import { type Account, HOUSE, type Posting } from '../../ledger/index.ts';
import type { ForexDraft } from './draft.ts';
import type { LossSources, LossTaken } from './losses.ts';
import type { ForexState } from './state.ts';

/** Ends a pending order: what it held returns whole. */
export function cancelPending(draft: ForexDraft, order: ForexOrder, type: LedgerType = 'forex_cancel'): ForexOrder {
  draft.ledger.post(type, order.id, [
    { ownerId: order.userId, kind: 'forex', available: order.held, locked: -order.held },
  ]);
  const cancelled: ForexOrder = { ...order, status: 'cancelled', held: amount(0n), cancelledTime: draft.time };
  draft.put(cancelled);
  return cancelled;
}

/** Once a user's own limit for the day is reached, what waits is given up (rules §4). */
export function cancelAtLimit(state: ForexState, draft: ForexDraft, userId: Id): void {
  const left = lossLeft(state, userId);
  if (left === undefined) return;
  const total = ({ available, locked }: Pick<Account, 'available' | 'locked'>): bigint => available + locked;
  const before = state.ledger.find('live', userId, 'forex');
  const moved = before ? total(draft.ledger.account(userId, 'forex')) - total(before) : 0n;
  if (left + moved <= 0n) cancelAllPending(state, draft, userId);
}

/** Gives up what waits of a user's, but for what a tick has set off: that is decided by its tick, and refused there where nothing may open. */
export function cancelAllPending(state: ForexState, draft: ForexDraft, userId: Id): void {
  for (const order of draft.active(userId))
    if (order.status === 'pending' && !state.forex.isDue(order)) cancelPending(draft, order);
}

/** What can bear a loss of this position as the draft has it now. */
export function sourcesOf(draft: ForexDraft, order: ForexOrder): LossSources<ForexOrder> {
  const others = draft.active(order.userId).filter((other) => other.id !== order.id);
  return { available: draft.ledger.account(order.userId, 'forex').available, held: order.held, others };
}

/** Cancels the pending orders that a loss takes and lowers the holds of other positions; returns the sum taken from those. */
export function giveUp(
  draft: ForexDraft,
  { cancelled, fromOthers }: Pick<LossTaken<ForexOrder>, 'cancelled' | 'fromOthers'>,
): bigint {
  for (const order of cancelled) cancelPending(draft, order);
  for (const { order, taken } of fromOthers) draft.put({ ...order, held: amount(order.held - taken) });
  return fromOthers.reduce((sum, { taken }) => sum + taken, 0n);
}

/** Tops up a house account from the house's capital where it is short; false when even that does not suffice. */
export function fund(draft: ForexDraft, order: ForexOrder, kind: 'trading' | 'protection', needed: bigint): boolean {
  const short = needed - draft.ledger.account(HOUSE, kind).available;
  if (short <= 0n) return true;
  if (draft.ledger.account(HOUSE, 'capital').available < short) return false;
  const lines: Posting[] = [
    { ownerId: HOUSE, kind: 'capital', available: -short },
    { ownerId: HOUSE, kind, available: short },
  ];
  // In the order of the user whom it is done for: the house's own order stays out of a user's decision.
  draft.ledger.post('house_capital', order.id, lines, order.userId);
  return true;
}
