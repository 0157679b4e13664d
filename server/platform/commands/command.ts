// What a command is to the pipeline: whose accounts it needs, which orders it names, and a pure decision.

import type { Refusal } from '@fairtick/contract/errors';
import type { Notice } from '@fairtick/contract/socket/messages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Result } from '@fairtick/kernel/result';
import type { Write } from '../database/statement.ts';

/** JSON-able: it is stored with the key and sent again to whoever repeats it. */
export type Answer = Readonly<Record<string, unknown>>;
export type Outcome = Result<Answer, Refusal>;

export interface Key {
  /** The user; 0 for a visitor's command. */
  readonly ownerId: Id;
  readonly key: string;
  readonly call: string;
  /** SHA-256 of the call and its parsed input. */
  readonly bodyHash: Uint8Array;
}

/** Something that happened to a user's money or orders without a tap of theirs; told after the commit. */
export interface UserNotice {
  readonly userId: Id;
  readonly kind: Notice['kind'];
  /** undefined where it is about no single order. */
  readonly orderId: Id | undefined;
  readonly params: Readonly<Record<string, string>>;
}

/** `State` is what the batch loaded, `Change` what an accepted command would do to it. Both belong to the desk. */
export interface Command<State, Change> {
  readonly name: string;
  readonly realm: Realm;
  /** Users whose accounts are locked. */
  readonly owners: readonly Id[];
  /** Which of the owners' live orders the decision looks at; all where it does not say. The orders named are there in any case. */
  readonly looksAt?: 'forex' | 'micro' | 'named';
  readonly forexIds?: readonly Id[];
  readonly microIds?: readonly Id[];
  /** None for the system's own commands: those are harmless twice, since an order ends once. */
  readonly key?: Key;
  /** Pure. An ok change is applied whole, a refusal changes nothing. */
  decide(state: State): Result<{ readonly change: Change; readonly answer: Answer }, Refusal>;
}

/** Where commands meet the business: loads what a batch needs under lock, and writes what it decided. */
export interface Desk<State, Change, Committed, Tx> {
  /** Step 2: locks accounts in id order with its first statement, sent at once; all else is read after it. */
  load(tx: Tx, commands: readonly Command<State, Change>[]): Promise<State>;
  /** Step 3: makes an accepted change visible to the batch's later commands. Throws before changing anything when it breaks a promise. */
  apply(state: State, change: Change): void;
  /** Step 4: one set-based statement a table, in this order. */
  write(state: State): readonly Write[];
  /** Step 5: what listeners are told, after the commit. */
  committed(state: State): Committed;
}
