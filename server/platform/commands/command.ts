// What a command is to the pipeline: whose records it needs, which records it names, and a pure decision.

import type { Refusal } from '@fairtick/contract/errors';
import type { Notice } from '@fairtick/contract/socket/messages';
import type { QuoteView, Realm, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Result } from '@fairtick/kernel/result';
import type { Queries } from '../database/pools.ts';
import type { Write } from '../database/statement.ts';
import type { Actor } from '../principals.ts';

/** Stored as JSON with the key, and sent again when the key is repeated. */
export type Answer = Readonly<Record<string, unknown>>;
export type Outcome = Result<Answer, Refusal>;

export interface Key {
  /** The user; 0 for a visitor's command. */
  readonly ownerId: Id;
  readonly key: string;
  readonly call: string;
  /** SHA-256 of the endpoint's name and its parsed input. */
  readonly bodyHash: Uint8Array;
}

/** Something that happened to a user's money or orders without a command of theirs. The user is told after the commit. */
export interface UserNotice {
  readonly userId: Id;
  readonly kind: Notice['kind'];
  /** undefined where it is about no single order. */
  readonly orderId: Id | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** For what may be decided again although it was committed: of one user, kind and cause one notice is kept. An order ends once by itself. */
  readonly cause?: string;
}

/** A moment of the log: the quotes of that place, and the tick that decides. */
export interface PastMoment {
  readonly view: QuoteView;
  readonly tick: Tick;
}

/** `State` is what the batch loaded, `Change` what an accepted command does to it. Both are made of the domains' parts. */
export interface Command<State, Change> {
  readonly name: string;
  readonly realm: Realm;
  /** Who caused it; the server itself where it is not said. Its journals carry it. */
  readonly actor?: Actor;
  /** Owners whose records are locked. */
  readonly owners: readonly Id[];
  /**
   * Reads further owners that can't be known before. Called before the lock and again under it: where the second read finds another owner, the batch
   * starts again.
   */
  expand?(db: Queries): Promise<readonly Id[]>;
  /** Names of the parts whose records of these owners the decision reads. All parts where it is left out. */
  readonly looksAt?: readonly string[];
  /** Records that the decision names, by part: they are loaded whoever owns them. */
  readonly names?: Readonly<Record<string, readonly Id[]>>;
  /** The moment of the log that it is decided at; now where it is not said. */
  readonly at?: PastMoment | undefined;
  /** None for triggered commands: they may be decided twice without harm, because an order ends once. */
  readonly key?: Key;
  /** Pure. An ok change is applied whole, a refusal changes nothing. */
  decide(state: State): Result<{ readonly change: Change; readonly answer: Answer }, Refusal>;
}

/** The books that commands change: loads what a batch needs under lock, and writes what it decided. Composed of the domains' parts. */
export interface Books<State, Change, Committed, Tx> {
  /** Locks the owners in id order with its first statement, sent at once; all else is read after it. */
  load(tx: Tx, commands: readonly Command<State, Change>[]): Promise<State>;
  /** Makes an accepted change visible to the batch's later commands. Throws before changing anything when it breaks a promise. */
  apply(state: State, change: Change, by: { readonly actor: Actor; readonly realm: Realm }): void;
  /** What a change that was just applied brings about beside itself, in the same batch: each is applied before the next is asked for. */
  follows?(state: State, change: Change, at: PastMoment | undefined): Iterable<Change>;
  /** One set-based statement a table, in this order. */
  write(state: State): readonly Write[];
  /** What listeners are told, after the commit. */
  committed(state: State): Committed;
}
