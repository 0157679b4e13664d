// Users with positions or with known figures, in columns: their cash, the list of their positions, and per pair the sums of these. It decides nothing.

import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { byteColumn, int32Column, int64Column, requireInt64, WideColumn } from './columns.ts';
import { addToLeg, type Leg } from './equity-box.ts';
import type { Position, RestingOrders, RestingTerms } from './resting.ts';
import { Slots } from './slots.ts';
import type { AccountFigures } from './surface.ts';
import type { Realm } from './types.ts';

const IS_LIVE = 1;
/** The ledger's figures are known: before, no stop-out can be found. */
export const KNOWN = 2;
export const IN_FLIGHT = 4;
/** At or below the margin call when last looked at, and told so: not again before it was above 110 %. Rule E36. */
export const WARNED = 8;
/** The holder waits in a list of this very tick. */
export const LISTED = 16;
export type HolderFlag = typeof KNOWN | typeof IN_FLIGHT | typeof WARNED | typeof LISTED;

const NONE = -1;

/** A leg as it stands in the columns, by the first of its positions' terms. */
class Legs {
  readonly terms = int32Column();
  readonly next = int32Column();
  readonly #positions = int32Column();
  /** Buy weight, sell weight and cost of a slot, one after the other. */
  readonly #sums = new WideColumn();
  readonly #free: number[] = [];
  #end = 0;

  /** An empty one. */
  take(terms: number, next: number): number {
    const slot = this.#free.pop() ?? this.#end++;
    this.terms.set(slot, terms);
    this.next.set(slot, next);
    this.write(slot, { positions: 0, buyWeight: 0n, sellWeight: 0n, cost: 0n });
    return slot;
  }

  release(slot: number): void {
    this.#free.push(slot);
  }

  read(slot: number): Pick<Leg, 'positions' | 'buyWeight' | 'sellWeight' | 'cost'> {
    return {
      positions: this.#positions.get(slot),
      buyWeight: this.#sums.get(3 * slot),
      sellWeight: this.#sums.get(3 * slot + 1),
      cost: this.#sums.get(3 * slot + 2),
    };
  }

  write(slot: number, leg: Pick<Leg, 'positions' | 'buyWeight' | 'sellWeight' | 'cost'>): void {
    this.#positions.set(slot, leg.positions);
    this.#sums.set(3 * slot, leg.buyWeight);
    this.#sums.set(3 * slot + 1, leg.sellWeight);
    this.#sums.set(3 * slot + 2, leg.cost);
  }
}

export class Holders {
  readonly #orders: RestingOrders;
  readonly #placeOf: (pairId: number) => number;
  readonly #users = new Slots();
  readonly #flags = byteColumn();
  readonly #available = int64Column();
  readonly #locked = int64Column();
  readonly #usedMargin = int64Column();
  readonly #firstPosition = int32Column();
  readonly #firstLeg = int32Column();
  readonly #legs = new Legs();

  constructor(orders: RestingOrders, placeOf: (pairId: number) => number) {
    this.#orders = orders;
    this.#placeOf = placeOf;
  }

  get size(): number {
    return this.#users.size;
  }

  taken(): Iterable<number> {
    return this.#users.taken();
  }

  /** The user's slot; -1 where nothing is known of them. */
  find(userId: Id): number {
    return this.#users.find(userId);
  }

  /** The user's slot, made if need be. Throws for a user of another realm. */
  of(userId: Id, realm: Realm): number {
    const known = this.#users.find(userId);
    if (known >= 0) {
      if (this.realmAt(known) !== realm) throw new Error(`user ${userId} belongs to realm ${this.realmAt(known)}`);
      return known;
    }
    const holder = this.#users.take(userId);
    this.#flags.set(holder, realm === 'live' ? IS_LIVE : 0);
    this.#firstPosition.set(holder, NONE);
    this.#firstLeg.set(holder, NONE);
    return holder;
  }

  userAt(holder: number): Id {
    return this.#users.idAt(holder);
  }

  realmAt(holder: number): Realm {
    return (this.#flags.get(holder) & IS_LIVE) === 0 ? 'demo' : 'live';
  }

  is(holder: number, flag: HolderFlag): boolean {
    return (this.#flags.get(holder) & flag) !== 0;
  }

  mark(holder: number, flag: HolderFlag, on: boolean): void {
    const flags = this.#flags.get(holder);
    this.#flags.set(holder, on ? flags | flag : flags & ~flag);
  }

  setCash(holder: number, { available, locked }: AccountFigures): void {
    requireInt64(available);
    requireInt64(locked);
    this.#available.set(holder, available);
    this.#locked.set(holder, locked);
    this.mark(holder, KNOWN, true);
  }

  availableAt(holder: number): Amount {
    return amount(this.#available.get(holder));
  }

  lockedAt(holder: number): Amount {
    return amount(this.#locked.get(holder));
  }

  usedMarginAt(holder: number): Amount {
    return amount(this.#usedMargin.get(holder));
  }

  hasPositions(holder: number): boolean {
    return this.#firstPosition.get(holder) !== NONE;
  }

  /** In no particular order. */
  positionsOf(holder: number): Position[] {
    const positions: Position[] = [];
    for (let slot = this.#firstPosition.get(holder); slot !== NONE; slot = this.#orders.next.get(slot))
      positions.push(this.#orders.positionAt(slot));
    return positions;
  }

  legsOf(holder: number): Leg[] {
    const legs: Leg[] = [];
    for (let slot = this.#firstLeg.get(holder); slot !== NONE; slot = this.#legs.next.get(slot))
      legs.push(this.#legAt(slot));
    return legs;
  }

  /** The order at this slot is open and not among its holder's positions yet. */
  addPosition(slot: number): void {
    const holder = this.#orders.holder.get(slot);
    this.#changeMargin(holder, this.#orders.marginAt(slot));
    this.#changeLeg(holder, slot, 1n);
    this.#orders.next.set(slot, this.#firstPosition.get(holder));
    this.#firstPosition.set(holder, slot);
  }

  removePosition(slot: number): void {
    const holder = this.#orders.holder.get(slot);
    unlink(this.#firstPosition, holder, this.#orders.next, slot);
    this.#changeMargin(holder, -this.#orders.marginAt(slot));
    this.#changeLeg(holder, slot, -1n);
  }

  #changeMargin(holder: number, change: bigint): void {
    const margin = this.#usedMargin.get(holder) + change;
    requireInt64(margin);
    this.#usedMargin.set(holder, margin);
  }

  #changeLeg(holder: number, slot: number, sign: 1n | -1n): void {
    const at = this.#legOf(holder, this.#orders.termsAt(slot), this.#orders.termsIndexAt(slot));
    const leg = this.#legAt(at);
    addToLeg(leg, this.#orders.positionAt(slot), sign);
    this.#legs.write(at, leg);
    if (leg.positions > 0) return;
    unlink(this.#firstLeg, holder, this.#legs.next, at);
    this.#legs.release(at);
  }

  #legOf(holder: number, { pairId, terms }: RestingTerms, termsIndex: number): number {
    const first = this.#firstLeg.get(holder);
    for (let at = first; at !== NONE; at = this.#legs.next.get(at)) {
      const own = this.#orders.termsOf(this.#legs.terms.get(at));
      const alike = own.terms.ratePairId === terms.ratePairId && own.terms.rateInverse === terms.rateInverse;
      if (own.pairId === pairId && alike) return at;
    }
    const made = this.#legs.take(termsIndex, first);
    this.#firstLeg.set(holder, made);
    return made;
  }

  #legAt(at: number): Leg {
    const { pairId, terms } = this.#orders.termsOf(this.#legs.terms.get(at));
    const { ratePairId, rateInverse } = terms;
    const ratePlace = ratePairId === undefined ? -1 : this.#placeOf(ratePairId);
    return { place: this.#placeOf(pairId), ratePairId, ratePlace, rateInverse, ...this.#legs.read(at) };
  }
}

interface Cells {
  get(at: number): number;
  set(at: number, value: number): void;
}

/** Takes `gone` out of the list that starts at `first` of `owner`. */
function unlink(first: Cells, owner: number, next: Cells, gone: number): void {
  let before = NONE;
  let at = first.get(owner);
  while (at !== gone) {
    if (at === NONE) throw new Error('broken promise: what is taken out of a list is in it');
    before = at;
    at = next.get(at);
  }
  if (before === NONE) first.set(owner, next.get(gone));
  else next.set(before, next.get(gone));
}
