// Overnight financing: which nights of a position are due, and who pays for one (rules §6; engine/SPEC.md E80 to E83).

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { financingOf, type Night, nightsBetween } from '@fairtick/engine/financing';
import { quoteRate } from '@fairtick/engine/quotes';
import type { ForexOrder } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { HOUSE } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import type { ForexDraft } from './draft.ts';
import { giveUp, sourcesOf } from './holds.ts';
import { fundTrading } from './house.ts';
import { takeLoss } from './losses.ts';

interface FinancedOrder extends Pick<ForexOrder, 'status' | 'financedThrough'> {
  readonly terms: Pick<ForexOrder['terms'], 'financingRate' | 'financingNights'>;
}

/** Whether any night takes or pays something: only an open position, and by its terms, which stay as they were when it was placed. */
export const isFinanced = ({ status, terms }: Pick<FinancedOrder, 'status' | 'terms'>): boolean =>
  status === 'open' && terms.financingRate !== 0n;

/** Nights not yet taken whose 17:00 has passed at `marketMs` (UTC ms on the market's clock), oldest first. */
export function dueNights(order: FinancedOrder, marketMs: number): Night[] {
  const { terms, financedThrough } = order;
  if (!isFinanced(order) || financedThrough === undefined) return [];
  return nightsBetween(terms.financingNights, financedThrough, marketMs);
}

/** The order with its due nights taken, and why one of them could not be: the house can't pay it, or a rate is missing. That one and later ones stay due. */
export function financeDue(
  draft: ForexDraft,
  order: ForexOrder,
  market: MarketAt,
): { readonly order: ForexOrder; readonly left?: Refusal } {
  let financed = order;
  for (const night of dueNights(order, market.marketMs)) {
    const taken = financeNight(draft, financed, night, market);
    if (!taken.ok) return { order: financed, left: taken.error };
    financed = taken.value;
  }
  return { order: financed };
}

/** Takes or pays one night: its own journal, its own row. */
export function financeNight(
  draft: ForexDraft,
  order: ForexOrder,
  night: Night,
  market: MarketAt,
): Result<ForexOrder, Refusal> {
  const converted = quoteRate(order.terms, market.view, (pairId) => market.precision(pairId));
  if (!converted) return err(refuse('RATE_MISSING'));
  const sum = financingOf(order.quantity, order.terms.financingRate, night.times, converted.rate);
  const moved = sum < 0n ? pay(draft, order, amount(-sum)) : ok(take(draft, order, sum));
  if (!moved.ok) return moved;
  const { held, taken } = moved.value;
  const financed: ForexOrder = { ...order, held, financedThrough: night.timeMs };
  draft.put(financed);
  draft.charges.push({
    orderId: order.id,
    night: night.day,
    times: night.times,
    tickIndex: market.view.logIndex,
    rate: converted.rate,
    rateTickIndex: converted.tick?.logIndex,
    amount: sum,
    taken,
    time: draft.time,
  });
  return ok(financed);
}

interface Moved {
  /** What the position holds after it. */
  readonly held: Amount;
  readonly taken: Amount;
}

function pay(draft: ForexDraft, order: ForexOrder, credit: Amount): Result<Moved, Refusal> {
  if (!fundTrading(draft, order, credit)) return err(refuse('HOUSE_CAPITAL'));
  draft.ledger.post('forex_financing', order.id, [
    { ownerId: order.userId, kind: 'forex', available: credit },
    { ownerId: HOUSE, kind: 'trading', available: -credit },
  ]);
  return ok({ held: order.held, taken: amount(-credit) });
}

/** What is still missing when all sources are empty the house does without. */
function take(draft: ForexDraft, order: ForexOrder, charge: Amount): Moved {
  const { fromAvailable, fromHeld, missing, ...others } = takeLoss(charge, 'available', sourcesOf(draft, order));
  const fromOthers = giveUp(draft, others, 'night');
  draft.ledger.post('forex_financing', order.id, [
    { ownerId: order.userId, kind: 'forex', available: -fromAvailable, locked: -fromHeld - fromOthers },
    { ownerId: HOUSE, kind: 'trading', available: charge - missing },
  ]);
  return { held: amount(order.held - fromHeld), taken: amount(charge - missing) };
}
