// What the log of acceptances is told of an option.

import type { MicroFrozenTerms } from '@fairtick/engine/proof';
import type { MicroOrder } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import { type Acceptance, type AcceptanceSource, acceptanceOf } from '../../platform/acceptances/acceptance.ts';
import type { MarketAt } from '../market/index.ts';

/** What is fixed for ever when an option is accepted, in the contract's names: its acceptance says it, and its proof repeats it. */
export const frozenTerms = (order: MicroOrder, pair: string): MicroFrozenTerms => ({
  pair,
  Type: order.direction === 'up' ? 1 : 2,
  Number: formatUnits(order.stake),
  Seconds: order.seconds,
  ProfitRatio: formatUnits(order.profitRatio),
  micro_loss_level: order.lossLevel,
  PricePrecision: order.pricePrecision,
  acceptedTime: order.acceptedTime,
  openDelay: order.openDelayMs,
  expiryTime: order.expiryTime,
});

/** `order`: as the command left it, at the moment of the market that it was decided at. */
export function microAcceptance(
  state: AcceptanceSource & { readonly market: MarketAt },
  kind: Extract<Acceptance['kind'], 'placed' | 'reset'>,
  order: MicroOrder,
): Acceptance {
  const { market } = state;
  const { id: orderId, userId, realm } = order;
  const time = kind === 'placed' ? order.acceptedTime : market.nowMs;
  const tick = kind === 'placed' ? (order.armedIndex ?? market.view.logIndex) : market.view.logIndex;
  const about = { orderId, userId, realm, kind, time, family: 'micro', tick } as const;
  const pair = market.pair(order.pairId)?.code ?? '';
  return acceptanceOf(state, about, kind === 'placed' ? { ...frozenTerms(order, pair) } : { pair });
}
