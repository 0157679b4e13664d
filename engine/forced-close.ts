// At which quotes of one pair an account would be stopped out: all its positions on that pair move with the price, and so does every result
// that is converted by it; all else stays. By the engine's own rule (E30), exact to the price step.

import {
  type Amount,
  amount,
  ONE_RATE,
  PRICE_LIMIT,
  type Price,
  price,
  type Rate,
  UNIT_PLACES,
} from '@fairtick/kernel/decimal';
import { isStopOut, profitOf } from './formulas.ts';
import { closingPrice, midPrice, rateFromMid } from './quotes.ts';
import type { Position } from './resting.ts';
import type { Tick } from './types.ts';

export type BidAsk = Pick<Tick, 'bid' | 'ask'>;

/** A position that moves with the pair: held on it, or converted by it. */
export interface MovingPosition {
  readonly position: Pick<Position, 'pairId' | 'side' | 'quantity' | 'open'> & {
    readonly terms: Pick<Position['terms'], 'contNum' | 'markup' | 'ratePairId' | 'rateInverse'>;
  };
  /** Of its own pair, now. */
  readonly quote: BidAsk;
  /** Of its quote currency, now. */
  readonly rate: Rate;
}

export interface MovingAccount {
  /** At the quotes of now: of the whole account, positions that stay included. */
  readonly netValue: Amount;
  /** Of the whole account. */
  readonly usedMargin: Amount;
  readonly positions: readonly MovingPosition[];
}

export interface MovingPair {
  readonly id: number;
  readonly pricePrecision: number;
  readonly quote: BidAsk;
}

/** The first quotes on the way down and up that are a stop-out; absent where no price of that way is. Both are now when one is due already. */
export interface ForcedClose {
  readonly down: BidAsk | undefined;
  readonly up: BidAsk | undefined;
}

/**
 * The spread stays as it is. With it fixed, the account's net value is a straight line of the pair's mid, or of 1 / mid where that converts:
 * it has one way down at most, so what the end of a way says is true of the way, and halving finds the step.
 */
export function forcedClose(account: MovingAccount, pair: MovingPair): ForcedClose {
  const { bid, ask } = pair.quote;
  const step = 10n ** BigInt(UNIT_PLACES - pair.pricePrecision);
  const now = sumOf(account.positions, pair, pair.quote);
  const moved = (steps: bigint): BidAsk => ({ bid: price(bid + steps * step), ask: price(ask + steps * step) });
  const isOut = (steps: bigint): boolean => {
    const change = sumOf(account.positions, pair, moved(steps)) - now;
    return isStopOut(amount(account.netValue + change), account.usedMargin);
  };
  if (isOut(0n)) return { down: pair.quote, up: pair.quote };
  const down = firstOut(isOut, -((bid - 1n) / step));
  const up = firstOut(isOut, (PRICE_LIMIT - 1n - ask) / step);
  return { down: down === undefined ? undefined : moved(down), up: up === undefined ? undefined : moved(up) };
}

/** Of the steps from 0, where there is none, to `end`: the first that is a stop-out; undefined where `end` is none. */
function firstOut(isOut: (steps: bigint) => boolean, end: bigint): bigint | undefined {
  if (end === 0n || !isOut(end)) return undefined;
  let inside = 0n;
  let outside = end;
  while (outside - inside > 1n || inside - outside > 1n) {
    const middle = (inside + outside) / 2n;
    if (isOut(middle)) outside = middle;
    else inside = middle;
  }
  return outside;
}

/** By how much these positions' results change as the pair goes from its quote to `at`, each rounded as it would be booked. */
export const changeOf = (positions: readonly MovingPosition[], pair: MovingPair, at: BidAsk): Amount =>
  amount(sumOf(positions, pair, at) - sumOf(positions, pair, pair.quote));

function sumOf(positions: readonly MovingPosition[], pair: MovingPair, at: BidAsk): bigint {
  let sum = 0n;
  for (const { position, quote, rate } of positions) {
    const { pairId, side, quantity, terms, open } = position;
    const close: Price = closingPrice(side, pairId === pair.id ? at : quote, terms.markup);
    sum += profitOf(side, open, close, quantity, terms.contNum, rateAt(terms, rate, pair, at));
  }
  return sum;
}

function rateAt(
  { ratePairId, rateInverse }: MovingPosition['position']['terms'],
  now: Rate,
  pair: MovingPair,
  at: BidAsk,
): Rate {
  if (ratePairId === undefined) return ONE_RATE;
  return ratePairId === pair.id ? rateFromMid(midPrice(at, pair.pricePrecision), rateInverse) : now;
}
