// Accepting a forex order: every check a new order must pass, then its terms, margin and fee are fixed for ever (rules §6).

import { type Refusal, refuse } from '@fairtick/contract/errors';
import {
  marginRefusal,
  readBound,
  readMultiple,
  readQuantity,
  readStops,
  readTarget,
} from '@fairtick/contract/forex-ticket';
import { closedRefusal } from '@fairtick/contract/tradability';
import { type Bound, isPastBound } from '@fairtick/engine/deviation';
import { feeOf, marginOf } from '@fairtick/engine/formulas';
import { closingPrice, openingPrice, type QuoteRate, quoteRate } from '@fairtick/engine/quotes';
import type { ForexOrder, ForexTerms, Pair, Realm, Side, Tick } from '@fairtick/engine/types';
import { amount, formatUnits, min, type Price } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { lossRefusal, offeredPair, offerOf, openingRefusal } from '../../accounts/index.ts';
import { HOUSE } from '../../ledger/index.ts';
import { heldRefusal } from '../../market/index.ts';
import { ForexDraft } from './draft.ts';
import { passedUserLimit } from './exposure.ts';
import { houseCanTake } from './house.ts';
import { ACTIVE_ORDER_LIMIT, equityAt, type ForexChange, type ForexState } from './state.ts';

/** A placement as it was typed. */
export interface Placement {
  readonly realm: Realm;
  readonly userId: Id;
  readonly key: string;
  readonly pairId: number;
  readonly side: Side;
  readonly pending: boolean;
  readonly quantity: string;
  readonly target: string;
  readonly stopLoss: string;
  readonly takeProfit: string;
  readonly multiple: string;
  /** '' = none: a bound on a market order's fill (E130). */
  readonly expectedPrice: string;
  readonly maxDeviation: string;
}

const termsOf = (pair: Pair, side: Side, multiple: number, feeType: 1 | 2): ForexTerms => ({
  multiple,
  marginMode: pair.marginMode,
  contNum: pair.contNum,
  feeType,
  feeRate: pair.feeRate,
  markup: pair.markup,
  pricePrecision: pair.pricePrecision,
  ratePairId: pair.ratePairId,
  rateInverse: pair.rateInverse,
  financingRate: side === 'buy' ? pair.financingBuy : pair.financingSell,
  financingNights: pair.financingNights,
});

interface Priced {
  readonly pair: Pair;
  readonly tick: Tick;
  readonly rate: QuoteRate;
}

function priced({ market, forex: { settings } }: ForexState, { pairId, pending }: Placement): Result<Priced, Refusal> {
  const pair = market.pair(pairId);
  if (!pair) return err(refuse('PAIR_UNKNOWN'));
  const closed = closedRefusal(market.tradable(pairId), pair.showCode);
  if (closed) return err(closed);
  const tick = market.view.quote(pairId);
  if (!tick) return err(refuse('FEED_DOWN'));
  const held = heldRefusal(market, pair, settings.opening, pending ? 'price' : 'quote');
  if (held) return err(held);
  const rate = quoteRate(pair, market.view, (id) => market.precision(id));
  // A rate of any age closes, for nobody is kept from ending; nothing is opened by one that its own open market has let go stale.
  if (pair.ratePairId !== undefined && market.tradable(pair.ratePairId) === 'stale')
    return err(refuse('RATE_MISSING', { pair: pair.showCode }));
  return rate ? ok({ pair, tick, rate }) : err(refuse('RATE_MISSING', { pair: pair.showCode }));
}

/** What the placement allows its fill at `entry` to be worse by; refused where it is worse (E130). */
function boundOf(placement: Placement, entry: Price, precision: number): Result<Bound | undefined, Refusal> {
  const bound = readBound(placement, placement.pending, precision);
  if (!bound.ok || !bound.value || !isPastBound(placement.side, entry, bound.value, precision)) return bound;
  return err(refuse('PRICE_MOVED', { price: formatUnits(entry, precision) }));
}

/** Builds the order that would be accepted, without looking at money. Input faults come before market faults. */
function draftOrder(
  state: ForexState,
  placement: Placement,
): Result<{ order: ForexOrder; bound: Bound | undefined }, Refusal> {
  const listed = state.market.pair(placement.pairId);
  if (!listed) return err(refuse('PAIR_UNKNOWN'));
  const known = offeredPair(listed, offerOf(state, placement.userId));
  if (!known) return err(refuse('PRODUCT_NOT_OFFERED'));
  const lots = readQuantity(placement.quantity, known);
  if (!lots.ok) return lots;
  const multiple = readMultiple(placement.multiple, known);
  if (!multiple.ok) return multiple;
  const at = priced(state, placement);
  if (!at.ok) return at;
  const { pair, tick, rate } = at.value;
  const entry = openingPrice(placement.side, tick, pair.markup);
  const bound = boundOf(placement, entry, pair.pricePrecision);
  if (!bound.ok) return bound;
  const target = placement.pending
    ? readTarget(placement.target, placement.side, entry, pair.pricePrecision)
    : ok(undefined);
  if (!target.ok) return target;
  const reference = target.value?.price ?? closingPrice(placement.side, tick, pair.markup);
  const stops = readStops(placement, placement.side, reference, pair.pricePrecision);
  if (!stops.ok) return stops;
  const terms = termsOf(pair, placement.side, multiple.value, state.forex.settings.feeType);
  const margin = marginOf(lots.value, terms, target.value?.price ?? entry, rate.rate);
  const fee = feeOf(lots.value, margin, terms);
  const fill = {
    tickIndex: tick.logIndex,
    rate: rate.rate,
    rateTickIndex: rate.tick?.logIndex,
    time: state.market.nowMs,
  };
  const order: ForexOrder = {
    id: state.newId(),
    realm: placement.realm,
    userId: placement.userId,
    pairId: pair.id,
    side: placement.side,
    quantity: lots.value,
    terms,
    status: placement.pending ? 'pending' : 'open',
    margin,
    fee,
    held: placement.pending ? amount(margin + fee) : margin,
    target: target.value,
    ...stops.value,
    armedIndex: state.market.view.logIndex,
    createdTime: state.market.nowMs,
    placed: { rate: rate.rate, rateTickIndex: rate.tick?.logIndex },
    open: placement.pending ? undefined : { ...fill, price: entry },
    close: undefined,
    result: amount(0n),
    openMarketTime: placement.pending ? undefined : state.market.marketMs,
    financedThrough: placement.pending ? undefined : state.market.marketMs,
    cancelledTime: undefined,
  };
  return ok({ order, bound: bound.value });
}

export function decidePlacement(
  state: ForexState,
  placement: Placement,
): Result<{ change: ForexChange; order: ForexOrder; bound: Bound | undefined }, Refusal> {
  const barred = openingRefusal(state, placement.userId, 'forex');
  if (barred) return err(barred);
  const drafted = draftOrder(state, placement);
  if (!drafted.ok) return drafted;
  const { order, bound } = drafted.value;
  const active = state.forex.active(order.userId);
  if (active.length >= ACTIVE_ORDER_LIMIT) return err(refuse('TOO_MANY_ORDERS', { max: String(ACTIVE_ORDER_LIMIT) }));
  const draft = new ForexDraft(state, { realm: order.realm, time: state.market.nowMs, key: placement.key });
  const account = draft.ledger.account(order.userId, 'forex');
  const equity = equityAt(account, active, state.market);
  const needed = order.margin + order.fee;
  // A short hold or a floating loss lowers what is free; what is not available can't be locked either.
  const short =
    marginRefusal(needed, min(equity.freeMargin, account.available)) ?? lossRefusal(state, order.userId, order.fee);
  if (short) return err(short);
  const limit = passedUserLimit(state.forex.settings, state.market, active, order);
  if (limit !== undefined) return err(refuse('POSITION_LIMIT', { max: formatUnits(limit) }));
  if (!houseCanTake(draft, state.forex, state.market, order)) return err(refuse('HOUSE_EXPOSURE'));
  if (order.status === 'pending') {
    draft.ledger.post('forex_place', order.id, [
      { ownerId: order.userId, kind: 'forex', available: -needed, locked: needed },
    ]);
  } else {
    draft.ledger.post('forex_open', order.id, [
      { ownerId: order.userId, kind: 'forex', available: -needed, locked: order.margin },
      { ownerId: HOUSE, kind: 'fees', available: order.fee },
    ]);
  }
  draft.put(order);
  return ok({ change: draft.change(), order, bound });
}
