// What a tick's price sets off for an order, by exact comparison. The engine proposes by these functions and the pipeline decides by them, so
// that both mean the same price; the reference model compares on its own.

import type { Price } from '@fairtick/kernel/decimal';
import { closingPrice, openingPrice } from './quotes.ts';
import type { RestingOrder, Tick } from './types.ts';

export type TriggerKind = 'stop_loss' | 'take_profit' | 'fill_pending';

type Waiting = Pick<RestingOrder, 'side' | 'status' | 'target' | 'stopLoss' | 'takeProfit'> & {
  readonly terms: Pick<RestingOrder['terms'], 'markup'>;
};
type Prices = Pick<Tick, 'bid' | 'ask'>;

/** Whether this tick sets this trigger of the order off. Ticks up to the order's armedIndex never do. Rules E20 to E24 and E40. */
export function isTriggered(
  order: Waiting & Pick<RestingOrder, 'armedIndex'>,
  kind: TriggerKind,
  tick: Prices & Pick<Tick, 'logIndex'>,
): boolean {
  if (tick.logIndex <= order.armedIndex) return false;
  if (kind === 'fill_pending') return order.status === 'pending' && targetReached(order, tick);
  return order.status === 'open' && stopReached(order, kind, tick);
}

/** What these prices set off for an order, whatever its armedIndex; a stop-loss comes before a take-profit. Rules E20 to E24. */
export function triggeredBy(order: Waiting, tick: Prices): TriggerKind | undefined {
  if (order.status === 'pending') return targetReached(order, tick) ? 'fill_pending' : undefined;
  if (order.status !== 'open') return undefined;
  if (stopReached(order, 'stop_loss', tick)) return 'stop_loss';
  return stopReached(order, 'take_profit', tick) ? 'take_profit' : undefined;
}

function stopReached(order: Waiting, kind: 'stop_loss' | 'take_profit', tick: Prices): boolean {
  const level = kind === 'stop_loss' ? order.stopLoss : order.takeProfit;
  if (level === 0n) return false;
  const falling = (order.side === 'buy') === (kind === 'stop_loss');
  return isPast(closingPrice(order.side, tick, order.terms.markup), level, falling);
}

function targetReached(order: Waiting, tick: Prices): boolean {
  if (!order.target) return false;
  const falling = (order.side === 'buy') === (order.target.kind === 'limit');
  return isPast(openingPrice(order.side, tick, order.terms.markup), order.target.price, falling);
}

/** Whether a price stands at a level or past it. `falling`: it comes from above. */
const isPast = (price: Price, level: Price, falling: boolean): boolean => (falling ? price <= level : price >= level);
