// Forex decisions in the making: orders and journals of one command, over the batch. Closing lives here since several commands end orders.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { profitOf } from '@fairtick/engine/formulas';
import { closingPrice, quoteRate } from '@fairtick/engine/quotes';
import type { CloseReason, ForexOrder, Realm } from '@fairtick/engine/types';
import { type Amount, amount, min } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { UserNotice } from '../../../platform/commands/command.ts';
import { HOUSE, LedgerDraft, type Posting } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import { type FinancingCharge, financeDue } from './financing.ts';
import { cancelPending, fund } from './holds.ts';
import { type ForexChange, type ForexState, isLive } from './state.ts';

export class ForexDraft {
  readonly ledger: LedgerDraft;
  readonly notices: UserNotice[] = [];
  readonly charges: FinancingCharge[] = [];
  readonly time: number;
  readonly #state: ForexState;
  readonly #orders = new Map<Id, ForexOrder>();

  constructor(state: ForexState, options: { realm: Realm; time: number; key: string }) {
    this.#state = state;
    this.time = options.time;
    this.ledger = new LedgerDraft({ ...options, accounts: state.ledger, newId: () => state.newId() });
  }

  put(order: ForexOrder): void {
    this.#orders.set(order.id, order);
  }

  /** A user's live orders, oldest first, with this draft's own changes. */
  live(userId: Id): ForexOrder[] {
    return this.#state.forex
      .live(userId)
      .map((order) => this.#orders.get(order.id) ?? order)
      .filter(isLive);
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

/**
 * Closes an open position at the closing-side price of the newest tick in `market.view`, and books its result once. Nights that are due until
 * that moment are taken before.
 * A loss takes, in this order: what the position holds, what is available, what pending orders hold (they are cancelled, newest
 * first), what other positions hold (oldest first); the house's protection bears the rest (rules §6). Never refused for want of margin.
 * Refused only when the pair has no quote or rate, or the house's whole capital can't pay a gain.
 */
export function closePosition(
  draft: ForexDraft,
  position: ForexOrder,
  market: MarketAt,
  reason: CloseReason,
): Result<ForexOrder, Refusal> {
  const financed = financeDue(draft, position, market);
  if (!financed.ok) return financed;
  const order = financed.value;
  const tick = market.view.quote(order.pairId);
  if (!tick || !order.open) return err(refuse('FEED_DOWN'));
  const rate = quoteRate(order.terms, market.view, (pairId) => market.precision(pairId));
  if (!rate) return err(refuse('RATE_MISSING'));
  const price = closingPrice(order.side, tick, order.terms.markup);
  const result = profitOf(order.side, order.open.price, price, order.quantity, order.terms.contNum, rate.rate);
  if (result >= 0n) {
    if (!fund(draft, order, 'trading', result)) return err(refuse('HOUSE_CAPITAL'));
    draft.ledger.post('forex_close', order.id, [
      { ownerId: order.userId, kind: 'forex', available: order.held + result, locked: -order.held },
      { ownerId: HOUSE, kind: 'trading', available: -result },
    ]);
  } else if (!bookLoss(draft, order, amount(-result))) {
    return err(refuse('HOUSE_CAPITAL'));
  }
  const fill = {
    price,
    tickIndex: tick.logIndex,
    rate: rate.rate,
    rateTickIndex: rate.tick?.logIndex,
    time: draft.time,
  };
  const closed: ForexOrder = { ...order, status: 'closed', held: amount(0n), result, close: { ...fill, reason } };
  draft.put(closed);
  return ok(closed);
}

/** False, with nothing changed, when user and house together can't bear the loss. */
function bookLoss(draft: ForexDraft, order: ForexOrder, loss: Amount): boolean {
  const own = (): bigint => order.held + draft.ledger.account(order.userId, 'forex').available;
  const others = draft.live(order.userId).filter((other) => other.id !== order.id);
  const protectedLoss = loss - others.reduce((sum, other) => sum + other.held, own());
  if (protectedLoss > 0n && !fund(draft, order, 'protection', protectedLoss)) return false;
  for (const other of others.filter((one) => one.status === 'pending').reverse()) {
    if (own() >= loss) break;
    cancelPending(draft, other);
  }
  const available = draft.ledger.account(order.userId, 'forex').available;
  let open = loss;
  const fromHeld = min(open, order.held);
  open = amount(open - fromHeld);
  const fromAvailable = min(open, available);
  open = amount(open - fromAvailable);
  let fromOthers = 0n;
  for (const other of others) {
    if (open === 0n || other.status !== 'open') continue;
    const taken = min(open, other.held);
    if (taken === 0n) continue;
    draft.put({ ...other, held: amount(other.held - taken) });
    fromOthers += taken;
    open = amount(open - taken);
  }
  const postings: Posting[] = [
    {
      ownerId: order.userId,
      kind: 'forex',
      available: order.held - fromHeld - fromAvailable,
      locked: -order.held - fromOthers,
    },
    { ownerId: HOUSE, kind: 'protection', available: -open },
    { ownerId: HOUSE, kind: 'trading', available: loss },
  ];
  draft.ledger.post('forex_close', order.id, postings);
  return true;
}
