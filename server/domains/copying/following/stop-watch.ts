// Which relations may have lost what their followers set: per relation the sums of its copies, and per pair the prices at which it must be looked at.
// It finds relations only: the pipeline decides under lock, by exact sums, whether a stop holds. Rules E120 to E124.

import { Aims } from '@fairtick/engine/aims';
import { addToLeg, boundLegs, certainSlack, type Leg, type PricedLeg } from '@fairtick/engine/equity-box';
import { quoteRate } from '@fairtick/engine/quotes';
import type { ForexOrder, QuoteView, Tick } from '@fairtick/engine/types';
import { Watches } from '@fairtick/engine/watches';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { copyStopping, type Trigger } from '../../../trading/trigger.ts';
import { floatingOf } from '../../forex/index.ts';
import { type MarketAt, type MarketSource, marketAt } from '../../market/index.ts';
import type { CopyNight } from './batch-table.ts';
import type { Follow, FollowSettings } from './columns.ts';
import { isThereAt, stopAt } from './rules/stop-sum.ts';

/** As much of an open copy as its result depends on. */
export interface KeptCopy
  extends Pick<ForexOrder, 'id' | 'followId' | 'pairId' | 'side' | 'quantity' | 'status' | 'fee'> {
  readonly terms: Pick<ForexOrder['terms'], 'contNum' | 'markup' | 'ratePairId' | 'rateInverse'>;
  readonly open: Pick<NonNullable<ForexOrder['open']>, 'price' | 'tickIndex' | 'rate' | 'time'> | undefined;
}

export type StopTerms = Pick<FollowSettings, 'stopAmount' | 'stopNext' | 'stopNextFrom' | 'setTime'>;

export interface StopRelation extends Pick<Follow, 'id' | 'realm' | 'userId' | 'traderId' | 'closedNet'> {
  readonly ended: { readonly time: number; readonly byStop: boolean } | undefined;
  readonly stop: StopTerms;
}

export interface StopTrigger extends Trigger {
  readonly kind: 'copy_stop';
  readonly realm: Follow['realm'];
  readonly userId: Id;
  readonly traderId: Id;
  readonly followId: Id;
  readonly tick: Tick;
  readonly view: QuoteView;
}

interface Watched {
  readonly id: Id;
  readonly slot: number;
  /** undefined: only a copy of it is known yet. */
  relation: StopRelation | undefined;
  readonly copies: Map<Id, KeptCopy>;
  readonly nights: Map<Id, Amount>;
  inFlight: boolean;
}

export class StopWatch {
  readonly #market: MarketSource;
  readonly #relations = new Map<Id, Watched>();
  readonly #bySlot: (Watched | undefined)[] = [];
  readonly #free: number[] = [];
  /** Dense numbers of the pairs that copies are of, or take their rates from. */
  readonly #places = new Map<number, number>();
  readonly #watches = new Watches();
  readonly #aims = new Aims(this.#watches);
  /** Without an open copy, and nevertheless beyond their stop: opening and closing cost fees between two ticks. Any tick ends them. */
  readonly #spent = new Set<Watched>();
  readonly #reached: number[] = [];
  #looks = 0;

  constructor(market: MarketSource) {
    this.#market = market;
  }

  /** How often a relation was looked at. */
  get looks(): number {
    return this.#looks;
  }

  /** A relation as it is now. `nights`: all that was taken of its open copies; what is known of it stays where it is not said. */
  put({ id, realm, userId, traderId, closedNet, ended, stop }: StopRelation, nights?: readonly CopyNight[]): void {
    const watched = this.#of(id);
    watched.relation = { id, realm, userId, traderId, closedNet, ended, stop };
    if (nights) this.#setNights(watched, nights);
    this.#renew(watched);
  }

  #setNights({ copies, nights: known }: Watched, nights: readonly CopyNight[]): void {
    known.clear();
    for (const { orderId, taken } of nights)
      if (copies.has(orderId)) known.set(orderId, amount((known.get(orderId) ?? 0n) + taken));
  }

  /** A copy as it is now. */
  putCopy(copy: KeptCopy, nights?: Amount): void {
    if (copy.followId === undefined) return;
    const watched = this.#of(copy.followId);
    if (copy.status === 'open') {
      watched.copies.set(copy.id, copy);
      if (nights !== undefined) watched.nights.set(copy.id, nights);
    } else {
      watched.copies.delete(copy.id);
      watched.nights.delete(copy.id);
    }
    this.#renew(watched);
  }

  /** Its trigger was answered: looked at again at the next tick. */
  answered(followId: Id): void {
    const watched = this.#relations.get(followId);
    if (!watched) return;
    watched.inFlight = false;
    this.#renew(watched);
  }

  /** What a tick sets off, by ascending relation. `view` is asked for only where a bound was reached. */
  at(tick: Tick, view: () => QuoteView): StopTrigger[] {
    const place = this.#places.get(tick.pairId);
    const reached = this.#reached;
    reached.length = 0;
    if (place !== undefined) this.#watches.listReached(place, Number(tick.bid), Number(tick.ask), reached);
    if (reached.length === 0 && this.#spent.size === 0) return [];
    const moment = view();
    const market = marketAt(this.#market, moment, tick);
    const found: StopTrigger[] = [];
    for (const watched of new Set([...reached.map((slot) => this.#bySlot[slot]), ...this.#spent])) {
      if (!watched?.relation || watched.inFlight) continue;
      this.#looks += 1;
      if (!this.#isDue(watched, watched.relation, tick, market)) continue;
      watched.inFlight = true;
      this.#watches.drop(watched.slot);
      const { id: followId, realm, userId, traderId } = watched.relation;
      const line = copyStopping(followId);
      found.push({ kind: 'copy_stop', realm, userId, traderId, followId, line, tick, view: moment });
    }
    return found.sort((a, b) => (a.followId < b.followId ? -1 : 1));
  }

  #of(id: Id): Watched {
    const known = this.#relations.get(id);
    if (known) return known;
    const slot = this.#free.pop() ?? this.#bySlot.length;
    const made: Watched = { id, slot, relation: undefined, copies: new Map(), nights: new Map(), inFlight: false };
    this.#bySlot[slot] = made;
    this.#relations.set(id, made);
    return made;
  }

  /** Something of it has changed: what was worked out before holds no more. */
  #renew(watched: Watched): void {
    const { relation, copies, slot } = watched;
    this.#watches.drop(slot);
    this.#spent.delete(watched);
    if (copies.size === 0 && (!relation || relation.ended)) {
      this.#bySlot[slot] = undefined;
      this.#free.push(slot);
      this.#relations.delete(watched.id);
      return;
    }
    if (!relation || watched.inFlight || relation.ended?.byStop === false) return;
    if (copies.size > 0) this.#aims.aim(slot, this.#legsOf(copies.values()), false);
    else if (relation.closedNet <= -relation.stop.stopAmount) this.#spent.add(watched);
  }

  #placeOf(pairId: number): number {
    const known = this.#places.get(pairId) ?? this.#places.size;
    this.#places.set(pairId, known);
    return known;
  }

  #legsOf(copies: Iterable<KeptCopy>): Leg[] {
    const legs = new Map<string, Leg>();
    for (const copy of copies) {
      if (!copy.open) continue;
      const { pairId, terms } = copy;
      const { ratePairId, rateInverse } = terms;
      const key = `${pairId}/${ratePairId}/${rateInverse}`;
      const ratePlace = ratePairId === undefined ? -1 : this.#placeOf(ratePairId);
      const empty = { buyWeight: 0n, sellWeight: 0n, cost: 0n, positions: 0 };
      const leg = legs.get(key) ?? { place: this.#placeOf(pairId), ratePairId, ratePlace, rateInverse, ...empty };
      addToLeg(leg, { ...copy, open: copy.open.price }, 1n);
      legs.set(key, leg);
    }
    return [...legs.values()];
  }

  /** Whether its stop may be reached at this tick; where it certainly is not, the next bounds are set. */
  #isDue(watched: Watched, relation: StopRelation, tick: Tick, market: MarketAt): boolean {
    const copies = [...watched.copies.values()];
    if (relation.ended) return isLeft(copies, relation.ended.time, tick, market);
    const there = copies.filter(({ open }) => isThereAt(open, tick));
    const stop = tick.receivedTime < relation.stop.setTime ? 0n : stopAt(relation.stop, tick.receivedTime);
    const costs = there.reduce((sum, { id, fee }) => sum + fee + (watched.nights.get(id) ?? 0n), 0n);
    const cash = relation.closedNet - costs + stop;
    const legs = this.#legsOf(there);
    const priced = there.length === copies.length ? this.#priced(there, legs, market) : undefined;
    const slack = priced ? certainSlack(cash, 0n, priced) : 0n;
    if (priced && slack > 1n) {
      this.#aims.aim(watched.slot, legs, boundLegs(slack, priced, this.#aims.bounds, 1n));
      return false;
    }
    this.#aims.aim(watched.slot, this.#legsOf(copies), false);
    if (cash + there.reduce((sum, copy) => sum + floatingOf(copy, market), 0n) > 0n) return false;
    return copies.length === 0 || (trades(tick.pairId, market) && there.some((copy) => isOpen(copy, market)));
  }

  /** undefined while a quote that enters the sum is missing. */
  #priced(copies: readonly KeptCopy[], legs: readonly Leg[], market: MarketAt): PricedLeg[] | undefined {
    const pairs = new Map(copies.map(({ pairId }) => [this.#placeOf(pairId), pairId]));
    const priced: PricedLeg[] = [];
    for (const leg of legs) {
      const quote = market.view.quote(pairs.get(leg.place) ?? 0);
      const rate = quoteRate(leg, market.view, (pairId) => market.precision(pairId))?.rate;
      if (!quote || rate === undefined) return undefined;
      const ratePrecision = leg.ratePairId === undefined ? 0 : market.precision(leg.ratePairId);
      priced.push({ leg, quote, rate, ratePrecision });
    }
    return priced;
  }
}

const isOpen = ({ pairId }: KeptCopy, market: MarketAt): boolean => market.tradable(pairId) === 'open';

/** A tick outside its pair's hours sets nothing off (E5). */
const trades = (pairId: number, market: MarketAt): boolean => ['open', 'no_rate'].includes(market.tradable(pairId));

/** Of a relation that its stop has ended: whether a copy whose market did not trade then can be closed at this tick of its own pair. */
const isLeft = (copies: readonly KeptCopy[], endedTime: number, tick: Tick, market: MarketAt): boolean =>
  tick.receivedTime >= endedTime &&
  copies.some((copy) => copy.pairId === tick.pairId && isThereAt(copy.open, tick) && isOpen(copy, market));
