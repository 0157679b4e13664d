// Money moves that several decisions share: a pending order given up, a house account topped up.

import type { LedgerType } from '@fairtick/contract/ledger-types';
import type { ForexOrder } from '@fairtick/engine/types';
import { amount } from '@fairtick/kernel/decimal';
import { HOUSE } from '../../ledger/index.ts';
import type { ForexDraft } from './draft.ts';

/** Ends a pending order: what it held returns whole. */
export function cancelPending(draft: ForexDraft, order: ForexOrder, type: LedgerType = 'forex_cancel'): ForexOrder {
  draft.ledger.post(type, order.id, [
    { ownerId: order.userId, kind: 'forex', available: order.held, locked: -order.held },
  ]);
  const cancelled: ForexOrder = { ...order, status: 'cancelled', held: amount(0n), cancelledTime: draft.time };
  draft.put(cancelled);
  return cancelled;
}

/** Tops up a house account from the house's capital where it is short; false when even that does not suffice. */
export function fund(draft: ForexDraft, order: ForexOrder, kind: 'trading' | 'protection', needed: bigint): boolean {
  const short = needed - draft.ledger.account(HOUSE, kind).available;
  if (short <= 0n) return true;
  if (draft.ledger.account(HOUSE, 'capital').available < short) return false;
  draft.ledger.post('house_capital', order.id, [
    { ownerId: HOUSE, kind: 'capital', available: -short },
    { ownerId: HOUSE, kind, available: short },
  ]);
  return true;
}
