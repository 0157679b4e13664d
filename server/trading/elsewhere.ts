// What ticks have called for and another server decides: until it has, the order is not armed here, and nobody may overtake the tick.

import type { ForexOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Trigger } from './queue.ts';

/** News of an order come within this time, or everything is read again: an order that nothing was heard of for longer was decided to stay. */
const HEARD_WITHIN_MS = 5_000;

export class ProposedElsewhere {
  readonly #calls = new Map<Id, { readonly logIndex: number; readonly atMs: number }>();

  add(calls: readonly Trigger[], atMs: number): void {
    for (const call of calls)
      if (call.kind !== 'micro_expiry' && 'orderId' in call)
        this.#calls.set(call.orderId, { logIndex: call.tick.logIndex, atMs });
  }

  /** A commit has changed these orders: what was called for before is settled. */
  changed(orders: readonly ForexOrder[]): void {
    for (const { id } of orders) this.#calls.delete(id);
  }

  /** Orders whose call was decided, by what the other server says, and that stay as they were: they are armed again. */
  stayed(decidedThrough: number, nowMs: number): Id[] {
    const found: Id[] = [];
    for (const [id, { logIndex, atMs }] of this.#calls)
      if (logIndex <= decidedThrough && nowMs - atMs > HEARD_WITHIN_MS) found.push(id);
    for (const id of found) this.#calls.delete(id);
    return found;
  }

  clear(): void {
    this.#calls.clear();
  }
}
