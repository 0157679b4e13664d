// Whose equity may have reached the margin call or the stop-out: sums per user and pair, and per pair the prices at which a user must be looked at.
// It finds users only: the pipeline decides what is closed and whether a stop-out still holds.

import type { Amount } from '@fairtick/kernel/decimal';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { Aims } from './aims.ts';
import type { QuoteBoard } from './board.ts';
import {
  boundLegs,
  certainSlack,
  isCertainStopOut,
  type Leg,
  type PricedLeg,
  roomBelowCall,
  slackAboveCall,
} from './equity-box.ts';
import { isBackAboveCall, isMarginCall, isStopOut, profitOf } from './formulas.ts';
import { type Holders, IN_FLIGHT, KNOWN, LISTED, WARNED } from './holders.ts';
import { closingPrice } from './quotes.ts';
import type { AccountFigures } from './surface.ts';
import type { Realm, Tick } from './types.ts';
import { Watches } from './watches.ts';

/** What a look at a holder finds: the margin call (once a fall) and the stop-out. */
export interface EquityLook {
  readonly call: boolean;
  readonly stopOut: boolean;
}
const NOTHING: EquityLook = { call: false, stopOut: false };

/** Holders are numbers: the slots they have in `holders`. */
export class EquityBook {
  readonly #board: QuoteBoard;
  readonly #holders: Holders;
  readonly #watches = new Watches();
  readonly #aims = new Aims(this.#watches);
  #looks = 0;

  constructor(board: QuoteBoard, holders: Holders) {
    this.#board = board;
    this.#holders = holders;
  }

  get watchCount(): number {
    return this.#watches.count;
  }

  /** How often a holder was looked at. */
  get looks(): number {
    return this.#looks;
  }

  /** The holder, no longer in flight nor watched: what is done next must end with `look`. */
  touch(userId: Id, realm: Realm): number {
    const holder = this.#holders.of(userId, realm);
    this.#watches.drop(holder);
    this.#holders.mark(holder, IN_FLIGHT, false);
    return holder;
  }

  setFigures(figures: AccountFigures): number {
    const holder = this.touch(figures.userId, figures.realm);
    this.#holders.setCash(holder, figures);
    return holder;
  }

  /** Fills the empty `out` with the holders whose bound on this pair the new quote has reached, each once. Every one must be looked at. */
  listReached(place: number, bid: number, ask: number, out: number[]): void {
    this.#watches.listReached(place, bid, ask, out);
    let kept = 0;
    for (const holder of out) {
      if (this.#holders.is(holder, LISTED)) continue;
      this.#holders.mark(holder, LISTED, true);
      out[kept] = holder;
      kept += 1;
    }
    out.length = kept;
    for (const holder of out) this.#holders.mark(holder, LISTED, false);
  }

  /**
   * Looks at a holder at the newest quotes and sets the next bounds. A stop-out is found when it is reached and may be proposed
   * (`mayPropose`, and a position's market trades at `deciding`): the holder is then in flight. Rules E30 to E36.
   */
  look(holder: number, deciding: Tick | undefined, mayPropose: boolean): EquityLook {
    const holders = this.#holders;
    this.#looks += 1;
    if (holders.is(holder, IN_FLIGHT) || !holders.is(holder, KNOWN)) return NOTHING;
    if (!holders.hasPositions(holder)) {
      holders.mark(holder, WARNED, false);
      return NOTHING;
    }
    const legs = holders.legsOf(holder);
    const priced = this.#priced(legs);
    if (!priced || !deciding) {
      this.#watchAlways(holder, legs);
      return NOTHING;
    }
    const slack = certainSlack(this.#cashOf(holder), holders.usedMarginAt(holder), priced);
    if (this.#isCertain(holder, slack, priced)) return NOTHING;
    const { low, due } = this.#judge(holder, slack, priced);
    const call = low && !holders.is(holder, WARNED);
    holders.mark(holder, WARNED, low);
    const stopOut = mayPropose && due && this.#mayClose(legs, deciding);
    holders.mark(holder, IN_FLIGHT, stopOut);
    if (stopOut) this.#watches.drop(holder);
    else this.#watchAlways(holder, legs);
    return { call, stopOut };
  }

  /** Whether it is certain that neither the margin call nor the stop-out has changed; then the next bounds are set. */
  #isCertain(holder: number, slack: bigint, priced: readonly PricedLeg[]): boolean {
    const usedMargin = this.#holders.usedMarginAt(holder);
    const legs = priced.map(({ leg }) => leg);
    if (!this.#holders.is(holder, WARNED)) {
      const above = slackAboveCall(slack, usedMargin);
      if (above <= 1n) return false;
      this.#aims.aim(holder, legs, boundLegs(above, priced, this.#aims.bounds, 1n));
      return true;
    }
    const below = roomBelowCall(slack, usedMargin, priced);
    if (slack <= 1n || below <= 1n) return false;
    const bounded = boundLegs(slack, priced, this.#aims.bounds, 1n) && boundLegs(below, priced, this.#aims.bounds, -1n);
    this.#aims.aim(holder, legs, bounded);
    return true;
  }

  /**
   * Whether the net value is at or below the margin call, or not yet back above it where it was, and at or below the stop-out: summed position by position
   * only where it is close. */
  #judge(holder: number, slack: bigint, priced: readonly PricedLeg[]): { low: boolean; due: boolean } {
    const used = this.#holders.usedMarginAt(holder);
    if (isCertainStopOut(slack, used, priced)) return { low: true, due: true };
    const net = this.#netValue(holder);
    if (net === undefined) return { low: false, due: false };
    const low = this.#holders.is(holder, WARNED) ? !isBackAboveCall(net, used) : isMarginCall(net, used);
    return { low, due: isStopOut(net, used) };
  }

  /** The answer to a stop-out arrived: looked at again at the next tick of any pair that enters the equity. */
  settled(userId: Id): void {
    const holder = this.#holders.find(userId);
    if (holder < 0 || !this.#holders.is(holder, IN_FLIGHT)) return;
    this.#holders.mark(holder, IN_FLIGHT, false);
    this.#watchAlways(holder, this.#holders.legsOf(holder));
  }

  /** undefined while a quote that enters the equity is missing. */
  #priced(legs: readonly Leg[]): PricedLeg[] | undefined {
    const priced: PricedLeg[] = [];
    for (const leg of legs) {
      const quote = this.#board.quoteAt(leg.place);
      const rate = this.#board.rate(leg.ratePairId, leg.rateInverse);
      if (!quote || rate === undefined) return undefined;
      const ratePrecision = leg.ratePlace < 0 ? 0 : this.#board.pricePrecision(leg.ratePlace);
      priced.push({ leg, quote, rate, ratePrecision });
    }
    return priced;
  }

  #cashOf(holder: number): bigint {
    return this.#holders.availableAt(holder) + this.#holders.lockedAt(holder);
  }

  /** Exactly as the pipeline sums it: every position's result rounded as it would be booked. */
  #netValue(holder: number): Amount | undefined {
    let net = this.#cashOf(holder);
    for (const { pairId, side, quantity, terms, open } of this.#holders.positionsOf(holder)) {
      const quote = this.#board.quoteAt(this.#board.placeOf(pairId));
      const rate = this.#board.rate(terms.ratePairId, terms.rateInverse);
      if (!quote || rate === undefined) return undefined;
      net += profitOf(side, open, closingPrice(side, quote, terms.markup), quantity, terms.contNum, rate);
    }
    return amount(net);
  }

  #mayClose(legs: readonly Leg[], deciding: Tick): boolean {
    return legs.some((leg) => this.#board.isTradable(leg.place, deciding));
  }

  #watchAlways(holder: number, legs: readonly Leg[]): void {
    this.#aims.aim(holder, legs, false);
  }
}
