// The triggers of each pair, sorted by price, so that a tick costs what it fires. It proposes nothing itself; reached.ts has the exact rule.

import type { Price } from '@fairtick/kernel/decimal';
import { byteColumn } from './columns.ts';
import { CrossingHeap, NodePlaces } from './heap.ts';
import { exactKey, type OrderKind, type RestingOrders } from './resting.ts';

/** Where a trigger waits: for the bid or the ask of the feed, to fall to or rise to its key. */
type Wait = 'bidDown' | 'bidUp' | 'askDown' | 'askUp';

type Crossings = Record<Wait, CrossingHeap>;

const IN_FLIGHT = 0;
const ARMED = 1;

/** Of each order's slot there are two nodes: 2 x slot for its stop-loss or target, the next for its take-profit. */
export class TriggerBook {
  readonly #orders: RestingOrders;
  readonly #nodes = new NodePlaces();
  readonly #crossings: Crossings[] = [];
  readonly #states = byteColumn();

  constructor(orders: RestingOrders) {
    this.#orders = orders;
  }

  get armedTriggers(): number {
    let count = 0;
    for (const { bidDown, bidUp, askDown, askUp } of this.#crossings)
      count += bidDown.size + bidUp.size + askDown.size + askUp.size;
    return count;
  }

  isArmed(slot: number): boolean {
    return this.#states.get(slot) === ARMED;
  }

  /** Arms every trigger of an order; nothing happens if it is armed already. `place` is that of its pair. */
  arm(slot: number, place: number): void {
    if (this.isArmed(slot)) return;
    this.#states.set(slot, ARMED);
    const order = this.#orders.at(slot);
    const kind = this.#orders.kindAt(slot);
    const up = order.terms.markup;
    const crossings = this.#at(place);
    const add = (node: number, wait: Wait, price: Price): void =>
      crossings[wait].add(exactKey(wait === 'bidDown' || wait === 'bidUp' ? price + up : price - up), node);
    if (order.status === 'pending') {
      if (order.target) add(2 * slot, firstWait(kind), order.target.price);
      return;
    }
    if (order.stopLoss !== 0n) add(2 * slot, firstWait(kind), order.stopLoss);
    if (order.takeProfit !== 0n) add(2 * slot + 1, secondWait(kind), order.takeProfit);
  }

  /** Takes an order's triggers out, before it changes or ends. Nothing sets it off until it is armed again. */
  disarm(slot: number, place: number): void {
    if (!this.isArmed(slot)) return;
    this.#states.set(slot, IN_FLIGHT);
    const crossings = this.#at(place);
    const kind = this.#orders.kindAt(slot);
    if (this.#nodes.holds(2 * slot)) crossings[firstWait(kind)].remove(2 * slot);
    if (this.#nodes.holds(2 * slot + 1)) crossings[secondWait(kind)].remove(2 * slot + 1);
  }

  /** Disarms the orders of a pair that this bid and ask set off, and hands out their slots in no particular order. */
  takeReached(place: number, bid: number, ask: number, out: number[]): void {
    const crossings = this.#crossings[place];
    if (!crossings) return;
    this.#drain(crossings.bidDown, bid, place, out);
    this.#drain(crossings.bidUp, bid, place, out);
    this.#drain(crossings.askDown, ask, place, out);
    this.#drain(crossings.askUp, ask, place, out);
  }

  #drain(heap: CrossingHeap, value: number, place: number, out: number[]): void {
    for (let node = heap.takeReached(value); node >= 0; node = heap.takeReached(value)) {
      const slot = node >> 1;
      this.disarm(slot, place);
      out.push(slot);
    }
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

/** Where the first node of an order waits: the target of a pending order, the stop-loss of an open one. */
function firstWait({ status, side, target }: OrderKind): Wait {
  if (status === 'open') return side === 'buy' ? 'bidDown' : 'askUp';
  if (side === 'buy') return target === 'limit' ? 'askDown' : 'askUp';
  return target === 'limit' ? 'bidUp' : 'bidDown';
}

/** Where the second node waits: the take-profit. */
const secondWait = ({ side }: OrderKind): Wait => (side === 'buy' ? 'bidUp' : 'askDown');
