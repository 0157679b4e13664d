// Whose equity may have reached the margin call or the stop-out: sums per user and pair, and per pair the prices at which a user must be looked at.
// It finds users; what is closed, and whether it still holds, the pipeline decides.

import type { Amount } from '@fairtick/kernel/decimal';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { QuoteBoard } from './board.ts';
import {
  addToLeg,
  type Bounds,
  boundLegs,
  certainSlack,
  type Leg,
  type PricedLeg,
  roomBelowCall,
  slackAboveCall,
} from './equity-box.ts';
import { isMarginCall, isStopOut, profitOf } from './formulas.ts';
import { CrossingHeap, NodePlaces } from './heap.ts';
import { closingPrice } from './quotes.ts';
import type { AccountFigures } from './surface.ts';
import type { ForexOrder, Realm, Tick } from './types.ts';

/** A user with positions or with known figures. */
export interface Holder {
  readonly userId: Id;
  realm: Realm;
  /** undefined until the ledger's figures are known: then no stop-out can be found. */
  cash: { readonly available: Amount; readonly locked: Amount } | undefined;
  usedMargin: bigint;
  inFlight: boolean;
  /** At or below the margin call when last looked at, and told so: not again before it was above. Rule E36. */
  warned: boolean;
  /** Set while the holder waits in a list of this very tick. */
  listed: boolean;
  /** Replaced, not grown: an array that grows keeps room for 17, which a million small holders would pay for. */
  positions: readonly ForexOrder[];
  legs: readonly Leg[];
  /** Slots of the watches, one for each pair that enters the equity. */
  watches: readonly number[];
}

/** Bounds that lie beyond every double-exact price are cut to it: no price reaches them. */
const FURTHEST = BigInt(Number.MAX_SAFE_INTEGER);
const toKey = (price: bigint): number => Number(price > FURTHEST ? FURTHEST : price < -FURTHEST ? -FURTHEST : price);

const NONE: readonly never[] = [];

/** What a look at a holder finds: the margin call (once a fall) and the stop-out. */
export interface Found {
  readonly call: boolean;
  readonly stopOut: boolean;
}
const NOTHING: Found = { call: false, stopOut: false };

interface Watches {
  readonly down: CrossingHeap;
  readonly up: CrossingHeap;
}

export class EquityBook {
  readonly #board: QuoteBoard;
  readonly #holders = new Map<Id, Holder>();
  readonly #nodes = new NodePlaces();
  readonly #watches: Watches[] = [];
  readonly #watcher: (Holder | undefined)[] = [];
  readonly #watched: number[] = [];
  readonly #free: number[] = [];
  /** The bounds being worked out for one holder, by place; reused. */
  readonly #down: number[] = [];
  readonly #up: number[] = [];
  /** Watches set for the holder at hand; reused. */
  readonly #placed: number[] = [];
  readonly #bounds: Bounds = {
    bidAtOrBelow: (place, price) => {
      this.#down[place] = Math.max(this.#down[place] ?? -Infinity, toKey(price));
    },
    askAtOrAbove: (place, price) => {
      this.#up[place] = Math.min(this.#up[place] ?? Infinity, toKey(price));
    },
  };

  constructor(board: QuoteBoard) {
    this.#board = board;
  }

  get size(): number {
    return this.#holders.size;
  }

  get watchCount(): number {
    return this.#watcher.length - this.#free.length;
  }

  holders(): Iterable<Holder> {
    return this.#holders.values();
  }

  get(userId: Id): Holder | undefined {
    return this.#holders.get(userId);
  }

  /** The holder, no longer in flight: what is done next must end with `look`. */
  touch(userId: Id, realm: Realm): Holder {
    let holder = this.#holders.get(userId);
    if (!holder) {
      holder = {
        userId,
        realm,
        cash: undefined,
        usedMargin: 0n,
        inFlight: false,
        warned: false,
        listed: false,
        positions: NONE,
        legs: NONE,
        watches: NONE,
      };
      this.#holders.set(userId, holder);
    }
    if (holder.realm !== realm) throw new Error(`user ${userId} belongs to realm ${holder.realm}`);
    holder.inFlight = false;
    return holder;
  }

  setFigures(figures: AccountFigures): Holder {
    const holder = this.touch(figures.userId, figures.realm);
    holder.cash = { available: figures.available, locked: figures.locked };
    return holder;
  }

  addPosition(order: ForexOrder): void {
    const holder = this.touch(order.userId, order.realm);
    holder.positions = holder.positions.concat(order);
    holder.usedMargin += order.margin;
    addToLeg(this.#leg(holder, order), order, 1n);
  }

  removePosition(order: ForexOrder): void {
    const holder = this.touch(order.userId, order.realm);
    const rest = holder.positions.filter((position) => position.id !== order.id);
    if (rest.length === holder.positions.length) throw new Error('broken promise: the holder has this position');
    holder.positions = rest.slice();
    holder.usedMargin -= order.margin;
    const leg = this.#leg(holder, order);
    addToLeg(leg, order, -1n);
    if (leg.positions === 0) holder.legs = holder.legs.filter((each) => each !== leg).slice();
  }

  #leg(holder: Holder, order: ForexOrder): Leg {
    const place = this.#board.placeOf(order.pairId);
    const { ratePairId, rateInverse } = order.terms;
    const ratePlace = ratePairId === undefined ? -1 : this.#board.placeOf(ratePairId);
    for (const leg of holder.legs)
      if (leg.place === place && leg.ratePlace === ratePlace && leg.rateInverse === rateInverse) return leg;
    const weights = { buyWeight: 0n, buyCost: 0n, sellWeight: 0n, sellCost: 0n };
    const leg: Leg = { place, ratePairId, ratePlace, rateInverse, ...weights, positions: 0 };
    holder.legs = holder.legs.concat(leg);
    return leg;
  }

  /** Holders whose bound on this pair the new quote has reached, each once. Every one must be looked at. */
  takeReached(place: number, bid: number, ask: number, out: Holder[]): void {
    const watches = this.#watches[place];
    if (!watches) return;
    for (let node = watches.down.takeReached(bid); node >= 0; node = watches.down.takeReached(bid))
      this.#list(node, out);
    for (let node = watches.up.takeReached(ask); node >= 0; node = watches.up.takeReached(ask)) this.#list(node, out);
    for (const holder of out) holder.listed = false;
  }

  #list(node: number, out: Holder[]): void {
    const holder = this.#watcher[node >> 1];
    if (!holder) throw new Error('broken promise: a watch belongs to a holder');
    if (holder.listed) return;
    holder.listed = true;
    out.push(holder);
  }

  /**
   * Looks at a holder at the newest quotes and sets the next bounds. A stop-out is found when it is reached and may be proposed
   * (`mayPropose`, and a position's market trades at `deciding`): the holder is then in flight. Rules E30 to E36.
   */
  look(holder: Holder, deciding: Tick | undefined, mayPropose: boolean): Found {
    this.#unwatch(holder);
    if (holder.inFlight || !holder.cash) return NOTHING;
    if (holder.positions.length === 0) {
      holder.warned = false;
      return NOTHING;
    }
    const legs = this.#priced(holder.legs);
    if (!legs || !deciding) {
      this.#watchAlways(holder);
      return NOTHING;
    }
    if (this.#isCertain(holder, holder.cash.available + holder.cash.locked, legs)) return NOTHING;
    const net = this.#netValue(holder);
    const used = amount(holder.usedMargin);
    const low = net !== undefined && isMarginCall(net, used);
    const call = low && !holder.warned;
    holder.warned = low;
    holder.inFlight = mayPropose && low && isStopOut(net, used) && this.#mayClose(holder, deciding);
    if (!holder.inFlight) this.#watchAlways(holder);
    return { call, stopOut: holder.inFlight };
  }

  /** Whether nothing has changed for certain, neither the warning nor the stop-out; then the next bounds are set. */
  #isCertain(holder: Holder, cash: bigint, legs: readonly PricedLeg[]): boolean {
    const slack = certainSlack(cash, holder.usedMargin, legs);
    if (!holder.warned) {
      const above = slackAboveCall(slack, holder.usedMargin);
      if (above <= 1n) return false;
      this.#watch(holder, boundLegs(above, legs, this.#bounds, 1n));
      return true;
    }
    const below = roomBelowCall(slack, holder.usedMargin, legs);
    if (slack <= 1n || below <= 1n) return false;
    this.#watch(holder, boundLegs(slack, legs, this.#bounds, 1n) && boundLegs(below, legs, this.#bounds, -1n));
    return true;
  }

  /** The answer to a stop-out arrived: looked at again at the next tick of any pair that enters the equity. */
  settled(userId: Id): void {
    const holder = this.#holders.get(userId);
    if (!holder?.inFlight) return;
    holder.inFlight = false;
    this.#watchAlways(holder);
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

  /** Exactly as the pipeline sums it: every position's result rounded as it would be booked. */
  #netValue(holder: Holder): Amount | undefined {
    let net = holder.cash ? holder.cash.available + holder.cash.locked : 0n;
    for (const { pairId, side, quantity, terms, open } of holder.positions) {
      const quote = this.#board.quoteAt(this.#board.placeOf(pairId));
      const rate = this.#board.rate(terms.ratePairId, terms.rateInverse);
      if (!quote || !open || rate === undefined) return undefined;
      net += profitOf(side, open.price, closingPrice(side, quote, terms.markup), quantity, terms.contNum, rate);
    }
    return amount(net);
  }

  #mayClose(holder: Holder, deciding: Tick): boolean {
    return holder.legs.some((leg) => this.#board.isTradable(leg.place, deciding));
  }

  #watchAlways(holder: Holder): void {
    this.#watch(holder, false);
  }

  /** Sets one watch on each pair that enters the equity: at the bounds just worked out, or (not `bounded`) at every tick. */
  #watch(holder: Holder, bounded: boolean): void {
    for (const { place, ratePlace } of holder.legs) {
      this.#watchPair(holder, place, bounded);
      if (ratePlace >= 0) this.#watchPair(holder, ratePlace, bounded);
    }
    holder.watches = this.#placed.slice();
    this.#placed.length = 0;
    this.#down.length = 0;
    this.#up.length = 0;
  }

  #watchPair(holder: Holder, place: number, bounded: boolean): void {
    for (const slot of this.#placed) if (this.#watched[slot] === place) return;
    const down = bounded ? (this.#down[place] ?? -Infinity) : Infinity;
    const up = bounded ? (this.#up[place] ?? Infinity) : Infinity;
    if (down === -Infinity && up === Infinity) return;
    const slot = this.#free.pop() ?? this.#watcher.length;
    this.#nodes.reserve(2 * slot + 2);
    this.#watcher[slot] = holder;
    this.#watched[slot] = place;
    this.#placed.push(slot);
    const watches = this.#at(place);
    if (down !== -Infinity) watches.down.add(down, 2 * slot);
    if (up !== Infinity) watches.up.add(up, 2 * slot + 1);
  }

  #unwatch(holder: Holder): void {
    for (const slot of holder.watches) {
      const watches = this.#at(this.#watched[slot] ?? -1);
      if (this.#nodes.holds(2 * slot)) watches.down.remove(2 * slot);
      if (this.#nodes.holds(2 * slot + 1)) watches.up.remove(2 * slot + 1);
      this.#watcher[slot] = undefined;
      this.#free.push(slot);
    }
    holder.watches = NONE;
  }

  #at(place: number): Watches {
    while (this.#watches.length <= place) {
      this.#watches.push({ down: new CrossingHeap('down', this.#nodes), up: new CrossingHeap('up', this.#nodes) });
    }
    const watches = this.#watches[place];
    if (!watches) throw new RangeError(`no pair at place ${place}`);
    return watches;
  }
}
