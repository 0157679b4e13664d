// What ticks and times have called for and is not decided yet: which orders it has set off, in which order it may be decided, what failed.

import type { ForexOrder, Proposal } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Outcome } from '../platform/commands/command.ts';
import type { NightTrigger } from './nights.ts';

export type Trigger = Proposal | NightTrigger;

/** How often in a row a decision may fail by our own fault, before the order waits for the next tick. */
export const DECIDE_ATTEMPTS = 4;

interface Due {
  readonly ticket: number;
  readonly fills: boolean;
  readonly logIndex: number;
  /** In a batch that may still be under way; whatever its end, nothing comes between. */
  decided: boolean;
}

export class TriggerQueue {
  /** By ticket, the place of the tick that calls. A catch-up's may be older than its neighbours'. */
  readonly #places = new Map<number, number>();
  /** Forex orders that a tick has set off, with the newest call for each. */
  readonly #due = new Map<Id, Due>();
  /** Those of them that have not ended, by user. */
  readonly #ofUser = new Map<Id, Set<Id>>();
  /** Since the last success, of an order, a user, or a night. */
  readonly #failures = new Map<Id | Trigger['kind'], number>();
  #tickets = 0;

  get size(): number {
    return this.#places.size;
  }

  /** Takes a place in line. */
  join(call: Trigger): number {
    const ticket = this.#tickets++;
    // An expiry hangs on the log's time and not on a tick's evaluation: any start finds it again.
    this.#places.set(ticket, call.kind === 'micro_expiry' ? Infinity : call.tick.logIndex);
    if (call.kind !== 'micro_expiry' && 'orderId' in call) {
      const { orderId, userId } = call;
      const fills = call.kind === 'fill_pending';
      this.#due.set(orderId, { ticket, fills, logIndex: call.tick.logIndex, decided: false });
      this.#ofUser.set(userId, (this.#ofUser.get(userId) ?? new Set()).add(orderId));
    }
    return ticket;
  }

  /** It is decided: what is decided from now on comes after it. Or, in a batch that had to be tried again, it no longer is. */
  decides(call: Trigger, ticket: number, decided: boolean): void {
    const due = 'orderId' in call ? this.#due.get(call.orderId) : undefined;
    if (due?.ticket === ticket) due.decided = decided;
  }

  leave(call: Trigger, ticket: number): void {
    this.#places.delete(ticket);
    if (call.kind === 'micro_expiry' || !('orderId' in call) || !this.isNewest(call.orderId, ticket)) return;
    this.#due.delete(call.orderId);
    this.#forget(call.userId, call.orderId);
  }

  /** Nothing waits for what has ended by other means, though what it was called for is still to be answered. */
  ended(orders: readonly Pick<ForexOrder, 'id' | 'userId'>[]): void {
    for (const { id, userId } of orders) this.#forget(userId, id);
  }

  #forget(userId: Id, orderId: Id): void {
    const orders = this.#ofUser.get(userId);
    orders?.delete(orderId);
    if (orders?.size === 0) this.#ofUser.delete(userId);
  }

  /** All is read and called for anew. */
  clear(): void {
    this.#places.clear();
    this.#due.clear();
    this.#ofUser.clear();
  }

  /** The last place in the log through which everything is decided, of those up to `evaluated`. */
  decidedThrough(evaluated: number): number {
    let decided = evaluated;
    for (const logIndex of this.#places.values()) decided = Math.min(decided, logIndex - 1);
    return decided;
  }

  /** A fill that this very batch has decided is behind the order: from then on only later ticks count. */
  hasSetOff(order: ForexOrder): boolean {
    const due = this.#due.get(order.id);
    return due !== undefined && !(due.fills && order.status === 'open');
  }

  /** False when a later tick has set the order off meanwhile: what was filled may be due again when its filling is answered. */
  isNewest(orderId: Id, ticket: number): boolean {
    return this.#due.get(orderId)?.ticket === ticket;
  }

  /**
   * Whether what comes first by the log is not decided yet, for any order of the same user: ticks came while a change was being committed, and the
   * order as it was before has met a later one than the order as it is now. Then this goes behind that.
   */
  comesTooSoon(call: Trigger, ticket: number): boolean {
    if (call.kind === 'micro_expiry') return false;
    const users = 'users' in call ? call.users : [call.userId];
    // Within one tick the stops of orders come before the stop-out of their user, and after the night (E6).
    const ofUser = call.kind === 'stop_out' || call.kind === 'margin_call';
    for (const due of this.#dueOf(users)) {
      if (due.decided || due.ticket === ticket) continue;
      if (due.logIndex < call.tick.logIndex) return true;
      if (due.logIndex === call.tick.logIndex && !due.fills && ofUser) return true;
    }
    return false;
  }

  *#dueOf(users: readonly Id[]): Iterable<Due> {
    for (const userId of users) {
      for (const orderId of this.#ofUser.get(userId) ?? []) {
        const due = this.#due.get(orderId);
        if (due) yield due;
      }
    }
  }

  /**
   * What failed by our own fault is decided anew for the same tick, which is the one that counts, before anything of later ticks: true asks that all
   * be read and called for again. A few times only, for a defect that stays must not hold up the others: then it waits for the next tick.
   */
  failsAnew(call: Trigger, outcome: Outcome): boolean {
    if (call.kind === 'micro_expiry') return false;
    const subject = 'orderId' in call ? call.orderId : 'userId' in call ? call.userId : call.kind;
    if (outcome.ok || outcome.error.error !== 'INTERNAL') {
      this.#failures.delete(subject);
      return false;
    }
    const failures = (this.#failures.get(subject) ?? 0) + 1;
    this.#failures.set(subject, failures);
    return failures < DECIDE_ATTEMPTS;
  }
}
