// What a decision about following may look at, and what it changes: the working set of one batch.

import type { Amount } from '@fairtick/kernel/decimal';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { ForexChange, ForexState } from '../../forex/index.ts';
import type { CopyingSettings } from '../settings.ts';
import type { CopyNight, Loaded, Written } from './batch-table.ts';
import type { CopyEvent, CopySkip, Follow, FollowSettings, Leading, Mark, MarkStep } from './columns.ts';

/** Each whole: it replaces the one before. */
export interface FollowingChange {
  readonly leading?: readonly Leading[];
  readonly follows?: readonly Follow[];
  readonly settings?: readonly FollowSettings[];
  readonly events?: readonly CopyEvent[];
  readonly skips?: readonly CopySkip[];
  readonly marks?: readonly Mark[];
  readonly steps?: readonly MarkStep[];
  /** What nights took just now: in memory only, for the watch over stops. The rows are forex's. */
  readonly nights?: readonly CopyNight[];
  /** What was opened just now: in memory only, for the batch's later copies. The rows are forex's. */
  readonly opened?: readonly Opened[];
}

/** Units of the base, 1e-8, that a copy with real money has opened of a trader on a pair. */
export interface Opened {
  readonly traderId: Id;
  readonly pairId: number;
  readonly units: bigint;
}

export interface CopyState extends ForexState {
  readonly copying: FollowingBatch;
}

export type CopyChange = ForexChange & { readonly copying?: FollowingChange };

const markKey = (userId: Id, traderId: Id): string => `${userId}/${traderId}`;

/** Records of a kind by a key, with what the batch made and changed of them. */
class Kept<K, T> {
  readonly #rows: Map<K, T>;
  readonly #loaded: ReadonlySet<K>;
  readonly #changed = new Set<K>();

  constructor(rows: readonly T[], key: (row: T) => K) {
    this.#rows = new Map(rows.map((row) => [key(row), row]));
    this.#loaded = new Set(this.#rows.keys());
  }

  get(key: K): T | undefined {
    return this.#rows.get(key);
  }

  all(): Iterable<T> {
    return this.#rows.values();
  }

  put(key: K, row: T): void {
    this.#rows.set(key, row);
    this.#changed.add(key);
  }

  /** Those that were there before the batch, or those that were not. */
  written(before: boolean): T[] {
    const keys = [...this.#changed].filter((key) => this.#loaded.has(key) === before);
    return keys.map((key) => this.#rows.get(key)).filter((row) => row !== undefined);
  }
}

export class FollowingBatch {
  readonly #leading: Kept<Id, Leading>;
  readonly #follows: Kept<Id, Follow>;
  readonly #marks: Kept<string, Mark>;
  readonly #nights: ReadonlyMap<Id, CopyNight>;
  readonly #tonight: CopyNight[] = [];
  readonly #settings: FollowSettings[];
  readonly #set: FollowSettings[] = [];
  readonly #events: CopyEvent[] = [];
  readonly #skips: CopySkip[] = [];
  readonly #steps: MarkStep[] = [];
  readonly #opened: Opened[] = [];
  readonly settings: CopyingSettings;

  constructor({ leading, follows, marks, nights, settings }: Loaded, limits: CopyingSettings) {
    this.settings = limits;
    this.#leading = new Kept(leading, ({ traderId }) => traderId);
    this.#follows = new Kept(follows, ({ id }) => id);
    this.#marks = new Kept(marks, ({ userId, traderId }) => markKey(userId, traderId));
    this.#nights = new Map(nights.map((one) => [one.orderId, one]));
    this.#settings = [...settings];
  }

  /** undefined for somebody who was never approved. */
  leading(traderId: Id): Leading | undefined {
    return this.#leading.get(traderId);
  }

  follow(id: Id): Follow | undefined {
    return this.#follows.get(id);
  }

  /** Whom a user of the batch follows now. */
  followed(userId: Id): Follow[] {
    return [...this.#follows.all()].filter((one) => one.userId === userId && one.endedTime === undefined);
  }

  /** The relation of these two that began last, whether or not it has ended. */
  newestWith(userId: Id, traderId: Id): Follow | undefined {
    return [...this.#follows.all()]
      .filter((one) => one.userId === userId && one.traderId === traderId)
      .reduce<Follow | undefined>((last, one) => (last && last.id > one.id ? last : one), undefined);
  }

  /** What was set when the trader's event of this number came; undefined where the relation began later. */
  settingsAt(followId: Id, event: number): FollowSettings | undefined {
    return this.#settings
      .filter((one) => one.followId === followId && one.fromEvent < event)
      .reduce<FollowSettings | undefined>((best, one) => (best && best.number > one.number ? best : one), undefined);
  }

  newestSettings(followId: Id): FollowSettings {
    const newest = this.settingsAt(followId, Infinity);
    assert(newest !== undefined, 'a relation begins with settings');
    return newest;
  }

  /** All that was ever set in it. */
  settingsOf(followId: Id): FollowSettings[] {
    return this.#settings.filter((one) => one.followId === followId);
  }

  mark(userId: Id, traderId: Id): Mark | undefined {
    return this.#marks.get(markKey(userId, traderId));
  }

  /** What nights took of an open copy before this batch. */
  nightsOf(orderId: Id): Amount {
    return this.#nights.get(orderId)?.taken ?? amount(0n);
  }

  /** Units that this batch has opened of a trader on a pair. */
  openedOf(traderId: Id, pairId: number): bigint {
    const of = this.#opened.filter((one) => one.traderId === traderId && one.pairId === pairId);
    return of.reduce((sum, { units }) => sum + units, 0n);
  }

  /** Relations that the batch began or changed, or in which something was set or a night taken, with what nights took of each copy until now. */
  touched(): { readonly follow: Follow; readonly nights: readonly CopyNight[] }[] {
    const ids = new Set([
      ...[true, false].flatMap((before) => this.#follows.written(before).map(({ id }) => id)),
      ...[...this.#set, ...this.#tonight].map(({ followId }) => followId),
    ]);
    const nights = Map.groupBy([...this.#nights.values(), ...this.#tonight], ({ followId }) => followId);
    return [...ids].flatMap((id) => {
      const follow = this.#follows.get(id);
      return follow ? [{ follow, nights: nights.get(id) ?? [] }] : [];
    });
  }

  /**
   * Whether this batch has decided something of a trader's at an earlier place of the log that one of these users is still to follow: what a later tick
   * does to them goes behind that.
   */
  precedes(users: readonly Id[], place: number): boolean {
    const traders = new Set(this.#events.filter((event) => event.place < place).map(({ traderId }) => traderId));
    if (traders.size === 0) return false;
    return [...this.#follows.all()].some(({ userId, traderId }) => traders.has(traderId) && users.includes(userId));
  }

  apply(change: FollowingChange): void {
    for (const one of change.leading ?? []) this.#leading.put(one.traderId, one);
    for (const one of change.follows ?? []) this.#follows.put(one.id, one);
    for (const one of change.marks ?? []) this.#marks.put(markKey(one.userId, one.traderId), one);
    this.#settings.push(...(change.settings ?? []));
    this.#set.push(...(change.settings ?? []));
    this.#events.push(...(change.events ?? []));
    this.#skips.push(...(change.skips ?? []));
    this.#steps.push(...(change.steps ?? []));
    this.#tonight.push(...(change.nights ?? []));
    this.#opened.push(...(change.opened ?? []));
  }

  written(): Written {
    return {
      leading: this.#leading.written(true),
      begun: this.#follows.written(false),
      follows: this.#follows.written(true),
      settings: this.#set,
      events: this.#events,
      skips: this.#skips,
      newMarks: this.#marks.written(false),
      marks: this.#marks.written(true),
      steps: this.#steps,
    };
  }
}
