// The rules' sums written a second time, by hand, over the plain list of logged ticks: what the checks hold the server against. Nothing here
// asks the engine or the server's rules.

import type { ForexOrder, ForexTerms, MicroOrder, Pair, Tick } from '@fairtick/engine/types';
import type { MemoryDatabase } from '../memory/database.ts';
import { tradesAt } from './market-hours.ts';

const E8 = 100_000_000n;
const E12 = 1_000_000_000_000n;

export const FRESH_MS = 15_000;

export function halfEven(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const value = sign * numerator;
  const floor = value / denominator;
  const rest = 2n * (value - floor * denominator);
  const up = rest > denominator || (rest === denominator && floor % 2n === 1n);
  return sign * (up ? floor + 1n : floor);
}

const ceiling = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;

export const plainMid = (tick: Tick, places: number): bigint => {
  const step = 10n ** BigInt(8 - places);
  return halfEven(tick.bid + tick.ask, 2n * step) * step;
};

/** What it costs to be long (ask) or short (bid), with the markup. */
export const entryPrice = (side: 'buy' | 'sell', tick: Tick, markup: bigint): bigint =>
  side === 'buy' ? tick.ask + markup : tick.bid - markup;
export const exitPrice = (side: 'buy' | 'sell', tick: Tick, markup: bigint): bigint =>
  side === 'buy' ? tick.bid - markup : tick.ask + markup;

/** Results are whole millionths of a dollar: 100 units of 1e-8. */
export function plainResult(order: ForexOrder, open: bigint, close: bigint, rate: bigint): bigint {
  const move = order.side === 'buy' ? close - open : open - close;
  return halfEven(move * order.quantity * order.terms.contNum * rate, E8 * E8 * E12 * 100n) * 100n;
}

export function plainMargin(quantity: bigint, terms: ForexTerms, price: bigint, rate: bigint): bigint {
  if (terms.marginMode === 1) return ceiling(quantity * terms.contNum, E8 * 100n) * 100n;
  return ceiling(quantity * terms.contNum * price * rate, E8 * E8 * E12 * BigInt(terms.multiple) * 100n) * 100n;
}

export const plainFee = (quantity: bigint, margin: bigint, terms: ForexTerms): bigint =>
  halfEven((terms.feeType === 1 ? quantity : margin) * terms.feeRate, E8 * 100n) * 100n;

/** Of one night, in whole millionths of a dollar. */
export const plainFinancing = ({ quantity, terms }: ForexOrder, times: number, rate: bigint): bigint =>
  halfEven(quantity * terms.financingRate * BigInt(times) * rate, E8 * E12 * 100n) * 100n;

/** To cents. */
export const plainGain = (stake: bigint, ratio: bigint): bigint =>
  halfEven(stake * ratio, E8 * 1_000_000n) * 1_000_000n;

export interface PlainEnd {
  readonly outcome: MicroOrder['outcome'];
  readonly endPrice: bigint | undefined;
  readonly result: bigint;
}

export function plainEnd(order: MicroOrder, last: Tick | undefined): PlainEnd {
  if (!last || order.expiryTime - last.receivedTime >= FRESH_MS)
    return { outcome: 'void', endPrice: undefined, result: 0n };
  const end = plainMid(last, order.pricePrecision);
  const gain = plainGain(order.stake, order.profitRatio);
  if (order.openPrice === undefined) throw new Error(`option ${order.id} ends without an opening`);
  if (end === order.openPrice) return { outcome: 'tie', endPrice: end, result: 0n };
  if (end > order.openPrice === (order.direction === 'up')) return { outcome: 'win', endPrice: end, result: gain };
  const loss = order.lossLevel === 0 || gain > order.stake ? order.stake : gain;
  return { outcome: 'loss', endPrice: end, result: -loss };
}

/** Which of its prices an active order has met at a tick; a stop-loss before a take-profit. */
export function metAt(order: ForexOrder, tick: Tick): 'stop_loss' | 'take_profit' | 'fill_pending' | undefined {
  const { side, terms, stopLoss, takeProfit, target } = order;
  if (order.status === 'pending') {
    const price = entryPrice(side, tick, terms.markup);
    const wantsLower = (side === 'buy' && target?.kind === 'limit') || (side === 'sell' && target?.kind === 'stop');
    if (!target) return undefined;
    return (wantsLower ? price <= target.price : price >= target.price) ? 'fill_pending' : undefined;
  }
  const price = exitPrice(side, tick, terms.markup);
  if (stopLoss > 0n && (side === 'buy' ? price <= stopLoss : price >= stopLoss)) return 'stop_loss';
  if (takeProfit > 0n && (side === 'buy' ? price >= takeProfit : price <= takeProfit)) return 'take_profit';
  return undefined;
}

export interface PlainRate {
  readonly rate: bigint;
  readonly tick: Tick | undefined;
}

/** The log as a plain list, asked for moments of it. */
export class PlainLog {
  readonly #database: MemoryDatabase;
  pairs: ReadonlyMap<number, Pair> = new Map();

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  get size(): number {
    return this.#database.ticks.length;
  }

  tick(index: number): Tick | undefined {
    return this.#database.ticks[index];
  }

  /** The pair's ticks after one place up to and including another. */
  between(pairId: number, after: number, upTo: number): Tick[] {
    const ticks = this.#database.ticksOfPair.get(pairId) ?? [];
    const found: Tick[] = [];
    for (let at = this.#place(ticks, after); at < ticks.length; at += 1) {
      const tick = ticks[at];
      if (!tick || tick.logIndex > upTo) break;
      found.push(tick);
    }
    return found;
  }

  newest(pairId: number, atIndex: number): Tick | undefined {
    const ticks = this.#database.ticksOfPair.get(pairId) ?? [];
    return ticks[this.#place(ticks, atIndex) - 1];
  }

  /** How many of the ticks lie at or before a place. */
  #place(ticks: readonly Tick[], index: number): number {
    let low = 0;
    let high = ticks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ticks[middle]?.logIndex ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  rate(of: Pick<ForexTerms, 'ratePairId' | 'rateInverse'>, atIndex: number): PlainRate | undefined {
    if (of.ratePairId === undefined) return { rate: E12, tick: undefined };
    const tick = this.newest(of.ratePairId, atIndex);
    if (!tick) return undefined;
    const mid = plainMid(tick, this.pairs.get(of.ratePairId)?.pricePrecision ?? 8);
    return { rate: of.rateInverse ? halfEven(E12 * E8, mid) : mid * 10_000n, tick };
  }

  /** Result of an open position if closed at a moment of the log; undefined without a quote or rate. */
  floating(order: ForexOrder, atIndex: number): bigint | undefined {
    const tick = this.newest(order.pairId, atIndex);
    const rate = this.rate(order.terms, atIndex);
    if (!tick || !rate || !order.open) return undefined;
    return plainResult(order, order.open.price, exitPrice(order.side, tick, order.terms.markup), rate.rate);
  }

  inHours(pairId: number, timeMs: number): boolean {
    const pair = this.pairs.get(pairId);
    return pair?.enabled === true && tradesAt(pair.hours, timeMs);
  }

  /** Whether a position of this pair may be closed at a tick: in hours then, and its quote fresh then. */
  closable(pairId: number, deciding: Tick): boolean {
    const tick = this.newest(pairId, deciding.logIndex);
    const pair = this.pairs.get(pairId);
    if (!tick || !pair || !this.rate(pair, deciding.logIndex)) return false;
    return this.inHours(pairId, deciding.receivedTime) && deciding.receivedTime - tick.receivedTime < FRESH_MS;
  }
}
