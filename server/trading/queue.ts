// Triggers that are not decided yet: which orders they concern, in which order they may be decided, and which decisions failed.

import type { RestingOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Outcome } from '../platform/commands/command.ts';
import {
  copyClosing,
  copyStopping,
  isCopyStop,
  isEntry,
  isStopOut,
  judgesEquity,
  meetsLaterTicks,
  placeOf,
  type Trigger,
  usersOf,
} from './trigger.ts';

/** How often in a row a decision may fail by our own fault, before the order waits for the next tick. */
export const DECIDE_ATTEMPTS = 4;

/** What waits in its user's line: an order, or what a trigger calls itself there. */
type Subject = Id | string;

const subjectOf = ({ orderId, line }: Trigger): Subject | undefined => line ?? orderId;

interface Due {
  readonly ticket: number;
  readonly entry: boolean;
  readonly meetsLater: boolean;
  /** Several of one user are decided in the order in which they came, also at one place in the log. */
  readonly inTurn: boolean;
  readonly logIndex: number;
  /** The batch that has decided it: for that batch's later decisions, and for no other's, since it may be rolled back. */
  decidedIn: object | undefined;
}

export class TriggerQueue {
  /** By ticket, the place in the log of the deciding tick. A catch-up's may be older than its neighbours'. */
  readonly #places = new Map<number, number>();
  /** What a tick has set off, with the newest trigger of each. */
  readonly #due = new Map<Subject, Due>();
  /** That of it which has not ended, by user. */
  readonly #ofUser = new Map<Id, Set<Subject>>();
  /** Users whose stop-outs are not decided yet, with how many. */
  readonly #judged = new Map<Id, number>();
  /** Failures since the last success, of an order, a user, or a kind of trigger. */
  readonly #failures = new Map<Id | string, number>();
  #tickets = 0;

  get size(): number {
    return this.#places.size;
  }

  /** Takes a place in the queue. */
  join(trigger: Trigger): number {
    const ticket = this.#tickets++;
    // What hangs on the log's time alone is found again by any start.
    const logIndex = placeOf(trigger);
    this.#places.set(ticket, logIndex ?? Infinity);
    const subject = subjectOf(trigger);
    const { userId, line } = trigger;
    if (subject !== undefined && userId !== undefined && logIndex !== undefined) {
      const inTurn = line !== undefined;
      this.#due.set(subject, {
        ...{ ticket, entry: isEntry(trigger), meetsLater: meetsLaterTicks(trigger) },
        ...{ inTurn, logIndex, decidedIn: undefined },
      });
      this.#ofUser.set(userId, (this.#ofUser.get(userId) ?? new Set()).add(subject));
    }
    if (isStopOut(trigger)) this.#judged.set(trigger.userId, (this.#judged.get(trigger.userId) ?? 0) + 1);
    return ticket;
  }

  /** Whether a stop-out of the user is not decided yet. */
  judges(userId: Id): boolean {
    return this.#judged.has(userId);
  }

  /** It is decided in this batch: what the batch decides from now on comes after it. */
  decides(trigger: Trigger, ticket: number, batch: object): void {
    const subject = subjectOf(trigger);
    const due = subject === undefined ? undefined : this.#due.get(subject);
    if (due?.ticket === ticket) due.decidedIn = batch;
  }

  leave(trigger: Trigger, ticket: number): void {
    // Everything may have been read anew meanwhile: then it has left already.
    if (this.#places.delete(ticket) && isStopOut(trigger)) this.#leaveJudged(trigger.userId);
    const subject = subjectOf(trigger);
    if (subject === undefined || trigger.userId === undefined || !this.isNewest(subject, ticket)) return;
    this.#due.delete(subject);
    this.ended(trigger.userId, subject);
  }

  #leaveJudged(userId: Id): void {
    const left = (this.#judged.get(userId) ?? 0) - 1;
    if (left > 0) this.#judged.set(userId, left);
    else this.#judged.delete(userId);
  }

  /** The order has ended by other means: nothing waits for its trigger any more, though that is still to be answered. */
  ended(userId: Id, subject: Subject): void {
    const subjects = this.#ofUser.get(userId);
    subjects?.delete(subject);
    if (subjects?.size === 0) this.#ofUser.delete(userId);
  }

  /** Everything is read and proposed anew. */
  clear(): void {
    this.#places.clear();
    this.#due.clear();
    this.#ofUser.clear();
    this.#judged.clear();
  }

  /** The last place in the log through which every trigger is decided, of those up to `evaluated`. */
  decidedThrough(evaluated: number): number {
    let decided = evaluated;
    for (const logIndex of this.#places.values()) decided = Math.min(decided, logIndex - 1);
    return decided;
  }

  /** Whether an undecided trigger concerns the order. A fill that this very batch has decided is behind the order: from then on only later ticks count. */
  hasSetOff(order: Pick<RestingOrder, 'id' | 'status' | 'originId' | 'followId'>): boolean {
    const { id, status, originId, followId } = order;
    if (originId !== undefined && followId !== undefined) {
      if (this.#due.has(copyClosing(originId, followId)) || this.#due.has(copyStopping(followId))) return true;
    }
    const due = this.#due.get(id);
    return due !== undefined && !(due.entry && status === 'open');
  }

  /** False when a later tick has set the order off meanwhile: what was filled may be due again when its filling is answered. */
  isNewest(subject: Subject, ticket: number): boolean {
    return this.#due.get(subject)?.ticket === ticket;
  }

  /**
   * Whether what comes first by the log is not decided yet, for any order of the same user: ticks came while a change was being committed, and the
   * order as it was before has met a later one than the order as it is now. Then this goes behind that. `batch`: the one that asks.
   */
  comesTooSoon(trigger: Trigger, ticket: number, batch: object): boolean {
    const place = placeOf(trigger);
    if (place === undefined) return false;
    const afterStops = judgesEquity(trigger);
    const afterOrders = isCopyStop(trigger);
    for (const due of this.#dueOf(usersOf(trigger))) {
      if (due.ticket === ticket) continue;
      const earlier = due.logIndex < place;
      // What was filled, or waits for other prices, meets the ticks in between only once its commit has reached the engine.
      if (due.decidedIn === batch && !(due.meetsLater && earlier)) continue;
      if (earlier) return true;
      if (due.logIndex !== place) continue;
      if (afterStops && !due.entry) return true;
      if (afterOrders && !due.entry && !due.inTurn) return true;
      if (trigger.line !== undefined && due.inTurn && due.ticket < ticket) return true;
    }
    return false;
  }

  *#dueOf(users: readonly Id[]): Iterable<Due> {
    for (const userId of users) {
      for (const subject of this.#ofUser.get(userId) ?? []) {
        const due = this.#due.get(subject);
        if (due) yield due;
      }
    }
  }

  /**
   * What failed by our own fault is decided anew for the same tick, which is the one that counts, before anything of later ticks: true asks that
   * everything be read and proposed again. A few times only, for a defect that stays must not hold up the others: then it waits for the next tick.
   */
  failsAnew(trigger: Trigger, outcome: Outcome): boolean {
    if (placeOf(trigger) === undefined) return false;
    const subject = subjectOf(trigger) ?? trigger.userId ?? trigger.kind;
    if (outcome.ok || outcome.error.error !== 'INTERNAL') {
      this.#failures.delete(subject);
      return false;
    }
    const failures = (this.#failures.get(subject) ?? 0) + 1;
    this.#failures.set(subject, failures);
    return failures < DECIDE_ATTEMPTS;
  }
}
