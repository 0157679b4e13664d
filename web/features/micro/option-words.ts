// How an option's direction and end are said: keys of texts, and which of them fits. Pure.

import type { MicroOrderView } from '@fairtick/contract/http/micro';
import type { TextKey } from '../../i18n/texts.ts';

type Key = TextKey<'orders'>;

export const directionWord = (order: Pick<MicroOrderView, 'Type'>): Key => (order.Type === 1 ? 'side.up' : 'side.down');

export function whyEnded(order: MicroOrderView): Key | undefined {
  return order.Outcome === '' ? undefined : `micro.why.${order.Outcome}`;
}

export function outcomeWord(order: MicroOrderView): Key {
  return order.Outcome === '' ? 'micro.outcome.settling' : `micro.outcome.${order.Outcome}`;
}
