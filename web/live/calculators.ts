// What a tap would cost or bring, from the same functions that the server books with. Pure; components show these and compute nothing.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { TradePair } from '@fairtick/contract/http/market';
import { equityOf, feeOf, marginOf, profitOf } from '@fairtick/engine/formulas';
import { closingPrice, midPrice, openingPrice, rateFromMid } from '@fairtick/engine/quotes';
import type { Side } from '@fairtick/engine/types';
import {
  type Amount,
  amount,
  divideHalfEven,
  divideToPlaces,
  formatUnits,
  max,
  min,
  ONE_RATE,
  type Price,
  price,
  quantity as quantityUnits,
  RATE_UNIT,
  type Rate,
  readUnits,
  UNIT,
  UNIT_PLACES,
} from '@fairtick/kernel/decimal';
import { quantityFault, stopFault, type TicketFaults, targetFault } from './faults.ts';
import { priceStep, typedUnits } from './typed.ts';

/** Bid and ask as texts; '' before the first price. */
export interface BidAsk {
  readonly bid: string;
  readonly ask: string;
}

/** What a client gets (sell) and pays (buy), markup included, in units. undefined before the first price. */
export interface SidePrices {
  readonly sell: Price;
  readonly buy: Price;
}

export function sidePrices(pair: Pick<TradePair, 'Markup'>, quote: BidAsk | undefined): SidePrices | undefined {
  if (!quote || quote.bid === '' || quote.ask === '') return undefined;
  const tick = { bid: price(readUnits(quote.bid)), ask: price(readUnits(quote.ask)) };
  const markup = price(readUnits(pair.Markup));
  return { sell: openingPrice('sell', tick, markup), buy: openingPrice('buy', tick, markup) };
}

export interface RatePair {
  readonly PricePrecision: number;
}

/** USD for one unit of the pair's quote currency; undefined while its rate pair has no quote. */
export function rateOf(
  pair: Pick<TradePair, 'RatePairId' | 'RateInverse'>,
  quoteOf: (pairId: number) => BidAsk | undefined,
  pairOf: (pairId: number) => RatePair | undefined,
): Rate | undefined {
  if (pair.RatePairId === null) return ONE_RATE;
  const quote = quoteOf(pair.RatePairId);
  const ratePair = pairOf(pair.RatePairId);
  if (!ratePair || !quote || quote.bid === '' || quote.ask === '') return undefined;
  const tick = { bid: price(readUnits(quote.bid)), ask: price(readUnits(quote.ask)) };
  return rateFromMid(midPrice(tick, ratePair.PricePrecision), pair.RateInverse);
}

/** The step that traders call a pip: the last but one decimal where prices carry a fractional pip (5 or 3 places). */
export function pipSize(precision: number): Price {
  const places = precision === 5 || precision === 3 ? precision - 1 : precision;
  return price(10n ** BigInt(UNIT_PLACES - places));
}

export interface AccountFigures {
  readonly netValue: Amount;
  readonly usedMargin: Amount;
  readonly freeMargin: Amount;
}

/** From FOREX_TRADE where it has spoken, else from the balance of an account that is taken to be flat. */
export function accountFigures(
  live: { readonly NetValue: string; readonly CautionMoneyAll: string; readonly FreeMargin: string } | undefined,
  balance: { readonly balance: string; readonly lockBalance: string } | undefined,
): AccountFigures | undefined {
  if (live) {
    return {
      netValue: amount(readUnits(live.NetValue)),
      usedMargin: amount(readUnits(live.CautionMoneyAll)),
      freeMargin: amount(readUnits(live.FreeMargin)),
    };
  }
  if (!balance) return undefined;
  const account = {
    available: amount(readUnits(balance.balance)),
    locked: amount(readUnits(balance.lockBalance)),
  };
  return equityOf(account, amount(0n), amount(0n), amount(0n));
}

export interface ForexDraft {
  readonly side: Side;
  /** As typed. */
  readonly quantity: string;
  /** 0 where the margin mode is fixed. */
  readonly multiple: number;
  readonly pending: boolean;
  /** As typed; read only when pending. */
  readonly target: string;
  /** As typed; undefined = not wanted. */
  readonly stopLoss: string | undefined;
  readonly takeProfit: string | undefined;
}

export interface ForexMarket {
  readonly pair: TradePair;
  readonly prices: SidePrices;
  readonly rate: Rate;
  readonly feeType: 1 | 2;
}

/** Money in 1e-8 USD units. Where a text was not a number, what depends on it is absent. */
export interface ForexEstimate {
  readonly openPrice: Price;
  readonly margin: Amount;
  readonly fee: Amount;
  /** What one pip is worth at this quantity. */
  readonly pipValue: Amount;
  readonly pip: Price;
  /** Result at once if closed at the other side of the spread. */
  readonly spreadCost: Amount;
  readonly freeAfter: Amount | undefined;
  /** Where the closing price would bring the account to its stop-out, all else unchanged; undefined when out of reach. */
  readonly stopOutPrice: Price | undefined;
  readonly stopOutPips: bigint | undefined;
  readonly stopLoss: StopEstimate | undefined;
  readonly takeProfit: StopEstimate | undefined;
  /** At worst, fee included: a bought pair can fall to 0, a sold one rise without end; never more than the account's net value. */
  readonly mostLost: Amount | undefined;
}

export interface StopEstimate {
  readonly price: Price;
  readonly result: Amount;
  /** Of the account's net value, in 1e-8 units of a percent with 2 places; undefined without an account. */
  readonly percent: bigint | undefined;
}

/** May be sent when there is no fault. */
export function estimateForex(
  draft: ForexDraft,
  market: ForexMarket,
  account: AccountFigures | undefined,
): { readonly estimate: ForexEstimate | undefined; readonly faults: TicketFaults } {
  const { pair, prices, rate } = market;
  const quantity = typedUnits(draft.quantity);
  const unset = pair.MarginMode === 2 && draft.multiple === 0;
  const target = draft.pending ? typedUnits(draft.target) : undefined;
  const openPrice = target !== undefined && target > 0n ? price(target) : prices[draft.side];
  const closeNow = draft.pending ? openPrice : prices[draft.side === 'buy' ? 'sell' : 'buy'];
  const faults: TicketFaults = {
    ...(unset ? { multiple: 'no_multiple' } : {}),
    ...typedFaults(draft, market, closeNow),
  };
  if (unset || quantity === undefined || quantity <= 0n) return { estimate: undefined, faults };
  const context = { draft, market, quantity, openPrice };
  const stopLoss = stopEstimate(context, draft.stopLoss, account);
  const takeProfit = stopEstimate(context, draft.takeProfit, account);
  const units = quantityUnits(quantity);
  const contNum = quantityUnits(readUnits(pair.ForexContNum));
  const margin = marginOf(units, { marginMode: pair.MarginMode, contNum, multiple: draft.multiple }, openPrice, rate);
  const fee = feeOf(units, margin, { feeType: market.feeType, feeRate: amount(readUnits(pair.ForexFeeRate)) });
  const spreadCost = profitOf(draft.side, openPrice, closeNow, units, contNum, rate);
  const pip = pipSize(pair.PricePrecision);
  const freeAfter = account && amount(account.freeMargin - margin - fee);
  const perUnit = units * contNum * rate;
  const stopOutPrice =
    account &&
    stopOutAt(draft.side, closeNow, perUnit, pair.PricePrecision, {
      netValue: amount(account.netValue - fee + spreadCost),
      usedMargin: amount(account.usedMargin + margin),
      freeMargin: account.freeMargin,
    });
  const estimate: ForexEstimate = {
    openPrice,
    margin,
    fee,
    pip,
    pipValue: profitOf('buy', price(0n), pip, units, contNum, rate),
    spreadCost,
    freeAfter,
    stopOutPrice,
    stopOutPips: stopOutPrice === undefined ? undefined : distanceInPips(closeNow, stopOutPrice, pip),
    stopLoss,
    takeProfit,
    mostLost:
      account &&
      mostLost(
        account.netValue,
        fee,
        draft.side === 'buy' ? -profitOf('buy', openPrice, price(0n), units, contNum, rate) : undefined,
      ),
  };
  const short = freeAfter !== undefined && freeAfter < 0n;
  return { estimate, faults: short ? { ...faults, account: 'margin_insufficient' } : faults };
}

function mostLost(netValue: Amount, fee: Amount, untilZero: bigint | undefined): Amount {
  const all = max(netValue, amount(0n));
  return untilZero === undefined ? all : min(all, amount(untilZero + fee));
}

function typedFaults(draft: ForexDraft, { pair, prices }: ForexMarket, closeNow: Price): TicketFaults {
  const { side, quantity, pending, target, stopLoss, takeProfit } = draft;
  const places = pair.PricePrecision;
  return {
    quantity: quantityFault(quantity, pair),
    target: pending ? targetFault(target, prices[side], places) : undefined,
    stopLoss: stopLoss === undefined ? undefined : stopFault(side, 'stop_loss', stopLoss, closeNow, places),
    takeProfit: takeProfit === undefined ? undefined : stopFault(side, 'take_profit', takeProfit, closeNow, places),
  };
}

interface StopContext {
  readonly draft: ForexDraft;
  readonly market: ForexMarket;
  readonly quantity: bigint;
  readonly openPrice: Price;
}

function stopEstimate(
  { draft, market, quantity, openPrice }: StopContext,
  text: string | undefined,
  account: AccountFigures | undefined,
): StopEstimate | undefined {
  if (text === undefined) return undefined;
  const at = typedUnits(text);
  if (at === undefined || at <= 0n) return undefined;
  const contNum = quantityUnits(readUnits(market.pair.ForexContNum));
  const result = profitOf(draft.side, openPrice, price(at), quantityUnits(quantity), contNum, market.rate);
  return { price: price(at), result, percent: account && percentOf(result, account.netValue) };
}

/** Where the loss of this position alone brings net value to half the used margin. undefined: never before a price of 0. */
function stopOutAt(
  side: Side,
  closeNow: Price,
  perUnit: bigint,
  precision: number,
  after: AccountFigures,
): Price | undefined {
  const room = after.netValue - after.usedMargin / 2n;
  if (perUnit === 0n) return undefined;
  const move = room <= 0n ? 0n : (room * UNIT * UNIT * RATE_UNIT) / perUnit;
  const step = priceStep(precision);
  const whole = (move / step) * step;
  if (side === 'sell') return price(closeNow + whole);
  return whole >= closeNow ? undefined : price(closeNow - whole);
}

const distanceInPips = (from: Price, to: Price, pip: Price): bigint => (from > to ? from - to : to - from) / pip;

/** part / whole x 100, half-even to 2 places, in 1e-8 units of a percent; undefined when whole is not positive. */
export function percentOf(part: bigint, whole: bigint): bigint | undefined {
  return whole > 0n ? divideHalfEven(part * 10_000n, whole) * (UNIT / 100n) : undefined;
}

/** A first proposal for a stop: 0.3 % away on the side asked for, on a price step. */
export function proposedStop(
  side: Side,
  kind: 'stop_loss' | 'take_profit',
  closeNow: Price,
  precision: number,
): string {
  const away = divideToPlaces(closeNow * 3n, 1000n, precision);
  const down = (side === 'buy') === (kind === 'stop_loss');
  return formatUnits(down ? closeNow - away : closeNow + away, precision);
}

// --- orders that exist ---

export const sideOf = (order: Pick<ForexOrderView, 'OrderType'>): Side => (order.OrderType === 1 ? 'buy' : 'sell');

/** Result of an order if it closed at `at`; undefined when `at` is no price. */
export function profitAtPrice(order: ForexOrderView, at: string, rate: Rate): Amount | undefined {
  const units = typedUnits(at);
  if (units === undefined || units <= 0n) return undefined;
  return profitOf(
    sideOf(order),
    price(readUnits(order.Price)),
    price(units),
    quantityUnits(readUnits(order.Quantity)),
    quantityUnits(readUnits(order.ForexContNum)),
    rate,
  );
}

/** The closing-side price of an open order now, by the markup it was opened with. */
export function closePriceNow(order: ForexOrderView, quote: BidAsk | undefined): Price | undefined {
  if (!quote || quote.bid === '' || quote.ask === '') return undefined;
  const tick = { bid: price(readUnits(quote.bid)), ask: price(readUnits(quote.ask)) };
  return closingPrice(sideOf(order), tick, price(readUnits(order.Markup)));
}

/** A stop-loss fills at the first price past it. This share of the stop's price, 0.02 %, is the most that counts as filled at it. */
const JUMP_SHARE = 5_000n;

/** True when the fill lies more than 0.02 % of the stop's price past it: 2 pips of EUR/USD, 20 dollars of a coin at 100,000. */
export function jumpedStop(order: ForexOrderView): boolean {
  if (order.CloseReason !== 'stop_loss' || order.UpdatePrice === '') return false;
  const stop = readUnits(order.TargetLossPrice);
  const filled = readUnits(order.UpdatePrice);
  const past = sideOf(order) === 'buy' ? stop - filled : filled - stop;
  return past * JUMP_SHARE > stop;
}

/** Result after the fee, as a user counts it: what the order changed in the balance. */
export const netResult = (order: Pick<ForexOrderView, 'FactProfits' | 'TradeFee'>): Amount =>
  amount(readUnits(order.FactProfits) - readUnits(order.TradeFee));
