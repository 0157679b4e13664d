// Prices and conversion rates that follow from a tick: rules §5 and §6.

import {
  divideHalfEven,
  ONE_RATE,
  type Price,
  price,
  RATE_UNIT,
  type Rate,
  rate,
  UNIT,
  UNIT_PLACES,
} from '@fairtick/kernel/decimal';
import type { Pair, QuoteView, Side, Tick } from './types.ts';

/** A quote older than this, by received time, stops new orders, triggers and stop-outs. */
const STALE_AFTER_MS = 15_000;

/** At exactly 15 s a quote is no longer fresh. `nowMs`: UTC ms, of the deciding tick where one decides. Rule E3. */
export function isFresh(quote: Pick<Tick, 'receivedTime'>, nowMs: number): boolean {
  return nowMs - quote.receivedTime < STALE_AFTER_MS;
}

/** Whether anything turns the quote currency into USD. Rule E4. */
export function hasRate(terms: Pick<Pair, 'ratePairId'>, view: Pick<QuoteView, 'quote'>): boolean {
  return terms.ratePairId === undefined || view.quote(terms.ratePairId) !== undefined;
}

/** (bid + ask) / 2, half-even to `precision` decimals. */
export function midPrice(tick: Pick<Tick, 'bid' | 'ask'>, precision: number): Price {
  const step = 10n ** BigInt(UNIT_PLACES - precision);
  return price(divideHalfEven(tick.bid + tick.ask, 2n * step) * step);
}

/** What a client pays to enter: buys at ask + markup, sells at bid - markup. */
export function openingPrice(side: Side, tick: Pick<Tick, 'bid' | 'ask'>, markup: Price): Price {
  return side === 'buy' ? price(tick.ask + markup) : price(tick.bid - markup);
}

/** What a client gets to leave: the opening price of the other side. */
export function closingPrice(side: Side, tick: Pick<Tick, 'bid' | 'ask'>, markup: Price): Price {
  return openingPrice(side === 'buy' ? 'sell' : 'buy', tick, markup);
}

/** USD for one unit of the quote currency from the rate pair's mid, half-even to 12 places. `mid` > 0. */
export function rateFromMid(mid: Price, inverse: boolean): Rate {
  return inverse ? rate(divideHalfEven(RATE_UNIT * UNIT, mid)) : rate((mid * RATE_UNIT) / UNIT);
}

export interface QuoteRate {
  readonly rate: Rate;
  /** undefined where the quote currency is USD: nothing decided the rate. */
  readonly tick: Tick | undefined;
}

/**
 * The rate for `pair` in `view`; undefined while its rate pair has no quote. `ratePrecision` is the rate pair's PricePrecision.
 */
export function quoteRate(
  pair: Pick<Pair, 'ratePairId' | 'rateInverse'>,
  view: QuoteView,
  ratePrecision: (pairId: number) => number,
): QuoteRate | undefined {
  if (pair.ratePairId === undefined) return { rate: ONE_RATE, tick: undefined };
  const tick = view.quote(pair.ratePairId);
  if (!tick) return undefined;
  return { rate: rateFromMid(midPrice(tick, ratePrecision(pair.ratePairId)), pair.rateInverse), tick };
}
