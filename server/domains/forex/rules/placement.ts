// Accepting a forex order: every check a new order must pass, then its terms, margin and fee are fixed for ever (rules §6).

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { readNotNegative, readPositive } from '@fairtick/contract/typed-number';
import { feeOf, marginOf } from '@fairtick/engine/formulas';
import { closingPrice, openingPrice, type QuoteRate, quoteRate } from '@fairtick/engine/quotes';
import type { ForexOrder, ForexTerms, Pair, Realm, Side, TargetKind, Tick } from '@fairtick/engine/types';
import { amount, formatUnits, type Price, price, type Quantity, quantity, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { HOUSE } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import { ForexDraft } from './draft.ts';
import { equityAt, type ForexChange, type ForexState, LIVE_ORDER_LIMIT, stressedLoss } from './state.ts';

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
}

/** The places a lot quantity may have. */
const QUANTITY_PLACES = 8;
/** No market lies beyond ten million; the engine, which keeps triggers as exact doubles, ends at ninety (its rule E24). */
const PRICE_LIMIT = 10_000_000n * UNIT;

/** Why the pair does not trade now, as a refusal; undefined when it does. */
export function closedRefusal(tradable: ReturnType<MarketAt['tradable']>): Refusal | undefined {
  switch (tradable) {
    case 'open':
      return undefined;
    case 'hours':
    case 'disabled':
      return refuse('MARKET_CLOSED');
    case 'stale':
      return refuse('QUOTE_STALE');
    case 'feed_down':
    case 'no_feed':
      return refuse('FEED_DOWN');
    case 'no_rate':
      return refuse('RATE_MISSING');
  }
}

export function readQuantity(text: string, pair: Pair): Result<Quantity, Refusal> {
  const read = readPositive('cont', text, QUANTITY_PLACES);
  if (!read.ok) return read;
  const show = (units: bigint): string => formatUnits(units);
  if (read.value < pair.minQuantity) return err(refuse('QUANTITY_BELOW_MIN', { min: show(pair.minQuantity) }));
  if (read.value % pair.quantityStep !== 0n) return err(refuse('QUANTITY_STEP', { step: show(pair.quantityStep) }));
  if (read.value > pair.maxQuantity) return err(refuse('QUANTITY_ABOVE_MAX', { max: show(pair.maxQuantity) }));
  return ok(quantity(read.value));
}

/** 0 where the margin is fixed; else one of the pair's multiples. */
export function readMultiple(text: string, pair: Pair): Result<number, Refusal> {
  if (pair.marginMode === 1) return ok(0);
  if (pair.multiples.length === 0) return err(refuse('NO_LEVERAGE'));
  const read = readPositive('multiple', text, 0);
  if (!read.ok) return read;
  const multiple = pair.multiples.find((offered) => formatUnits(read.value) === String(offered));
  return multiple === undefined
    ? err(refuse('MULTIPLE_NOT_OFFERED', { offered: pair.multiples.join(', ') }))
    : ok(multiple);
}

/** A price as typed, 0 where nothing is; below PRICE_LIMIT. */
function readPrice(field: string, text: string, precision: number): Result<Price, Refusal> {
  const read = readNotNegative(field, text, precision);
  if (!read.ok) return read;
  return read.value < PRICE_LIMIT ? ok(price(read.value)) : err(refuse('VALUE_TOO_LARGE', { field }));
}

/**
 * Stop-loss and take-profit as typed ('' and 0: none), each on its right side of `reference`: the closing-side price of an open
 * position, the target of a pending order.
 */
export function readStops(
  typed: { readonly stopLoss: string; readonly takeProfit: string },
  side: Side,
  reference: Price,
  precision: number,
): Result<{ stopLoss: Price; takeProfit: Price }, Refusal> {
  const loss = readPrice('stop_loss_price', typed.stopLoss === '' ? '0' : typed.stopLoss, precision);
  if (!loss.ok) return loss;
  const profit = readPrice('target_profit_price', typed.takeProfit === '' ? '0' : typed.takeProfit, precision);
  if (!profit.ok) return profit;
  const shown = formatUnits(reference, precision);
  const below = (value: bigint): boolean => value < reference;
  const above = (value: bigint): boolean => value > reference;
  const lossOk = side === 'buy' ? below : above;
  const profitOk = side === 'buy' ? above : below;
  if (loss.value !== 0n && !lossOk(loss.value)) return err(refuse('STOP_LOSS_SIDE', { price: shown }));
  if (profit.value !== 0n && !profitOk(profit.value)) return err(refuse('TAKE_PROFIT_SIDE', { price: shown }));
  return ok({ stopLoss: loss.value, takeProfit: profit.value });
}

function readTarget(
  placement: Placement,
  pair: Pair,
  market: Price,
): Result<{ price: Price; kind: TargetKind } | undefined, Refusal> {
  if (!placement.pending) return ok(undefined);
  const read = readPrice('target_price', placement.target, pair.pricePrecision);
  if (!read.ok) return read;
  if (read.value === 0n) return err(refuse('VALUE_ZERO', { field: 'target_price' }));
  if (read.value === market) return err(refuse('TARGET_REACHED', { price: formatUnits(market, pair.pricePrecision) }));
  const better = placement.side === 'buy' ? read.value < market : read.value > market;
  return ok({ price: read.value, kind: better ? 'limit' : 'stop' });
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

function priced(market: MarketAt, pairId: number): Result<Priced, Refusal> {
  const pair = market.pair(pairId);
  if (!pair) return err(refuse('PAIR_UNKNOWN'));
  const closed = closedRefusal(market.tradable(pairId));
  if (closed) return err(closed);
  const tick = market.view.quote(pairId);
  if (!tick) return err(refuse('FEED_DOWN'));
  const rate = quoteRate(pair, market.view, (id) => market.precision(id));
  return rate ? ok({ pair, tick, rate }) : err(refuse('RATE_MISSING'));
}

/** Builds the order that would be accepted, without looking at money. Input faults come before market faults. */
function draftOrder(state: ForexState, placement: Placement): Result<ForexOrder, Refusal> {
  const known = state.market.pair(placement.pairId);
  if (!known) return err(refuse('PAIR_UNKNOWN'));
  const lots = readQuantity(placement.quantity, known);
  if (!lots.ok) return lots;
  const multiple = readMultiple(placement.multiple, known);
  if (!multiple.ok) return multiple;
  const at = priced(state.market, placement.pairId);
  if (!at.ok) return at;
  const { pair, tick, rate } = at.value;
  const entry = openingPrice(placement.side, tick, pair.markup);
  const target = readTarget(placement, pair, entry);
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
  return ok({
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
  });
}

export function decidePlacement(
  state: ForexState,
  placement: Placement,
): Result<{ change: ForexChange; order: ForexOrder }, Refusal> {
  const drafted = draftOrder(state, placement);
  if (!drafted.ok) return drafted;
  const order = drafted.value;
  const live = state.forex.live(order.userId);
  if (live.length >= LIVE_ORDER_LIMIT) return err(refuse('TOO_MANY_ORDERS', { max: String(LIVE_ORDER_LIMIT) }));
  const draft = new ForexDraft(state, { realm: order.realm, time: state.market.nowMs, key: placement.key });
  const account = draft.ledger.account(order.userId, 'forex');
  const equity = equityAt(account, live, state.market);
  const needed = order.margin + order.fee;
  // A short hold or a floating loss lowers what is free; what is not available can't be locked either.
  if (needed > equity.freeMargin || needed > account.available)
    return err(
      refuse('MARGIN_INSUFFICIENT', { needed: formatUnits(needed, 2), free: formatUnits(equity.freeMargin, 2) }),
    );
  const net = order.side === 'buy' ? order.quantity : -order.quantity;
  const stressed = stressedLoss(state.forex, state.market, order.realm, { pairId: order.pairId, net });
  if (stressed > draft.ledger.account(HOUSE, 'trading').available) return err(refuse('HOUSE_EXPOSURE'));
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
  return ok({ change: draft.change(), order });
}
