// What the house's money bears in leveraged trading: whether a position can be taken, and where a gain is paid from (rules §6).

import type { ForexOrder, Realm } from '@fairtick/engine/types';
import { type Amount, min } from '@fairtick/kernel/decimal';
import { HOUSE, type HouseKind, type Posting } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import type { ForexDraft } from './draft.ts';
import { passesPairLimit, type Stressed, stressedLoss } from './exposure.ts';
import type { ForexBatch } from './state.ts';

/** What stands behind leveraged positions, in the order in which a gain is paid from it. */
const BEHIND = ['trading', 'capital', 'protection'] as const satisfies readonly HouseKind[];

/** Whether everybody can still be paid after any gap within the shocks, were this order open too, and its pair's limit is kept. */
export function houseCanTake(
  draft: ForexDraft,
  { exposure, settings: { risk } }: Pick<ForexBatch, 'exposure' | 'settings'>,
  market: MarketAt,
  order: ForexOrder,
): boolean {
  const stressed: Stressed = { exposure, risk };
  // A pending order is taken as if it were filled at its target.
  const price = order.open?.price ?? order.target?.price;
  if (price === undefined) return false;
  const position = { ...order, status: 'open', open: order.open ?? { price } } as const;
  const behind = BEHIND.reduce((sum, kind) => sum + draft.ledger.account(HOUSE, kind).available, 0n);
  return behind >= stressedLoss(stressed, market, order.realm, position) && !passesPairLimit(stressed, market, order);
}

/** USD that the house must be able to pay for this realm's open positions, after any gap within the shocks. */
export const owedOnPositions = (
  { forex, market }: { readonly forex: Pick<ForexBatch, 'exposure' | 'settings'>; readonly market: MarketAt },
  realm: Realm,
): Amount => stressedLoss({ exposure: forex.exposure, risk: forex.settings.risk }, market, realm);

/** Puts what is needed into the trading account, where it is short, from capital and then from protection; false, with nothing moved, where all three have less. */
export function fundTrading(draft: ForexDraft, order: ForexOrder, needed: bigint): boolean {
  const has = (kind: (typeof BEHIND)[number]): bigint => draft.ledger.account(HOUSE, kind).available;
  let short = needed - has('trading');
  if (short > has('capital') + has('protection')) return false;
  for (const kind of ['capital', 'protection'] as const) {
    const moved = min(short, has(kind));
    if (moved <= 0n) continue;
    const lines: Posting[] = [
      { ownerId: HOUSE, kind, available: -moved },
      { ownerId: HOUSE, kind: 'trading', available: moved },
    ];
    // In the order of the user whom it is done for: the house's own order stays out of a user's decision.
    draft.ledger.post('house_capital', order.id, lines, order.userId);
    short -= moved;
  }
  return true;
}
