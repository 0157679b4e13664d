// What the log of acceptances is told of a user's command about a forex order.

import type { ForexOrder } from '@fairtick/engine/types';
import type { Canonical } from '@fairtick/kernel/canonical-json';
import { type Acceptance, type AcceptanceSource, acceptanceOf } from '../../platform/acceptances/acceptance.ts';
import type { MarketAt } from '../market/index.ts';
import { frozenTerms, stopsOf } from './frozen-terms.ts';
import type { ForexState } from './rules/state.ts';

interface Also {
  /** The moment of the market that it was decided at, where that is not the batch's. */
  readonly at?: Pick<MarketAt, 'view' | 'nowMs' | 'pair'>;
  /** What is said beside what the kind says. */
  readonly says?: Readonly<Record<string, Canonical>> | undefined;
}

/** `order`: as the command left it, and not yet taken into the batch, at the moment of the market that it was decided at. */
export function forexAcceptance(
  state: AcceptanceSource & Pick<ForexState, 'forex'> & { readonly market: MarketAt },
  kind: Acceptance['kind'],
  order: ForexOrder,
  { at: market = state.market, says = {} }: Also = {},
): Acceptance {
  const { id: orderId, userId, realm } = order;
  const about = {
    orderId,
    userId,
    realm,
    kind,
    family: 'forex',
    time: market.nowMs,
    tick: market.view.logIndex,
  } as const;
  return acceptanceOf(state, about, {
    ...says,
    ...saidOf(kind, order, market),
    ...sinceOf(kind, state.forex.byId(orderId)),
  });
}

function saidOf(
  kind: Acceptance['kind'],
  order: ForexOrder,
  market: Pick<MarketAt, 'pair'>,
): Readonly<Record<string, Canonical>> {
  const pair = market.pair(order.pairId)?.code ?? '';
  switch (kind) {
    case 'placed':
      return { ...frozenTerms(order, (id) => market.pair(id)), ...stopsOf(order) };
    case 'stops':
      return { pair, ...stopsOf(order) };
    case 'close':
    case 'cancel':
    case 'reset':
      return { pair };
  }
}

/** Since when it had waited for what, before this request: whatever is left out between two of them is found. */
function sinceOf(kind: Acceptance['kind'], before: ForexOrder | undefined): Readonly<Record<string, Canonical>> {
  if (before === undefined || (kind !== 'stops' && kind !== 'close')) return {};
  const { TargetLossPrice, TargetProfitPrice } = stopsOf(before);
  return { sinceTick: before.armedIndex, sinceLossPrice: TargetLossPrice, sinceProfitPrice: TargetProfitPrice };
}
