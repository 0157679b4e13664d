// What one USD is worth in a currency outside, by the public log alone (money-staff.md H3): nobody types a rate.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { midPrice, rateFromMid } from '@fairtick/engine/quotes';
import type { Pair } from '@fairtick/engine/types';
import { ONE_RATE, type Rate } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { MarketAt } from '../market/index.ts';

/** Outside its hours a pair's last tick counts for so long, ms: a weekend with holidays about it. */
const CLOSED_MS = 96 * 3_600_000;
const USD = 'USD';

/** Where a currency's rate comes from: nowhere, where it counts as USD, or a pair. */
export interface RateSource {
  readonly currency: string;
  /** undefined: one of it is one USD. */
  readonly pairId: number | undefined;
}

export interface MoneyRate {
  /** Units of the currency for one USD, 12 places, half-even. */
  readonly usdPrice: Rate;
  /** Place in the log of the tick that says so; none where the currency counts as USD. */
  readonly tick: number | undefined;
  /** The pair does not trade now: the last tick before it closed. */
  readonly closed: boolean;
}

/** Whether the pair turns the currency into USD, either way round. */
export const ratesCurrency = ({ base, quote }: Pick<Pair, 'base' | 'quote'>, currency: string): boolean =>
  (base === currency && quote === USD) || (base === USD && quote === currency);

/**
 * The rate of this moment by the mid of the pair's newest tick. Refuses RATE_OLD where that is older than 15 s while the pair trades, or than 96 h
 * outside its hours, and CURRENCY_UNKNOWN where the pair does not turn the currency into USD.
 */
export function moneyRate(
  { currency, pairId }: RateSource,
  market: Pick<MarketAt, 'pair' | 'tradable' | 'view' | 'nowMs'>,
): Result<MoneyRate, Refusal<'RATE_OLD' | 'CURRENCY_UNKNOWN'>> {
  if (pairId === undefined) return ok({ usdPrice: ONE_RATE, tick: undefined, closed: false });
  const pair = market.pair(pairId);
  if (!pair || !ratesCurrency(pair, currency)) return err(refuse('CURRENCY_UNKNOWN'));
  const state = market.tradable(pairId);
  const tick = market.view.quote(pairId);
  const closed = state === 'hours';
  // A pair that needs no rate of its own to be one: the currency's pair is against USD.
  if (!tick || !(closed || state === 'open') || market.nowMs - tick.receivedTime > CLOSED_MS)
    return err(refuse('RATE_OLD'));
  // The pair's mid is USD for one of the currency where the currency is its base.
  const usdPrice = rateFromMid(midPrice(tick, pair.pricePrecision), pair.base === currency);
  return ok({ usdPrice, tick: tick.logIndex, closed });
}
