// The order of waiting commands: users' commands go before triggered ones (those of ticks, expiries and the schedule), so that a user does not wait
// for ten thousand expiries of one second. Commands of one user keep the order in which they arrived.

import type { Id } from '@fairtick/kernel/ids';

/** Commands that a batch may hold. */
export const BATCH_LIMIT = 1_000;
/** Owners that a batch may lock: a command of many users fills a batch by itself. */
export const OWNERS_LIMIT = 1_000;
/** Triggered commands that a batch may hold: a batch of them must end before a user notices the wait. */
export const TRIGGERED_LIMIT = 100;
/** Owners of the triggered commands of a batch: half of a batch's owners is left to users' commands, also in a night with many positions. */
const TRIGGERED_OWNERS_LIMIT = OWNERS_LIMIT / 2;
/** Users' commands that may wait. One more is refused at once: it would only time out. */
export const QUEUE_LIMIT = 20_000;
/** Triggered commands that may wait: one for each active order that a server holds (docs/scale.md), so that none is refused. */
const TRIGGERED_QUEUE_LIMIT = 1_000_000;

interface Queued {
  readonly owners: readonly Id[];
  /** Users' commands have one, triggered commands have none. */
  readonly key?: unknown;
}

export class CommandQueue<W extends { readonly command: Queued }> {
  #ofUsers: W[] = [];
  #triggered: W[] = [];
  /** Owners of the commands in `#triggered`, with how many each has there. */
  readonly #triggeredOwners = new Map<Id, number>();

  get length(): number {
    return this.#ofUsers.length + this.#triggered.length;
  }

  hasRoomFor({ key }: Queued): boolean {
    return key === undefined ? this.#triggered.length < TRIGGERED_QUEUE_LIMIT : this.#ofUsers.length < QUEUE_LIMIT;
  }

  /** A user's command waits behind the same user's triggered commands, if there are any: it must not overtake the user's own stop-out. */
  push(waiting: W): void {
    const { key, owners } = waiting.command;
    if (key !== undefined && !owners.some((owner) => this.#triggeredOwners.has(owner))) {
      this.#ofUsers.push(waiting);
      return;
    }
    this.#triggered.push(waiting);
    for (const owner of owners) this.#triggeredOwners.set(owner, (this.#triggeredOwners.get(owner) ?? 0) + 1);
  }

  /** Takes the next batch out of the queue. Empty only when the queue is empty. */
  take(): W[] {
    const share = fitting(this.#triggered, TRIGGERED_LIMIT, TRIGGERED_OWNERS_LIMIT);
    const triggered = this.#triggered.splice(0, share);
    const room = OWNERS_LIMIT - triggered.reduce((sum, { command }) => sum + command.owners.length, 0);
    const ofUsers = this.#ofUsers.splice(0, fitting(this.#ofUsers, BATCH_LIMIT - share, room));
    for (const { command } of triggered) {
      for (const owner of command.owners) {
        const left = (this.#triggeredOwners.get(owner) ?? 1) - 1;
        if (left > 0) this.#triggeredOwners.set(owner, left);
        else this.#triggeredOwners.delete(owner);
      }
    }
    return [...ofUsers, ...triggered];
  }
}

/** How many of the first commands fit into a batch. At least one while any owner fits, even where that one has more owners than the batch may lock. */
function fitting(waiting: readonly { readonly command: Queued }[], commands: number, owners: number): number {
  let [count, named] = [0, 0];
  for (const { command } of waiting) {
    named += command.owners.length;
    if (count >= commands || owners <= 0 || (count > 0 && named > owners)) break;
    count += 1;
  }
  return count;
}
