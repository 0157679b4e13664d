// Batches of several servers arrive in another order than they were committed in. What a later one has overtaken is taken out of an earlier one.

import type { Id } from '@fairtick/kernel/ids';
import type { Committed } from '../trading/batch.ts';

/** Longer than any message may be on its way: after that everything was read again. */
const REMEMBERED_MS = 15_000;

export class Newest {
  /** By order and by user, whose accounts always come together: the place of the newest batch that changed it. */
  #places = new Map<Id, bigint>();
  #before = new Map<Id, bigint>();
  #sinceMs = Number.NEGATIVE_INFINITY;

  /** The batch without what is older than was heard before. Its notices are news in any case. */
  of(committed: Committed, nowMs: number): Committed {
    const { place } = committed;
    if (place === undefined) return committed;
    if (nowMs - this.#sinceMs > REMEMBERED_MS) {
      this.#before = this.#places;
      this.#places = new Map();
      this.#sinceMs = nowMs;
    }
    const users = new Set([...committed.balances.keys()].filter((userId) => this.#isNewest(userId, place)));
    return {
      ...committed,
      forex: committed.forex.filter(({ id }) => this.#isNewest(id, place)),
      micro: committed.micro.filter(({ id }) => this.#isNewest(id, place)),
      accounts: committed.accounts.filter(({ ownerId }) => users.has(ownerId)),
      balances: new Map([...committed.balances].filter(([userId]) => users.has(userId))),
    };
  }

  #isNewest(id: Id, place: bigint): boolean {
    const known = this.#places.get(id) ?? this.#before.get(id);
    if (known !== undefined && known > place) return false;
    this.#places.set(id, place);
    return true;
  }
}
