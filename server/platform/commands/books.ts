// The books: all domains' parts of a batch as one. It knows no part by name; the list of parts is handed in.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Acceptance } from '../acceptances/acceptance.ts';
import { insertAcceptances } from '../acceptances/table.ts';
import { insertActs, type NewAct } from '../acts/table.ts';
import type { PoolClient } from '../database/pools.ts';
import { type RealmNotice, writeNotices } from '../notices/stored.ts';
import { insertOutbox, type NewMessage } from '../outbox/table.ts';
import type { BatchPart, CommittedRow, Scope } from './batch-part.ts';
import type { Books, Command, PastMoment, UserNotice } from './command.ts';

/** By name, in the order in which their rows are written, but those of the part that locks, which are last. Reads are sent in this order too, behind its. */
export type BatchParts = Readonly<Record<string, BatchPart<unknown, unknown, CommittedRow>>>;

type LoadedOf<P> = P extends { load(...args: never): Promise<infer Loaded> } ? Loaded : never;
type ChangeOfPart<P> = P extends { apply(loaded: never, change: infer Change, actor: never): void } ? Change : never;
type RowOf<P> = P extends { committed(loaded: never): readonly (infer Row)[] } ? Row : never;

interface BatchBase {
  newId(): Id;
  /** SALT_BYTES that nobody can guess. */
  newSalt(): Uint8Array;
  /** See `CommittedBase.place`. */
  readonly place: bigint | undefined;
  /** Told after the commit; those of the stored kinds are written with the batch, with the letters that some of them cause. */
  readonly notices: RealmNotice[];
  /** To be told outside, by mail or the like: written with the batch. */
  readonly messages: NewMessage[];
  /** What a member of staff did by a command: written with its effect. */
  readonly acts: NewAct[];
  /** Commands of users about their orders, as they were taken in: written with their effect. */
  readonly acceptances: Acceptance[];
}

export interface CommittedBase {
  readonly notices: readonly UserNotice[];
  /** Grows from batch to batch of a realm, whichever server: for servers that tell each other. */
  readonly place?: bigint;
}

export interface ChangeBase {
  readonly notices?: readonly UserNotice[];
  readonly messages?: readonly NewMessage[];
  readonly acts?: readonly NewAct[];
  readonly acceptances?: readonly Acceptance[];
}

/** What a batch has loaded, by part. */
export type StateOf<P extends BatchParts> = BatchBase & { readonly [N in keyof P]: LoadedOf<P[N]> };
/** What an accepted command does, by part. */
export type ChangeOf<P extends BatchParts> = ChangeBase & {
  readonly [N in keyof P]?: ChangeOfPart<P[N]>;
};
/** What listeners learn after a commit: the new state of everything that changed, by part. */
export type CommittedOf<P extends BatchParts> = CommittedBase & { readonly [N in keyof P]: readonly RowOf<P[N]>[] };

export interface BooksOptions<State, Change> {
  readonly newId: () => Id;
  readonly newSalt: () => Uint8Array;
  /** Read under the batch's locks. */
  readonly place?: (tx: PoolClient) => Promise<bigint>;
  /** What changes of one part bring about in another: see Books. */
  readonly follows?: (state: State, change: Change, at: PastMoment | undefined) => Iterable<Change>;
}

/** The parts' rows by name, of a state, a change or a commit. */
type ByName<T> = Readonly<Record<string, T | undefined>>;

export function booksOf<P extends BatchParts>(
  parts: P,
  { newId, newSalt, place, follows }: BooksOptions<StateOf<P>, ChangeOf<P>>,
): Books<StateOf<P>, ChangeOf<P>, CommittedOf<P>, PoolClient> {
  const list = Object.entries(parts);
  const reading = list.toSorted(([, a], [, b]) => Number(b.locks ?? false) - Number(a.locks ?? false));
  // The ledger's rows come behind what causes them: the database holds each journal against what it refers to.
  const writing = list.toSorted(([, a], [, b]) => Number(a.locks ?? false) - Number(b.locks ?? false));
  return {
    async load(tx, commands) {
      // Sent together, carried out one after the other: each statement after the lock sees what others committed while it was waited for.
      const scopeOf = scopesOf(commands);
      const loading = reading.map(([name, part]) => part.load(tx, scopeOf(name)));
      const [placed, ...loaded] = await Promise.all([place?.(tx), ...loading]);
      const made = { notices: [], messages: [], acts: [], acceptances: [] };
      const base: BatchBase = { newId, newSalt, place: placed, ...made };
      const state: unknown = Object.assign(base, Object.fromEntries(reading.map(([name], at) => [name, loaded[at]])));
      // Made of exactly the parts' names and what each has loaded: the types say the same, which no inference can see.
      return state as StateOf<P>;
    },
    apply(state, change, { actor, realm }) {
      const changes: ByName<unknown> = change;
      const loaded: ByName<unknown> = state;
      for (const [name, part] of list) if (changes[name] !== undefined) part.apply(loaded[name], changes[name], actor);
      state.notices.push(...(change.notices ?? []).map((notice) => ({ ...notice, realm })));
      state.messages.push(...(change.messages ?? []));
      state.acts.push(...(change.acts ?? []));
      state.acceptances.push(...(change.acceptances ?? []));
    },
    ...(follows ? { follows } : {}),
    write(state) {
      const loaded: ByName<unknown> = state;
      return [
        ...writing.flatMap(([name, part]) => part.write(loaded[name])),
        ...writeNotices(state.notices, state.newId),
        ...insertOutbox(state.messages),
        ...insertActs(state.acts),
        ...insertAcceptances(state.acceptances),
      ];
    },
    committed(state) {
      const loaded: ByName<unknown> = state;
      const rows = list.map(([name, part]) => [name, part.committed(loaded[name])]);
      const base: CommittedBase = {
        notices: state.notices,
        ...(state.place === undefined ? {} : { place: state.place }),
      };
      // As above: every part's rows under its name.
      return Object.assign(base, Object.fromEntries(rows)) as CommittedOf<P>;
    },
  };
}

interface Wants {
  readonly owners: readonly Id[];
  readonly realm: Realm;
  readonly looksAt?: readonly string[];
  readonly names?: Readonly<Record<string, readonly Id[]>>;
}

/** What each part reads of a batch: most is the same to all of them, and a batch may be of a thousand commands. */
function scopesOf(commands: readonly (Wants & Pick<Command<never, never>, 'name'>)[]): (part: string) => Scope {
  const unique = (ids: readonly Id[]): Id[] => [...new Set(ids)];
  const owners = unique(commands.flatMap((command) => command.owners));
  const realms = [...new Set(commands.map(({ realm }) => realm))];
  const watchesAll = commands.every(({ looksAt }) => looksAt === undefined);
  return (part) => ({
    owners,
    realms,
    watched: watchesAll
      ? owners
      : unique(commands.flatMap((one) => (one.looksAt?.includes(part) === false ? [] : one.owners))),
    named: unique(commands.flatMap(({ names }) => names?.[part] ?? [])),
  });
}
