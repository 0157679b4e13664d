// Money moves that several decisions share: a pending order given up, holds taken for a loss.

import type { LedgerType } from '@fairtick/contract/ledger-types';
import type { CancelCause, ForexOrder } from '@fairtick/engine/types';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { ForexDraft } from './draft.ts';
import type { LossSources, LossTaken } from './losses.ts';

/** The key of what the server decides by itself. */
export const systemKey = (what: string, id: Id): string => `system:${what}:${id}`;

/** Ends a pending order: what it held returns whole. Its user is told where the system does it; what they do themselves is told by its answer. */
export function cancelPending(draft: ForexDraft, order: ForexOrder, why: CancelCause): ForexOrder {
  const type: LedgerType = why === 'reset' ? 'forex_reset' : 'forex_cancel';
  draft.ledger.post(type, order.id, [
    { ownerId: order.userId, kind: 'forex', available: order.held, locked: -order.held },
  ]);
  const cancelled: ForexOrder = {
    ...order,
    status: 'cancelled',
    held: amount(0n),
    cancelledTime: draft.time,
    cancelCause: why,
  };
  draft.put(cancelled);
  if (why !== 'user' && why !== 'reset') draft.tell(order, 'cancelled', { why });
  return cancelled;
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
  why: 'loss' | 'night',
): bigint {
  for (const order of cancelled) cancelPending(draft, order, why);
  for (const { order, taken } of fromOthers) draft.put({ ...order, held: amount(order.held - taken) });
  return fromOthers.reduce((sum, { taken }) => sum + taken, 0n);
}
