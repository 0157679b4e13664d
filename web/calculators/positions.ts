// What an order that exists is worth: at a price, now, and in the end. Pure.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { profitOf } from '@fairtick/engine/formulas';
import { closingPrice } from '@fairtick/engine/quotes';
import type { Side } from '@fairtick/engine/types';
import {
  type Amount,
  amount,
  type Price,
  price,
  quantity as quantityUnits,
  type Rate,
  readUnits,
} from '@fairtick/kernel/decimal';
import { type BidAsk, tickOf } from './prices.ts';
import { typedUnits } from './typed.ts';

export const sideOf = (order: Pick<ForexOrderView, 'OrderType'>): Side => (order.OrderType === 1 ? 'buy' : 'sell');

/** Fee and nights, which come off the result. */
const costsOf = (order: Pick<ForexOrderView, 'TradeFee' | 'Nights'>): bigint =>
  readUnits(order.TradeFee) + readUnits(order.Nights ?? '0');

/** What is left of an order after fee and nights if it closed at `at`; undefined when `at` is no price. */
export function netAtPrice(order: ForexOrderView, at: string, rate: Rate): Amount | undefined {
  const units = typedUnits(at);
  if (units === undefined || units <= 0n) return undefined;
  const result = profitOf(
    sideOf(order),
    price(readUnits(order.Price)),
    price(units),
    quantityUnits(readUnits(order.Quantity)),
    quantityUnits(readUnits(order.ForexContNum)),
    rate,
  );
  return amount(result - costsOf(order));
}

/** The closing-side price of an open order now, by the markup it was opened with. */
export function closePriceNow(order: ForexOrderView, quote: BidAsk | undefined): Price | undefined {
  const tick = tickOf(quote);
  return tick && closingPrice(sideOf(order), tick, price(readUnits(order.Markup)));
}

/** A stop-loss fills at the first price past it. This share of the stop's price, 0.02 %, is the most that counts as filled at it. */
const JUMP_SHARE = 5_000n;

/** True when the fill lies more than 0.02 % of the stop's price past it: 2 pips of EUR/USD, 20 dollars of a coin at 100,000. */
export function jumpedStop(order: ForexOrderView): boolean {
  if (order.CloseReason !== 'stop_loss' || order.UpdatePrice === '') return false;
  const stop = readUnits(order.TargetLossPrice);
  const filled = readUnits(order.UpdatePrice);
  const past = sideOf(order) === 'buy' ? stop - filled : filled - stop;
  return past * JUMP_SHARE > stop;
}

/**
 * Result after fee and nights, as a user counts it: what the order changes in the balance. `running`: the result of now, where it is open.
 * An order that waits, or waited in vain, has paid nothing.
 */
export const netResult = (
  order: Pick<ForexOrderView, 'FactProfits' | 'TradeFee' | 'Nights' | 'Status'>,
  running = order.FactProfits,
): Amount => (order.Status === 1 || order.Status === 3 ? amount(readUnits(running) - costsOf(order)) : amount(0n));

/** What these orders came to together, after fees and nights; undefined where one of them is not among `orders`. */
export function netOfAll(ids: readonly string[], orders: readonly ForexOrderView[]): Amount | undefined {
  let sum = 0n;
  for (const id of ids) {
    const order = orders.find(({ Id }) => Id === id);
    if (!order) return undefined;
    sum += netResult(order);
  }
  return amount(sum);
}
