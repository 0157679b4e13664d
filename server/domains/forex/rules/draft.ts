// Forex decisions in the making: orders, nights and journals of one command, over the batch.

import type { ForexOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { UserNotice } from '../../../platform/commands/command.ts';
import { type JournalCause, LedgerDraft } from '../../ledger/index.ts';
import { type FinancingCharge, type ForexChange, type ForexState, isActive } from './state.ts';

export class ForexDraft {
  readonly ledger: LedgerDraft;
  readonly notices: UserNotice[] = [];
  readonly charges: FinancingCharge[] = [];
  readonly time: number;
  readonly #state: ForexState;
  readonly #orders = new Map<Id, ForexOrder>();

  constructor(state: ForexState, cause: JournalCause) {
    this.#state = state;
    this.time = cause.time;
    this.ledger = new LedgerDraft({ ...cause, accounts: state.ledger, newId: () => state.newId() });
  }

  put(order: ForexOrder): void {
    this.#orders.set(order.id, order);
  }

  /** To be told to the order's user, with the pair by its name. */
  tell(order: ForexOrder, kind: UserNotice['kind'], params: UserNotice['params']): void {
    const pair = this.#state.market.pair(order.pairId)?.showCode ?? '';
    this.notices.push({ userId: order.userId, kind, orderId: order.id, params: { pair, ...params } });
  }

  /** A user's active orders, oldest first, with this draft's own changes. */
  active(userId: Id): ForexOrder[] {
    return this.#state.forex
      .active(userId)
      .map((order) => this.#orders.get(order.id) ?? order)
      .filter(isActive);
  }

  change(): ForexChange {
    const { ledger, charges, notices } = this;
    return {
      ledger: { journals: ledger.journals },
      forex: { orders: [...this.#orders.values()], financing: charges },
      notices,
    };
  }
}
