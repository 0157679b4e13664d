// Where the account would be closed by force as one pair's price moves: the engine's own search over positions as the app knows them. Pure.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { TradePair } from '@fairtick/contract/http/market';
import { pipSize } from '@fairtick/engine/deviation';
import { type BidAsk, type ForcedClose, forcedClose, type MovingPosition } from '@fairtick/engine/forced-close';
import { closingPrice } from '@fairtick/engine/quotes';
import type { Side } from '@fairtick/engine/types';
import {
  type Amount,
  type Price,
  price,
  quantity as quantityUnits,
  type Rate,
  readUnits,
} from '@fairtick/kernel/decimal';
import { sideOf } from './positions.ts';
import { pipsBetween } from './prices.ts';

export interface ForcedPrice {
  /** At which a position of the side asked for would close then. */
  readonly price: Price;
  readonly pips: bigint;
}

/** What a position needs of its own pair; undefined while it has no price or no rate. */
export type Look = (
  pairId: number,
) => { readonly pair: TradePair; readonly quote: BidAsk; readonly rate: Rate } | undefined;

/** The open positions that move with the pair; undefined while one of them has no price. */
export function movingPositions(
  orders: readonly ForexOrderView[],
  pairId: number,
  look: Look,
): readonly MovingPosition[] | undefined {
  const moving: MovingPosition[] = [];
  for (const order of orders) {
    const own = order.ForexTradeLists.Id;
    const at = look(own);
    if (!at) return undefined;
    if (own !== pairId && at.pair.RatePairId !== pairId) continue;
    const position = {
      pairId: own,
      side: sideOf(order),
      quantity: quantityUnits(readUnits(order.Quantity)),
      open: price(readUnits(order.Price)),
      terms: {
        contNum: quantityUnits(readUnits(order.ForexContNum)),
        markup: price(readUnits(order.Markup)),
        ratePairId: at.pair.RatePairId ?? undefined,
        rateInverse: at.pair.RateInverse,
      },
    };
    moving.push({ position, quote: at.quote, rate: at.rate });
  }
  return moving;
}

export interface ForcedMarket {
  readonly pair: Pick<TradePair, 'Id' | 'PricePrecision'>;
  readonly quote: BidAsk;
  /** Of the position whose closing prices are wanted. */
  readonly side: Side;
  readonly markup: Price;
}

interface Worth {
  readonly netValue: Amount;
  readonly usedMargin: Amount;
}

/** None, one or two prices, the lower first; the price of now, once, where a forced close is due already. */
export function forcedPrices(
  account: Worth,
  positions: readonly MovingPosition[],
  market: ForcedMarket,
): readonly ForcedPrice[] {
  return closingPrices(forcedQuotes(account, positions, market), market);
}

/** The pair's quotes at which it happens: the same for every position on it. */
export const forcedQuotes = (
  account: Worth,
  positions: readonly MovingPosition[],
  { pair, quote }: Pick<ForcedMarket, 'pair' | 'quote'>,
): ForcedClose => forcedClose({ ...account, positions }, { id: pair.Id, pricePrecision: pair.PricePrecision, quote });

/** At them, the closing prices of a position of that side. */
export function closingPrices(
  { down, up }: ForcedClose,
  { pair, quote, side, markup }: ForcedMarket,
): readonly ForcedPrice[] {
  const now = closingPrice(side, quote, markup);
  const found: ForcedPrice[] = [];
  for (const out of down === up ? [down] : [down, up]) {
    if (!out) continue;
    const at = closingPrice(side, out, markup);
    found.push({ price: at, pips: pipsBetween(now, at, pipSize(pair.PricePrecision)) });
  }
  return found;
}
