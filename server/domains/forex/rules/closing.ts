// Closing a position: several commands end orders, and all of them book the result here.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { profitOf } from '@fairtick/engine/formulas';
import { closingPrice, quoteRate } from '@fairtick/engine/quotes';
import type { CloseReason, ForexOrder } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { HOUSE } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import type { ForexDraft } from './draft.ts';
import { financeDue } from './financing.ts';
import { fund, giveUp, sourcesOf } from './holds.ts';
import { takeLoss } from './losses.ts';

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
  const taken = takeLoss(loss, 'held', sourcesOf(draft, order));
  if (taken.missing > 0n && !fund(draft, order, 'protection', taken.missing)) return false;
  const fromOthers = giveUp(draft, taken);
  draft.ledger.post('forex_close', order.id, [
    {
      ownerId: order.userId,
      kind: 'forex',
      available: order.held - taken.fromHeld - taken.fromAvailable,
      locked: -order.held - fromOthers,
    },
    { ownerId: HOUSE, kind: 'protection', available: -taken.missing },
    { ownerId: HOUSE, kind: 'trading', available: loss },
  ]);
  return true;
}
