// What one USD is worth in a currency outside, by the public log alone (money-staff.md H3): nobody types a rate.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { isFresh, midPrice, rateFromMid } from '@fairtick/engine/quotes';
import type { Pair } from '@fairtick/engine/types';
import { ONE_RATE, type Rate } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Queries } from '../../platform/database/pools.ts';
import { type MarketAt, ticksByIndex } from '../market/index.ts';

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

/** Places of ticks that a rate came from, with the moment at which it was one, UTC ms. */
interface RateTaken {
  readonly rateTick: number | undefined;
  readonly atMs: number;
}

/**
 * Which of these rates were of a closed market: while a pair trades no tick of 15 s or more gives one, so that an older one was the last before it closed. One
 * that was taken within 15 s of the close is as good as of an open market. What the log has let go of is not marked.
 */
export async function ratesOfClosed<T extends RateTaken>(db: Queries, taken: readonly T[]): Promise<ReadonlySet<T>> {
  const indexes = [...new Set(taken.flatMap(({ rateTick }) => rateTick ?? []))];
  if (indexes.length === 0) return new Set();
  const ticks = new Map((await ticksByIndex(db, indexes)).map((tick) => [tick.logIndex, tick]));
  return new Set(
    taken.filter(({ rateTick, atMs }) => {
      const tick = rateTick === undefined ? undefined : ticks.get(rateTick);
      return tick !== undefined && !isFresh(tick, atMs);
    }),
  );
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
