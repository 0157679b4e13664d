// The two prices of a pair, and its conversion rate, from a quote's texts; pips between prices. Pure.

import type { TradePair } from '@fairtick/contract/http/market';
import { midPrice, openingPrice, rateFromMid } from '@fairtick/engine/quotes';
import { ONE_RATE, type Price, price, type Rate, readUnits } from '@fairtick/kernel/decimal';

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

/** undefined before the first price. */
export function tickOf(quote: BidAsk | undefined): { readonly bid: Price; readonly ask: Price } | undefined {
  if (!quote || quote.bid === '' || quote.ask === '') return undefined;
  return { bid: price(readUnits(quote.bid)), ask: price(readUnits(quote.ask)) };
}

export function sidePrices(pair: Pick<TradePair, 'Markup'>, quote: BidAsk | undefined): SidePrices | undefined {
  const tick = tickOf(quote);
  if (!tick) return undefined;
  const markup = price(readUnits(pair.Markup));
  return { sell: openingPrice('sell', tick, markup), buy: openingPrice('buy', tick, markup) };
}

export interface RatePair {
  readonly PricePrecision: number;
}

/** USD for one unit of the pair's quote currency; undefined while its rate pair has no quote. */
export function rateOf(
  pair: Pick<TradePair, 'RatePairId' | 'RateInverse'>,
  ratePair: { readonly quote: BidAsk | undefined; readonly pair: RatePair | undefined },
): Rate | undefined {
  if (pair.RatePairId === null) return ONE_RATE;
  const tick = tickOf(ratePair.quote);
  if (!tick || !ratePair.pair) return undefined;
  return rateFromMid(midPrice(tick, ratePair.pair.PricePrecision), pair.RateInverse);
}

/** Whole pips between two prices, either way. */
export const pipsBetween = (from: Price, to: Price, pip: Price): bigint => (from > to ? from - to : to - from) / pip;
