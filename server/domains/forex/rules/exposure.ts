// What the house may have to pay for open positions, and how much of them it takes (rules §6; docs/decisions/exposure.md).

import { midPrice, type QuoteRate, quoteRate } from '@fairtick/engine/quotes';
import type { ForexOrder, Pair, Realm, Side, Tick } from '@fairtick/engine/types';
import { type Amount, amount, max, RATE_UNIT, UNIT } from '@fairtick/kernel/decimal';
import type { MarketAt } from '../../market/index.ts';

/** What holds for all pairs of one class: those that trade by the same hours. */
export interface ClassRisk {
  /** Percent: the gap that the house must survive at any moment, market closings included. */
  readonly shock: bigint;
  /** USD: the most that one user's active orders on a pair come to, longs and shorts together. */
  readonly userLimit: Amount;
  /** USD: the most that all positions on a pair come to, longs and shorts together. */
  readonly pairLimit: Amount;
}
export type RiskByClass = Readonly<Record<Pair['hours'], ClassRisk>>;

/** What the open positions of one pair and direction come to. Sums over orders, each rounded by itself, so that what was added can be taken away. */
export interface OpenSide {
  /** Units of the base, 1e-8. */
  readonly units: bigint;
  /** Units x opening price, in the quote currency, 1e-8. */
  readonly value: bigint;
}

export interface PairExposure {
  readonly realm: Realm;
  readonly pairId: number;
  readonly buy: OpenSide;
  readonly sell: OpenSide;
}

const NOTHING: OpenSide = { units: 0n, value: 0n };

type Sized = Pick<ForexOrder, 'pairId' | 'quantity'> & { readonly terms: Pick<ForexOrder['terms'], 'contNum'> };
const unitsOf = ({ quantity, terms }: Sized): bigint => (quantity * terms.contNum) / UNIT;

interface Position extends Sized, Pick<ForexOrder, 'realm' | 'side' | 'status'> {
  readonly open: Pick<NonNullable<ForexOrder['open']>, 'price'> | undefined;
}

/** What a position adds to its side while it is open; each sum rounded down to 8 places. */
export function openSideOf(position: Position): OpenSide {
  if (position.status !== 'open' || !position.open) return NOTHING;
  const units = unitsOf(position);
  return { units, value: (units * position.open.price) / UNIT };
}

const plus = (a: OpenSide, b: OpenSide, sign: 1n | -1n): OpenSide => ({
  units: a.units + sign * b.units,
  value: a.value + sign * b.value,
});

const changed = (pair: PairExposure, side: Side, by: OpenSide, sign: 1n | -1n): PairExposure => ({
  ...pair,
  [side]: plus(pair[side], by, sign),
});

/** Open positions of all users, by realm and pair, as a batch decides by them. What is stored the database derives from the orders (migration 0052). */
export class Exposure {
  readonly #pairs = new Map<string, PairExposure>();

  constructor(rows: Iterable<PairExposure>) {
    for (const row of rows) this.#pairs.set(`${row.realm}/${row.pairId}`, row);
  }

  /** An order as it was, if it was there, and as it is now. */
  move(before: Position | undefined, after: Position): void {
    const [was, is] = [before ? openSideOf(before) : NOTHING, openSideOf(after)];
    if (was.units === is.units) return;
    const pair = this.#of(after.realm, after.pairId);
    this.#pairs.set(`${after.realm}/${after.pairId}`, changed(changed(pair, after.side, was, -1n), after.side, is, 1n));
  }

  /** The realm's pairs, as they would be with this position too. */
  of(realm: Realm, extra?: Position): PairExposure[] {
    const pairs = new Map(
      [...this.#pairs.values()].filter((row) => row.realm === realm).map((row) => [row.pairId, row]),
    );
    if (extra) pairs.set(extra.pairId, changed(this.#of(realm, extra.pairId), extra.side, openSideOf(extra), 1n));
    return [...pairs.values()];
  }

  #of(realm: Realm, pairId: number): PairExposure {
    return this.#pairs.get(`${realm}/${pairId}`) ?? { realm, pairId, buy: NOTHING, sell: NOTHING };
  }
}

interface Priced {
  readonly pair: Pair;
  readonly tick: Tick;
  readonly rate: QuoteRate['rate'];
}

/** undefined for a pair without a quote or a rate: nothing opens on it, and what is open can't be valued. */
function pricedAt(market: MarketAt, pairId: number): Priced | undefined {
  const pair = market.pair(pairId);
  const tick = market.view.quote(pairId);
  const rate = pair && quoteRate(pair, market.view, (id) => market.precision(id));
  return pair && tick && rate ? { pair, tick, rate: rate.rate } : undefined;
}

/** USD, rounded up: a sum in the pair's quote currency, with the rate that its own shock leaves where that is the dearer one. */
function dearest(sum: bigint, pair: Pair, rate: bigint, market: MarketAt, risk: RiskByClass): bigint {
  const by = pair.ratePairId === undefined ? undefined : market.pair(pair.ratePairId);
  const shock = by ? risk[by.hours].shock : 0n;
  const [over, under] = pair.rateInverse ? [100n, 100n - shock] : [100n + shock, 100n];
  return (sum * rate * over) / (RATE_UNIT * under) + 1n;
}

/**
 * USD that the house may have to pay for a pair after the worse of two gaps, though no loser closes: what longs and what shorts have gained so far, and
 * the gain of the larger side by the shock. What a side has lost so far stands behind nothing: it may come back, and its users keep it until they close.
 */
function stressOf(
  { buy, sell }: PairExposure,
  { pair, tick, rate }: Priced,
  market: MarketAt,
  risk: RiskByClass,
): bigint {
  const gained =
    max((buy.units * tick.bid) / UNIT - buy.value, 0n) + max(sell.value - (sell.units * tick.ask) / UNIT, 0n);
  const gap = (max(buy.units, sell.units) * tick.ask * risk[pair.hours].shock) / (100n * UNIT);
  return dearest(gained + gap, pair, rate, market, risk);
}

export interface Stressed {
  readonly exposure: Exposure;
  readonly risk: RiskByClass;
}

/** USD that the house must be able to pay in this realm, the sum over its pairs; with `extra` open too. */
export function stressedLoss({ exposure, risk }: Stressed, market: MarketAt, realm: Realm, extra?: Position): Amount {
  let total = 0n;
  for (const pair of exposure.of(realm, extra)) {
    const at = pair.buy.units + pair.sell.units > 0n ? pricedAt(market, pair.pairId) : undefined;
    if (at) total += stressOf(pair, at, market, risk);
  }
  return amount(total);
}

/** USD: so many units of the base (1e-8) at the market's mid, rounded down; undefined without a quote or a rate. */
export function worthAt(market: MarketAt, pairId: number, units: bigint): bigint | undefined {
  const at = pricedAt(market, pairId);
  return at && worthOf(units, at);
}

/** USD: so many units of the base at the market's mid; rounded down. */
function worthOf(units: bigint, { pair, tick, rate }: Priced): bigint {
  return (units * midPrice(tick, pair.pricePrecision) * rate) / (UNIT * RATE_UNIT);
}

/** The limit that a user's active orders on the order's pair would pass with it; undefined within it. USD at the newest tick. */
export function passedUserLimit(
  { risk }: Pick<Stressed, 'risk'>,
  market: MarketAt,
  active: readonly Sized[],
  order: Sized,
): Amount | undefined {
  const at = pricedAt(market, order.pairId);
  if (!at) return undefined;
  const units = active.filter(({ pairId }) => pairId === order.pairId).reduce((sum, one) => sum + unitsOf(one), 0n);
  const { userLimit } = risk[at.pair.hours];
  return worthOf(units + unitsOf(order), at) > userLimit ? userLimit : undefined;
}

/**
 * Whether all positions on the order's pair would pass the pair's limit with it. Of money alone: in the demo realm anybody could fill it with accounts that
 * cost nothing, and nobody else would trade the pair.
 */
export function passesPairLimit(
  { exposure, risk }: Stressed,
  market: MarketAt,
  order: Sized & Pick<ForexOrder, 'realm'>,
): boolean {
  if (order.realm === 'demo') return false;
  const at = pricedAt(market, order.pairId);
  const pair = exposure.of(order.realm).find(({ pairId }) => pairId === order.pairId);
  if (!at) return false;
  const units = (pair?.buy.units ?? 0n) + (pair?.sell.units ?? 0n) + unitsOf(order);
  return worthOf(units, at) > risk[at.pair.hours].pairLimit;
}
