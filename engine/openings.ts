// Options that no tick has opened yet: which may be decided, since their pair had a tick that may open them or their time is over. Which tick opens
// one is read from the log by whoever decides: here is only known that it is there.

import type { Id } from '@fairtick/kernel/ids';
import { mayOpen, opensUntil } from './settlement.ts';
import type { MicroOrder, MicroProposal, Tick } from './types.ts';

type Waiting = Pick<MicroOrder, 'id' | 'userId' | 'pairId' | 'acceptedTime' | 'expiryTime' | 'openDelayMs'> & {
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

  /** `newest`: the pair's newest tick. Keeps a waiting option, also if it was given before; forgets any other. */
  upsert(order: MicroOrder, newest: Tick | undefined): void {
    this.#forget(order.id);
    if (order.status !== 'waiting') return;
    this.#orders.set(order.id, order);
    this.#arm(order, newest);
  }

  rearm(id: Id, newestOf: (pairId: number) => Tick | undefined): void {
    const order = this.#orders.get(id);
    if (order && !this.isArmed(id)) this.#arm(order, newestOf(order.pairId));
  }

  onTick(tick: Tick): void {
    const waiting = this.#waiting.get(tick.pairId);
    if (!waiting || waiting.size === 0) return;
    for (const [id, one] of waiting) {
      if (!mayOpen(one, tick)) continue;
      waiting.delete(id);
      this.#ready.set(id, one);
    }
  }

  /** Every option whose pair had a tick that may open it, or that no tick received after `passedTimeMs` can open; each once, by id. Rule E57. */
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

  #arm(order: MicroOrder, newest: Tick | undefined): void {
    const { id, userId, pairId, acceptedTime, expiryTime, openDelayMs, armedIndex } = order;
    if (armedIndex === undefined || !Number.isSafeInteger(acceptedTime))
      throw new RangeError('a waiting option has a place and a time of acceptance');
    const one = { id, userId, pairId, acceptedTime, expiryTime, openDelayMs, armedIndex };
    if (newest && mayOpen(one, newest)) {
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
