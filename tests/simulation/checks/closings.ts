// A tap that closes a position always does, unless one of a few reasons is true: each of them is looked up by hand when it is given.

import type { ForexOrder } from '@fairtick/engine/types';
import type { BatchState } from '@fairtick/server/domains/parts';
import { FRESH_MS, metAt } from './plain.ts';
import { checkRefused, fundsOf } from './solvency.ts';
import type { Tag, Watch } from './watch.ts';

export function checkRefusal(watch: Watch, state: BatchState, tag: Tag, error: string): void {
  checkRefused(watch, state, tag, error);
  const { name, owner, input, since } = tag;
  if (name !== 'forex_close') return;
  const order = state.forex.byId(BigInt(String(input?.id)));
  if (!isTrue(watch, state, { order, owner, since }, error))
    watch.fail('a close always succeeds', `order ${input?.id} (${order?.status}): ${error}`);
}

interface Named {
  readonly order: ForexOrder | undefined;
  readonly owner: bigint | undefined;
  readonly since: number;
}

function isTrue(watch: Watch, state: BatchState, { order, owner, since }: Named, error: string): boolean {
  const { nowMs, view } = state.market;
  if (!order || order.userId !== owner) return error === 'ORDER_NOT_FOUND';
  const tick = watch.log.newest(order.pairId, view.logIndex);
  switch (error) {
    case 'ORDER_CLOSED':
      return order.status === 'closed' || order.status === 'cancelled' || isMet(watch, order, view.logIndex);
    case 'ORDER_NOT_OPEN':
      return order.status === 'pending';
    case 'ORDER_NOT_PENDING':
      return order.status === 'pending' && isMet(watch, order, view.logIndex);
    case 'ORDER_BEING_FILLED':
      return state.forex
        .active(order.userId)
        .some((one) => one.status === 'pending' && isMet(watch, one, view.logIndex));
    case 'MARKET_CLOSED':
      return !watch.log.inHours(order.pairId, nowMs);
    case 'QUOTE_STALE':
      return !tick || tick.logIndex < since || nowMs - tick.receivedTime >= FRESH_MS;
    case 'RATE_MISSING':
      return !watch.log.rate(order.terms, view.logIndex);
    case 'FEED_DOWN':
    case 'PAIR_WITHOUT_FEED':
      // Only the feed knows, and no tick comes of it.
      return true;
    case 'HOUSE_CAPITAL': {
      const result = watch.log.floating(order, view.logIndex) ?? 0n;
      // Nights that pay its user come beside the result.
      return order.terms.financingRate < 0n || result > fundsOf(state, order.realm);
    }
    default:
      return false;
  }
}

/** Some tick after it began to wait has called for it: its decision is under way. */
const isMet = ({ log, copies }: Watch, order: ForexOrder, upTo: number): boolean =>
  (order.originId !== undefined && copies.isEnding(order, upTo)) ||
  log
    .between(order.pairId, Math.max(order.armedIndex, order.open?.tickIndex ?? -1), upTo)
    .some((tick) => metAt(order, tick) !== undefined);
