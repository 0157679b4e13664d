// How a forex order's state and end are said: keys of texts, and which of them fits. Pure.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { jumpedStop } from '../../calculators/positions.ts';
import type { TextKey } from '../../i18n/texts.ts';

type Key = TextKey<'orders'>;

/** Why it ended; undefined while it has not. */
export function whyClosed(order: ForexOrderView): Key | undefined {
  if (order.Status === 2) return order.CloseReason === 'stop_out' ? 'why.cancelled_stop_out' : 'why.cancelled';
  if (order.Status !== 3) return undefined;
  if (jumpedStop(order)) return 'why.stop_loss_jump';
  return order.CloseReason === '' ? 'why.user' : `why.${order.CloseReason}`;
}

/** The short word for a list. */
export function endWord(order: ForexOrderView): Key {
  if (order.Status === 2) return 'end.cancelled';
  return order.CloseReason === '' ? 'end.user' : `end.${order.CloseReason}`;
}

export const sideWord = (order: Pick<ForexOrderView, 'OrderType'>): Key =>
  order.OrderType === 1 ? 'side.buy' : 'side.sell';
