// How a forex order's state and end are said: keys of texts, and which of them fits. Pure.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { jumpedStop } from '../../calculators/positions.ts';
import type { TextKey } from '../../i18n/texts.ts';

type Key = TextKey<'orders'>;
type Reason = ForexOrderView['CloseReason'];

const CANCEL_CAUSES = [
  'user',
  'reset',
  'frozen',
  'break',
  'not_offered',
  'limit',
  'stop_out',
  'loss',
  'night',
  'house',
] as const satisfies readonly Reason[];
const CLOSE_CAUSES = [
  'user',
  'stop_loss',
  'take_profit',
  'stop_out',
  'trader',
  'copy_stop',
  'reset',
] as const satisfies readonly Reason[];
const isCancelCause = (reason: Reason): reason is (typeof CANCEL_CAUSES)[number] =>
  CANCEL_CAUSES.some((one) => one === reason);
const isCloseCause = (reason: Reason): reason is (typeof CLOSE_CAUSES)[number] =>
  CLOSE_CAUSES.some((one) => one === reason);

/** Why it ended; undefined while it has not. */
export function whyClosed(order: ForexOrderView): Key | undefined {
  const cause = order.CloseReason;
  if (order.Status === 2) return isCancelCause(cause) ? `why.cancelled_${cause}` : 'why.cancelled';
  if (order.Status !== 3) return undefined;
  if (jumpedStop(order)) return 'why.stop_loss_jump';
  return isCloseCause(cause) ? `why.${cause}` : 'why.user';
}

/** The short word for a list. */
export function endWord(order: ForexOrderView): Key {
  if (order.Status === 2) return 'end.cancelled';
  return isCloseCause(order.CloseReason) ? `end.${order.CloseReason}` : 'end.user';
}

/** The short word for what cancelled an order; undefined of any other, and where it was not kept. */
export const cancelWord = ({ Status, CloseReason }: Pick<ForexOrderView, 'Status' | 'CloseReason'>): Key | undefined =>
  Status === 2 && isCancelCause(CloseReason) ? `cancelled.${CloseReason}` : undefined;

export const sideWord = (order: Pick<ForexOrderView, 'OrderType'>): Key =>
  order.OrderType === 1 ? 'side.buy' : 'side.sell';
