// Closing a position: several commands end orders, and all of them book the result here.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { profitOf } from '@fairtick/engine/formulas';
import { closingPrice, quoteRate } from '@fairtick/engine/quotes';
import type { CloseReason, ForexOrder } from '@fairtick/engine/types';
import { type Amount, amount, min } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { HOUSE } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import type { ForexDraft } from './draft.ts';
import { financeDue } from './financing.ts';
import { giveUp, sourcesOf } from './holds.ts';
import { fundTrading } from './house.ts';
import { takeLoss } from './losses.ts';

/**
 * Closes an open position at the closing-side price of the newest tick in `market.view`, and books its result once. Nights that are due until
 * that moment are taken before.
 * A loss takes, in this order: what the position holds, what is available, what pending orders hold (they are cancelled, newest
 * first), what other positions hold (oldest first); the house bears the rest (rules §6). Never refused for want of margin, nor where the house gets
 * more by it than it pays. Refused only when the pair has no quote or rate, or trading, capital and protection together can't pay what is due.
 */
export function closePosition(
  draft: ForexDraft,
  position: ForexOrder,
  market: MarketAt,
  reason: CloseReason,
): Result<ForexOrder, Refusal> {
  const tick = market.view.quote(position.pairId);
  if (!tick || !position.open) return err(refuse('FEED_DOWN'));
  const rate = quoteRate(position.terms, market.view, (pairId) => market.precision(pairId));
  if (!rate) return err(refuse('RATE_MISSING'));
  const price = closingPrice(position.side, tick, position.terms.markup);
  const { quantity, terms } = position;
  const result = profitOf(position.side, position.open.price, price, quantity, terms.contNum, rate.rate);
  const booked = bookResult(draft, position, market, result);
  if (!booked.ok) return booked;
  const order = booked.value;
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

/** Due nights and the result. Nights that pay the user come after a loss where only the loss brings the house what they need. */
function bookResult(
  draft: ForexDraft,
  position: ForexOrder,
  market: MarketAt,
  result: Amount,
): Result<ForexOrder, Refusal> {
  const financed = financeDue(draft, position, market);
  if (result < 0n) {
    const lost = bookLoss(draft, financed.order, amount(-result));
    const { order, left } = financed.left ? financeDue(draft, lost, market) : { order: lost };
    return left ? err(left) : ok(order);
  }
  if (financed.left) return err(financed.left);
  const { order } = financed;
  if (!fundTrading(draft, order, result)) return err(refuse('HOUSE_CAPITAL'));
  draft.ledger.post('forex_close', order.id, [
    { ownerId: order.userId, kind: 'forex', available: order.held + result, locked: -order.held },
    { ownerId: HOUSE, kind: 'trading', available: -result },
  ]);
  return ok(order);
}

/** What the user does not have the house's protection pays, and what that does not have the house goes without: nobody is kept in a position by it. */
function bookLoss(draft: ForexDraft, order: ForexOrder, loss: Amount): ForexOrder {
  const taken = takeLoss(loss, 'held', sourcesOf(draft, order));
  const protectedBy = min(taken.missing, draft.ledger.account(HOUSE, 'protection').available);
  const fromOthers = giveUp(draft, taken, 'loss');
  draft.ledger.post('forex_close', order.id, [
    {
      ownerId: order.userId,
      kind: 'forex',
      available: order.held - taken.fromHeld - taken.fromAvailable,
      locked: -order.held - fromOthers,
    },
    { ownerId: HOUSE, kind: 'protection', available: -protectedBy },
    { ownerId: HOUSE, kind: 'trading', available: loss - taken.missing + protectedBy },
  ]);
  return { ...order, held: amount(0n) };
}
