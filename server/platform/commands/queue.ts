// Who is next: what users ask for goes before what ticks and times call for, so that ten thousand expiries of one second are nobody else's
// wait. Of one user everything stays in the order of its arrival.

import type { Id } from '@fairtick/kernel/ids';

/** Commands that a batch may hold. */
export const BATCH_LIMIT = 1_000;
/** Owners that a batch may lock: a command of many users fills a batch by itself. */
export const OWNERS_LIMIT = 1_000;
/** Of these, the ones that nobody waits for at a screen: a batch of them must be over before the next tap is late. */
export const CALLED_LIMIT = 100;
/** Owners of the called ones: half of a batch is left to taps, whatever a night concerns. */
const CALLED_OWNERS_LIMIT = OWNERS_LIMIT / 2;
/** Taps that may wait; one more is refused at once, so that nobody waits in vain. */
export const QUEUE_LIMIT = 20_000;
/** What is called for is not refused for want of room while every active order that a server holds may call at once. */
const CALLED_QUEUE_LIMIT = 1_000_000;

interface Asked {
  readonly owners: readonly Id[];
  /** Users' commands have one. */
  readonly key?: unknown;
}

export class CommandQueue<W extends { readonly command: Asked }> {
  #asked: W[] = [];
  #called: W[] = [];
  /** Owners of what is in `#called`, with how often. */
  readonly #behind = new Map<Id, number>();

  get length(): number {
    return this.#asked.length + this.#called.length;
  }

  hasRoomFor({ key }: Asked): boolean {
    return key === undefined ? this.#called.length < CALLED_QUEUE_LIMIT : this.#asked.length < QUEUE_LIMIT;
  }

  /** Behind what is called for of the same user, if anything is: a tap does not overtake its own stop-out. */
  push(waiting: W): void {
    const { key, owners } = waiting.command;
    if (key !== undefined && !owners.some((owner) => this.#behind.has(owner))) {
      this.#asked.push(waiting);
      return;
    }
    this.#called.push(waiting);
    for (const owner of owners) this.#behind.set(owner, (this.#behind.get(owner) ?? 0) + 1);
  }

  /** The next batch: nothing only when nothing waits. */
  take(): W[] {
    const share = fitting(this.#called, CALLED_LIMIT, CALLED_OWNERS_LIMIT);
    const called = this.#called.splice(0, share);
    const room = OWNERS_LIMIT - called.reduce((sum, { command }) => sum + command.owners.length, 0);
    const asked = this.#asked.splice(0, fitting(this.#asked, BATCH_LIMIT - share, room));
    for (const { command } of called) {
      for (const owner of command.owners) {
        const left = (this.#behind.get(owner) ?? 1) - 1;
        if (left > 0) this.#behind.set(owner, left);
        else this.#behind.delete(owner);
      }
    }
    return [...asked, ...called];
  }
}

/** How many of the first fit into a batch together: at least one wherever there is room for any, however many owners it has. */
function fitting(waiting: readonly { readonly command: Asked }[], commands: number, owners: number): number {
  let [count, named] = [0, 0];
  for (const { command } of waiting) {
    named += command.owners.length;
    if (count >= commands || owners <= 0 || (count > 0 && named > owners)) break;
    count += 1;
  }
  return count;
}
