// Triggers that another server decides: until it has, the order is not armed here, and nobody may overtake the tick.

import type { Id } from '@fairtick/kernel/ids';
import { isOrderTrigger, type Trigger } from './trigger.ts';

/** News of an order come within this time, or everything is read again: an order that nothing was heard of for longer was decided to stay. */
const HEARD_WITHIN_MS = 5_000;

export class DecidedElsewhere {
  readonly #triggers = new Map<Id, { readonly logIndex: number; readonly atMs: number }>();

  add(triggers: readonly Trigger[], atMs: number): void {
    for (const trigger of triggers)
      if (isOrderTrigger(trigger)) this.#triggers.set(trigger.orderId, { logIndex: trigger.tick.logIndex, atMs });
  }

  /** A commit has changed the order: its earlier triggers are settled. */
  changed(orderId: Id): void {
    this.#triggers.delete(orderId);
  }

  /** Orders whose triggers were decided, by what the other server says, and that stay as they were: they are armed again. */
  stayed(decidedThrough: number, nowMs: number): Id[] {
    const found: Id[] = [];
    for (const [id, { logIndex, atMs }] of this.#triggers)
      if (logIndex <= decidedThrough && nowMs - atMs > HEARD_WITHIN_MS) found.push(id);
    for (const id of found) this.#triggers.delete(id);
    return found;
  }

  clear(): void {
    this.#triggers.clear();
  }
}
