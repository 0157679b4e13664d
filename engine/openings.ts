// Options that no tick has opened yet: which may be decided, since their pair had a tick after acceptance or their time is over. Which tick opens
// one is read from the log by whoever decides: here is only known that it is there.

import type { Id } from '@fairtick/kernel/ids';
import { opensUntil } from './settlement.ts';
import type { MicroOrder, MicroProposal } from './types.ts';

type Waiting = Pick<MicroOrder, 'id' | 'userId' | 'pairId' | 'acceptedTime' | 'expiryTime'> & {
  readonly armedIndex: number;
};

export class OpeningBook {
  readonly #orders = new Map<Id, MicroOrder>();
  /** No tick of their pair yet, by pair: as many as are bought within two seconds. */
  readonly #waiting = new Map<number, Map<Id, Waiting>>();
  readonly #ready = new Map<Id, Waiting>();
  /** None of the waiting is over before this. */
  #nextEndMs = Infinity;

  get size(): number {
    return this.#orders.size;
  }

  orders(): Iterable<MicroOrder> {
    return this.#orders.values();
  }

  isArmed(id: Id): boolean {
    const order = this.#orders.get(id);
    return this.#ready.has(id) || (order !== undefined && this.#waiting.get(order.pairId)?.has(id) === true);
  }

  /** `newestIndex`: place of the pair's newest tick, -1 without one. Keeps a waiting option, also if it was given before; forgets any other. */
  upsert(order: MicroOrder, newestIndex: number): void {
    this.#forget(order.id);
    if (order.status !== 'waiting') return;
    this.#orders.set(order.id, order);
    this.#arm(order, newestIndex);
  }

  rearm(id: Id, newestIndexOf: (pairId: number) => number): void {
    const order = this.#orders.get(id);
    if (order && !this.isArmed(id)) this.#arm(order, newestIndexOf(order.pairId));
  }

  onTick(pairId: number, logIndex: number): void {
    const waiting = this.#waiting.get(pairId);
    if (!waiting || waiting.size === 0) return;
    for (const [id, one] of waiting) {
      if (logIndex <= one.armedIndex) continue;
      waiting.delete(id);
      this.#ready.set(id, one);
    }
  }

  /** Every option whose pair had a tick after acceptance, or that no tick received after `passedTimeMs` can open; each once, by id. Rule E57. */
  takeDue(passedTimeMs: number): MicroProposal[] {
    if (passedTimeMs >= this.#nextEndMs) this.#takeOver(passedTimeMs);
    if (this.#ready.size === 0) return [];
    const due = [...this.#ready.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#ready.clear();
    return due.map(({ id, userId }) => ({ kind: 'micro_open', orderId: id, userId }));
  }

  #takeOver(passedTimeMs: number): void {
    this.#nextEndMs = Infinity;
    for (const waiting of this.#waiting.values()) {
      for (const [id, one] of waiting) {
        const endMs = opensUntil(one);
        if (endMs > passedTimeMs) this.#nextEndMs = Math.min(this.#nextEndMs, endMs);
        else {
          waiting.delete(id);
          this.#ready.set(id, one);
        }
      }
    }
  }

  #arm(order: MicroOrder, newestIndex: number): void {
    const { id, userId, pairId, acceptedTime, expiryTime, armedIndex } = order;
    if (armedIndex === undefined || !Number.isSafeInteger(acceptedTime))
      throw new RangeError('a waiting option has a place and a time of acceptance');
    const one = { id, userId, pairId, acceptedTime, expiryTime, armedIndex };
    if (newestIndex > armedIndex) {
      this.#ready.set(id, one);
      return;
    }
    const waiting = this.#waiting.get(pairId) ?? new Map<Id, Waiting>();
    this.#waiting.set(pairId, waiting.set(id, one));
    this.#nextEndMs = Math.min(this.#nextEndMs, opensUntil(one));
  }

  #forget(id: Id): void {
    const order = this.#orders.get(id);
    if (!order) return;
    this.#orders.delete(id);
    this.#ready.delete(id);
    this.#waiting.get(order.pairId)?.delete(id);
  }
}
