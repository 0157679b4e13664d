// The records of one table as one batch sees them: what was loaded under the lock, plus what the batch has accepted so far.

import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';

export interface OwnedRecord {
  readonly id: Id;
  readonly userId: Id;
}

export interface WorkingSetOptions<T> {
  /** What the records are, for the sentence of a broken promise. */
  readonly what: string;
  /** Whether a record is one of those that are loaded by their owner. */
  readonly isActive: (record: T) => boolean;
}

export class WorkingSet<T extends OwnedRecord> {
  readonly #options: WorkingSetOptions<T>;
  readonly #byId = new Map<Id, T>();
  /** By owner, because a batch may hold the records of a thousand users. */
  readonly #ofUser = new Map<Id, Set<Id>>();
  readonly #whole: ReadonlySet<Id>;
  readonly #loaded: ReadonlySet<Id>;
  readonly #changed = new Set<Id>();

  /** `owners`: users whose active records are all among the rows. */
  constructor(options: WorkingSetOptions<T>, rows: readonly T[], owners: readonly Id[]) {
    this.#options = options;
    this.#whole = new Set(owners);
    for (const row of rows) this.#keep(row);
    this.#loaded = new Set(rows.map((row) => row.id));
  }

  byId(id: Id): T | undefined {
    return this.#byId.get(id);
  }

  /** Whether all active records of the user are loaded. */
  holdsAllOf(userId: Id): boolean {
    return this.#whole.has(userId);
  }

  /** A user's active records, oldest first. Throws where the batch did not load them. */
  active(userId: Id): T[] {
    const { what, isActive } = this.#options;
    assert(this.#whole.has(userId), `the batch has the user's active ${what}`);
    const active: T[] = [];
    for (const id of this.#ofUser.get(userId) ?? []) {
      const record = this.#byId.get(id);
      if (record && isActive(record)) active.push(record);
    }
    return active.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  put(record: T): void {
    this.#keep(record);
    this.#changed.add(record.id);
  }

  inserted(): T[] {
    return this.changed().filter(({ id }) => !this.#loaded.has(id));
  }

  updated(): T[] {
    return this.changed().filter(({ id }) => this.#loaded.has(id));
  }

  changed(): T[] {
    return [...this.#changed].map((id) => this.#byId.get(id)).filter((record) => record !== undefined);
  }

  #keep(record: T): void {
    this.#byId.set(record.id, record);
    const ids = this.#ofUser.get(record.userId);
    if (ids) ids.add(record.id);
    else this.#ofUser.set(record.userId, new Set([record.id]));
  }
}
