// A believable crowd for the engine: users with three positions each in the catalogue's pairs, on the prices of the simulated market. Everything of a
// user follows from the user's number, so nobody has to be kept.

import { marginOf } from '@fairtick/engine/formulas';
import { openingPrice, quoteRate } from '@fairtick/engine/quotes';
import type { AccountFigures } from '@fairtick/engine/surface';
import type { Pair, QuoteView, RestingOrder, Side, Tick } from '@fairtick/engine/types';
import { amount, type Price, price, quantity, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { PriceModel, SIMULATED_PAIRS, spreadPointsAt } from '@fairtick/server/domains/market/feeds/simulated-model';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';

export const ORDERS_PER_USER = 3;
/** Of all 24 pairs together: ten quotes of each a second, as a lively interbank feed gives them. */
const TICKS_PER_SECOND = 240;
/** Wednesday noon in UTC. */
const START_MS = Date.UTC(2024, 4, 15, 12);
const FIRST_ID = 700_000_000_000_000_000n;
const ID_STEP = 4_096n;
const COINS = 5;

/** Every pair trades around the clock: what is measured is the engine and not the calendar. */
export const PAIRS: readonly Pair[] = CATALOGUE.map((pair) => ({ ...pair, hours: 'always' }));

/** Ticks of the simulated market from `seed`, the pairs in turn. */
export function tape(seed: number, count: number): Tick[] {
  const random = seededRandom(seed);
  const model = new PriceModel(random, new Map([...SIMULATED_PAIRS].map(([code, { start }]) => [code, start])));
  const spanMs = 1_000 / TICKS_PER_SECOND;
  return Array.from({ length: count }, (_, logIndex) => {
    const pair = PAIRS[logIndex % PAIRS.length];
    if (!pair) throw new Error('no pairs');
    const time = START_MS + Math.floor(logIndex * spanMs);
    model.advance(spanMs, time);
    const point = 10n ** BigInt(UNIT_PLACES - pair.pricePrecision);
    const spread = spreadPointsAt(pair.code, time, random.unit());
    const bid = BigInt(Math.round(model.mid(pair.code) * 10 ** pair.pricePrecision) - (spread >> 1));
    return {
      pairId: pair.id,
      seq: Math.floor(logIndex / PAIRS.length),
      logIndex,
      bid: price(bid * point),
      ask: price((bid + BigInt(spread)) * point),
      sourceTime: time,
      receivedTime: time,
      source: 'bench',
    };
  });
}

export interface User {
  readonly orders: readonly RestingOrder[];
  readonly figures: AccountFigures;
}

/** `view` has a quote of every pair: there they opened. */
export function userAt(number: number, view: QuoteView): User {
  const random = seededRandom(number + 1);
  const userId = userIdOf(number);
  const orders = Array.from({ length: ORDERS_PER_USER }, (_, n) => orderOf(userId, n, random, view));
  const locked = orders.reduce((sum, { margin }) => sum + margin, 0n);
  // Margin levels: half of the users above 1,000 %, one in fifteen thousand below 120 %; so a few margin calls an hour, some percent of all a month.
  const level = 1 + 9 * Math.exp(random.normal());
  const net = (locked * BigInt(Math.round(level * 1_000))) / 1_000n;
  return { orders, figures: { userId, realm: 'demo', available: amount(net - locked), locked: amount(locked) } };
}

export const userIdOf = (number: number): bigint => FIRST_ID + BigInt(number) * ID_STEP;

export const numberOf = (userId: bigint): number => Number((userId - FIRST_ID) / ID_STEP);

function orderOf(userId: bigint, n: number, random: Random, view: QuoteView): RestingOrder {
  const pair = PAIRS[random.below(PAIRS.length)];
  const quote = pair && view.quote(pair.id);
  if (!quote) throw new Error('every pair has its quote');
  const side = random.below(2) === 0 ? 'buy' : 'sell';
  const open = openingPrice(side, quote, pair.markup);
  const multiple = pair.multiples[random.below(pair.multiples.length)] ?? 1;
  const lots = quantity(pair.minQuantity * BigInt(1 + random.below(50)));
  const rate = quoteRate(pair, view, (id) => PAIRS.find((one) => one.id === id)?.pricePrecision ?? 0)?.rate;
  if (rate === undefined) throw new Error('every pair has its rate');
  const { contNum, markup, ratePairId, rateInverse } = pair;
  const stop = stopsOf(side, open, pair, random);
  return {
    id: userId + BigInt(n) + 1n,
    realm: 'demo',
    userId,
    pairId: pair.id,
    side,
    quantity: lots,
    terms: { contNum, markup, ratePairId, rateInverse },
    status: 'open',
    margin: marginOf(lots, { ...pair, multiple }, open, rate),
    target: undefined,
    ...stop,
    armedIndex: quote.logIndex,
    open: { price: open, tickIndex: quote.logIndex },
  };
}

/** Each 0.2 % to 4 % away; five times that for coins. */
function stopsOf(side: Side, open: Price, pair: Pair, random: Random): { stopLoss: Price; takeProfit: Price } {
  const point = 10n ** BigInt(UNIT_PLACES - pair.pricePrecision);
  const away = (): bigint => {
    const millionths = BigInt((2_000 + random.below(38_000)) * (pair.categoryId === COINS ? 5 : 1));
    return ((open * millionths) / 1_000_000n / point) * point;
  };
  const below = price(open - away());
  const above = price(open + away());
  return side === 'buy' ? { stopLoss: below, takeProfit: above } : { stopLoss: above, takeProfit: below };
}
