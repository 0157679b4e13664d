// Batches of several servers arrive in another order than they were committed in. What a later one has overtaken is taken out of an earlier one.

import type { Id } from '@fairtick/kernel/ids';
import type { CommittedBase } from '../platform/commands/books.ts';
import { filterRows } from '../platform/commands/committed.ts';

/** Longer than any message may be on its way: after that everything was read again. */
const REMEMBERED_MS = 15_000;

export class Newest {
  /** By the row's id: the place of the newest batch that changed it. */
  #places = new Map<Id, bigint>();
  #before = new Map<Id, bigint>();
  #sinceMs = Number.NEGATIVE_INFINITY;

  /** The batch without what is older than was heard before. Its notices are news in any case. */
  of<C extends CommittedBase>(committed: C, nowMs: number): C {
    const { place } = committed;
    if (place === undefined) return committed;
    if (nowMs - this.#sinceMs > REMEMBERED_MS) {
      this.#before = this.#places;
      this.#places = new Map();
      this.#sinceMs = nowMs;
    }
    return filterRows(committed, ({ id }) => this.#isNewest(id, place));
  }

  #isNewest(id: Id, place: bigint): boolean {
    const known = this.#places.get(id) ?? this.#before.get(id);
    if (known !== undefined && known > place) return false;
    this.#places.set(id, place);
    return true;
  }
}
