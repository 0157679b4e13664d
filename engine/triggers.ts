// Which price sets off which order: sorted triggers per pair, so that a tick costs what it fires. It proposes nothing itself.

import type { Price } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { CrossingHeap, NodePlaces } from './heap.ts';
import { closingPrice, openingPrice } from './quotes.ts';
import type { ForexOrder, Tick } from './types.ts';

export type TriggerKind = 'stop_loss' | 'take_profit' | 'fill_pending';

/** What `tick` sets off for an order, by exact comparison; a stop-loss comes before a take-profit. Rules E20 to E24. */
export function triggeredBy(order: ForexOrder, tick: Pick<Tick, 'bid' | 'ask'>): TriggerKind | undefined {
  const { side, target, stopLoss, takeProfit, terms } = order;
  if (order.status === 'pending') {
    if (!target) return undefined;
    const at = openingPrice(side, tick, terms.markup);
    const waitsBelow = (side === 'buy') === (target.kind === 'limit');
    return (waitsBelow ? at <= target.price : at >= target.price) ? 'fill_pending' : undefined;
  }
  if (order.status !== 'open') return undefined;
  const at = closingPrice(side, tick, terms.markup);
  if (stopLoss !== 0n && (side === 'buy' ? at <= stopLoss : at >= stopLoss)) return 'stop_loss';
  if (takeProfit !== 0n && (side === 'buy' ? at >= takeProfit : at <= takeProfit)) return 'take_profit';
  return undefined;
}

/** Where a trigger waits: for the bid or the ask of the feed, to fall to or rise to its key. */
type Wait = 'bidDown' | 'bidUp' | 'askDown' | 'askUp';

type Crossings = Record<Wait, CrossingHeap>;

const FREE = 0;
const ARMED = 1;
const IN_FLIGHT = 2;

/** A price as an exact double: units of 1e-8 below 2^53, so prices below 90 million. */
export function exactKey(units: bigint): number {
  const key = Number(units);
  if (!Number.isSafeInteger(key)) throw new RangeError('a trigger price is beyond 90 million');
  return key;
}

/** An order has a slot, and two nodes: 2 x slot for its stop-loss or target, the next for its take-profit. */
export class TriggerBook {
  readonly #nodes = new NodePlaces();
  readonly #crossings: Crossings[] = [];
  readonly #orders: (ForexOrder | undefined)[] = [];
  readonly #slots = new Map<Id, number>();
  readonly #free: number[] = [];
  #states = new Uint8Array(64);

  get size(): number {
    return this.#slots.size;
  }

  get armedTriggers(): number {
    let count = 0;
    for (const { bidDown, bidUp, askDown, askUp } of this.#crossings)
      count += bidDown.size + bidUp.size + askDown.size + askUp.size;
    return count;
  }

  get(id: Id): ForexOrder | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#orders[slot];
  }

  isArmed(id: Id): boolean {
    return this.#states[this.#slots.get(id) ?? -1] === ARMED;
  }

  *orders(): Iterable<ForexOrder> {
    for (const order of this.#orders) if (order) yield order;
  }

  /** Takes an order in, or its newer state, without arming it. */
  put(order: ForexOrder, place: number): void {
    const known = this.#slots.get(order.id);
    if (known !== undefined) {
      this.#disarm(known, place);
      this.#orders[known] = order;
      return;
    }
    const slot = this.#free.pop() ?? this.#orders.length;
    this.#nodes.reserve(2 * slot + 2);
    if (slot >= this.#states.length) {
      const states = new Uint8Array(this.#states.length * 2);
      states.set(this.#states);
      this.#states = states;
    }
    this.#slots.set(order.id, slot);
    this.#orders[slot] = order;
    this.#states[slot] = IN_FLIGHT;
  }

  remove(id: Id, place: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#disarm(slot, place);
    this.#states[slot] = FREE;
    this.#orders[slot] = undefined;
    this.#slots.delete(id);
    this.#free.push(slot);
  }

  /** Arms every trigger of a known order; nothing happens if it is armed already. */
  arm(id: Id, place: number): void {
    const slot = this.#slots.get(id);
    const order = slot === undefined ? undefined : this.#orders[slot];
    if (slot === undefined || !order || this.#states[slot] === ARMED) return;
    this.#states[slot] = ARMED;
    const up = order.terms.markup;
    const crossings = this.#at(place);
    const add = (node: number, wait: Wait, price: Price): void =>
      crossings[wait].add(exactKey(wait === 'bidDown' || wait === 'bidUp' ? price + up : price - up), node);
    if (order.status === 'pending') {
      if (order.target) add(2 * slot, firstWait(order), order.target.price);
      return;
    }
    if (order.stopLoss !== 0n) add(2 * slot, firstWait(order), order.stopLoss);
    if (order.takeProfit !== 0n) add(2 * slot + 1, order.side === 'buy' ? 'bidUp' : 'askDown', order.takeProfit);
  }

  /** Disarms the orders of a pair that this bid and ask set off, and hands them out in no particular order. */
  takeReached(place: number, bid: number, ask: number, out: ForexOrder[]): void {
    const crossings = this.#crossings[place];
    if (!crossings) return;
    this.#drain(crossings.bidDown, bid, place, out);
    this.#drain(crossings.bidUp, bid, place, out);
    this.#drain(crossings.askDown, ask, place, out);
    this.#drain(crossings.askUp, ask, place, out);
  }

  #drain(heap: CrossingHeap, value: number, place: number, out: ForexOrder[]): void {
    for (let node = heap.takeReached(value); node >= 0; node = heap.takeReached(value)) {
      const slot = node >> 1;
      const order = this.#orders[slot];
      if (!order) throw new Error('broken promise: a trigger belongs to an order');
      this.#disarm(slot, place);
      out.push(order);
    }
  }

  #disarm(slot: number, place: number): void {
    const order = this.#orders[slot];
    if (!order || this.#states[slot] !== ARMED) return;
    this.#states[slot] = IN_FLIGHT;
    const crossings = this.#at(place);
    if (this.#nodes.holds(2 * slot)) crossings[firstWait(order)].remove(2 * slot);
    if (this.#nodes.holds(2 * slot + 1)) crossings[order.side === 'buy' ? 'bidUp' : 'askDown'].remove(2 * slot + 1);
  }

  #at(place: number): Crossings {
    while (this.#crossings.length <= place) {
      this.#crossings.push({
        bidDown: new CrossingHeap('down', this.#nodes),
        bidUp: new CrossingHeap('up', this.#nodes),
        askDown: new CrossingHeap('down', this.#nodes),
        askUp: new CrossingHeap('up', this.#nodes),
      });
    }
    const crossings = this.#crossings[place];
    if (!crossings) throw new RangeError(`no pair at place ${place}`);
    return crossings;
  }
}

/** Where the first node of an order waits: its target while pending, else its stop-loss. */
function firstWait(order: ForexOrder): Wait {
  if (order.status !== 'pending') return order.side === 'buy' ? 'bidDown' : 'askUp';
  const limit = order.target?.kind === 'limit';
  if (order.side === 'buy') return limit ? 'askDown' : 'askUp';
  return limit ? 'bidUp' : 'bidDown';
}
