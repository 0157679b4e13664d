// The end of every active order of a demo account that begins anew.

import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { ForexDraft } from './draft.ts';
import { cancelPending } from './holds.ts';

/** A demo reset ends every active order with no result; the balances are set right by the demo domain's own journal. */
export function resetOrders(draft: ForexDraft, userId: Id): void {
  for (const order of draft.active(userId)) {
    if (order.status === 'pending') {
      cancelPending(draft, order, 'reset');
      continue;
    }
    draft.ledger.post('forex_reset', order.id, [
      { ownerId: userId, kind: 'forex', available: order.held, locked: -order.held },
    ]);
    draft.put({ ...order, status: 'closed', held: amount(0n), close: undefined, cancelledTime: draft.time });
  }
}
