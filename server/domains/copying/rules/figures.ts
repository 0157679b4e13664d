// What a trader's record says, from closed orders alone: pure, in whole numbers of a small unit. Nothing of it was typed in by anybody.

import { type Amount, amount, divideHalfEven, min, UNIT } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';

const DAY_MS = 86_400_000;
/** "Three weeks": of orders that closed in [now - 21 d, now). */
export const WINDOW_MS = 21 * DAY_MS;

/** As much of a closed order as a record is made of. Money in 1e-8 USD. */
export interface ClosedOrder {
  readonly id: Id;
  readonly pairId: number;
  /** UTC ms. */
  readonly closeTime: number;
  readonly margin: bigint;
  readonly multiple: number;
  /** From opening to closing, ms. */
  readonly heldMs: number;
  /** See `netOf`. */
  readonly net: bigint;
}

/** What an order really brought: its result less its fee and what nights have taken. */
export const netOf = (order: { readonly result: bigint; readonly fee: bigint; readonly nights: bigint }): bigint =>
  order.result - order.fee - order.nights;

/** Sums over some closed orders. */
export interface Sums {
  readonly count: number;
  /** Orders with a net result above 0: nothing won is no gain. */
  readonly gains: number;
  readonly net: bigint;
  readonly margin: bigint;
  /** Of margin x multiple. */
  readonly leverage: bigint;
  /** Of those that gained, and of those that lost (below 0), with how long they were held, ms. */
  readonly won: bigint;
  readonly lost: bigint;
  readonly losses: number;
  readonly heldGains: number;
  readonly heldLosses: number;
  /** Margin by pair. */
  readonly byPair: ReadonlyMap<number, bigint>;
}

/** Percent with 2 places as 1e-8 units, half-even: 3.21 % is 321000000. 0 of nothing. */
export function percent(part: bigint, whole: bigint): Amount {
  return amount(whole === 0n ? 0n : divideHalfEven(part * 10_000n, whole) * (UNIT / 100n));
}

export const rateOf = ({ net, margin }: Pick<Sums, 'net' | 'margin'>): Amount => percent(net, margin);
export const winOf = ({ gains, count }: Pick<Sums, 'gains' | 'count'>): Amount => percent(BigInt(gains), BigInt(count));

/** The mean leverage, by margin; 0 of no order. */
export const multipleOf = ({ leverage, margin }: Pick<Sums, 'leverage' | 'margin'>): number =>
  margin === 0n ? 0 : Number(divideHalfEven(leverage, margin));

/** The pair with the most margin, of two with as much the one with the lower id; undefined of no order. */
export function mainPairOf({ byPair }: Pick<Sums, 'byPair'>): number | undefined {
  let best: readonly [number, bigint] | undefined;
  for (const [pairId, margin] of byPair)
    if (!best || margin > best[1] || (margin === best[1] && pairId < best[0])) best = [pairId, margin];
  return best?.[0];
}

/** Sums of all at once: what the incremental ones are held against. */
export function sumsOf(orders: Iterable<ClosedOrder>): Sums {
  const sides = { gains: 0, losses: 0, won: 0n, lost: 0n, heldGains: 0, heldLosses: 0 };
  const sums = { ...sides, count: 0, net: 0n, margin: 0n, leverage: 0n, byPair: new Map<number, bigint>() };
  for (const order of orders) {
    sums.count += 1;
    if (order.net > 0n) {
      sums.gains += 1;
      sums.won += order.net;
      sums.heldGains += order.heldMs;
    } else if (order.net < 0n) {
      sums.losses += 1;
      sums.lost += order.net;
      sums.heldLosses += order.heldMs;
    }
    sums.net += order.net;
    sums.margin += order.margin;
    sums.leverage += order.margin * BigInt(order.multiple);
    sums.byPair.set(order.pairId, (sums.byPair.get(order.pairId) ?? 0n) + order.margin);
  }
  return sums;
}

export const isInWindow = ({ closeTime }: Pick<ClosedOrder, 'closeTime'>, nowMs: number): boolean =>
  closeTime >= nowMs - WINDOW_MS && closeTime < nowMs;

/** Positions that are open now. */
export interface OpenSums {
  /** What closing all of them now would bring, net: below 0 it is charged. */
  readonly net: bigint;
  readonly margin: bigint;
}

/** What the rank goes by: a gain that is still open is none, a loss that is still open is one. */
export interface RankRate {
  readonly net: bigint;
  readonly margin: bigint;
}

export const rankRateOf = (closed: Pick<Sums, 'net' | 'margin'>, open: OpenSums): RankRate => ({
  net: closed.net + min(0n, open.net),
  margin: closed.margin + open.margin,
});

export interface Ranked {
  readonly userId: Id;
  readonly rank: RankRate;
  /** Closed orders of the window. */
  readonly count: number;
}

/** The greater rate first, exactly; of two equal ones who closed more, then who is there longer. */
export function byRank(one: Ranked, other: Ranked): number {
  const [left, right] = [one.rank.net * other.rank.margin, other.rank.net * one.rank.margin];
  if (left !== right) return left > right ? -1 : 1;
  if (one.count !== other.count) return other.count - one.count;
  return one.userId < other.userId ? -1 : 1;
}

/** Closed orders that the window must have. */
export const LISTED_ORDERS = 10;
/** After approval. */
export const LISTED_AFTER_MS = 14 * DAY_MS;
/** The trader's own net value, USD: nobody leads with next to nothing at risk. */
export const LISTED_EQUITY = 500n * UNIT;

export interface Candidate {
  readonly count: number;
  readonly approvedTime: number;
  /** Own net value, 1e-8 USD. */
  readonly equity: bigint;
}

export type Unlisted = 'few_orders' | 'new' | 'little_equity';

/** Why they are not ranked yet; empty where they are. */
export function unlistedFor({ count, approvedTime, equity }: Candidate, nowMs: number): readonly Unlisted[] {
  const why: Unlisted[] = [];
  if (count < LISTED_ORDERS) why.push('few_orders');
  if (nowMs < approvedTime + LISTED_AFTER_MS) why.push('new');
  if (equity < LISTED_EQUITY) why.push('little_equity');
  return why;
}
