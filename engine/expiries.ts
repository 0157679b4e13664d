// Open up/down options by expiry: which are due once the log has passed a time. The caller knows how far the log has passed.

import type { Id } from '@fairtick/kernel/ids';
import { CrossingHeap, NodePlaces } from './heap.ts';
import type { MicroOrder, MicroProposal } from './types.ts';

export class ExpiryBook {
  readonly #nodes = new NodePlaces();
  readonly #due = new CrossingHeap('up', this.#nodes);
  readonly #orders: (MicroOrder | undefined)[] = [];
  readonly #slots = new Map<Id, number>();
  readonly #free: number[] = [];

  get size(): number {
    return this.#slots.size;
  }

  *orders(): Iterable<MicroOrder> {
    for (const order of this.#orders) if (order) yield order;
  }

  isArmed(id: Id): boolean {
    const slot = this.#slots.get(id);
    return slot !== undefined && this.#nodes.holds(slot);
  }

  /** An open order waits for its expiry, also if it was due before; a closed one is forgotten. */
  upsert(order: MicroOrder): void {
    this.#forget(order.id);
    if (order.status !== 'open') return;
    if (!Number.isSafeInteger(order.expiryTime)) throw new RangeError('an expiry is a whole number of ms');
    const slot = this.#free.pop() ?? this.#orders.length;
    this.#orders[slot] = order;
    this.#slots.set(order.id, slot);
    this.#due.add(order.expiryTime, slot);
  }

  rearm(id: Id): void {
    const slot = this.#slots.get(id);
    const order = slot === undefined ? undefined : this.#orders[slot];
    if (slot === undefined || !order || this.#nodes.holds(slot)) return;
    this.#due.add(order.expiryTime, slot);
  }

  /** Every open order with expiryTime <= `passedTimeMs`, each once, by expiry, then id. Rules E50 to E52. */
  takeDue(passedTimeMs: number): MicroProposal[] {
    const due: MicroOrder[] = [];
    for (let slot = this.#due.takeReached(passedTimeMs); slot >= 0; slot = this.#due.takeReached(passedTimeMs)) {
      const order = this.#orders[slot];
      if (!order) throw new Error('broken promise: an expiry belongs to an order');
      due.push(order);
    }
    due.sort((a, b) => a.expiryTime - b.expiryTime || (a.id < b.id ? -1 : 1));
    return due.map(({ id, userId, expiryTime }) => ({ kind: 'micro_expiry', orderId: id, userId, expiryTime }));
  }

  #forget(id: Id): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    if (this.#nodes.holds(slot)) this.#due.remove(slot);
    this.#orders[slot] = undefined;
    this.#slots.delete(id);
    this.#free.push(slot);
  }
}
