// What every check is given: the plain log, the settings in force, and somewhere to say what is wrong. And what is known of a command.

import type { ForexOrder, MicroOrder, Pair } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { StandingChange } from '@fairtick/server/domains/accounts/index';
import type { Change, DomainCommand, Settings } from '@fairtick/server/domains/parts';
import type { MemoryDatabase } from '../memory/database.ts';
import type { CopyCheck } from './copies.ts';
import type { CopyFact } from './copy-facts.ts';
import type { PlainLog } from './plain.ts';

/** Where a command came from. */
export interface Tag {
  readonly name: string;
  readonly owner: Id | undefined;
  /** All whose accounts it may move. */
  readonly owners: readonly Id[];
  /** What a user sent; undefined for a triggered command. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly key: string | undefined;
  readonly proposal: DomainCommand['cause'];
  /** Its place among all submissions and commits. */
  readonly submittedAt: number;
  /** How long the log was when its server started: what it has not heard itself it takes for old. */
  readonly since: number;
}

/** One committed change of a forex order. */
export interface Decision {
  readonly before: ForexOrder | undefined;
  readonly after: ForexOrder;
  readonly tag: Tag;
  /** The newest place in the log that the decision saw. */
  readonly viewIndex: number;
  /** Whether trading was running when it was decided. */
  readonly dealing: boolean;
}

export interface MicroDecision {
  readonly before: MicroOrder | undefined;
  readonly after: MicroOrder;
}

/** What one transaction decided. */
export interface Batch {
  readonly forex: Decision[];
  readonly micro: MicroDecision[];
  /** Of following and of what may be copied, in the order of its decisions. */
  readonly copies: CopyFact[];
  /** Of users whose standing it changes, what it becomes. */
  readonly standings: Map<Id, StandingChange['set']>;
  /** Of its borrowers, the loan as the batch leaves it. */
  readonly lent: Map<Id, NonNullable<Change['loans']>[number]>;
  /** Acts of the staff. */
  acts: number;
}

export interface Watch {
  readonly database: MemoryDatabase;
  readonly log: PlainLog;
  readonly copies: CopyCheck;
  settings: Settings;
  /** What really came from outside, in units of 1e-18 of its currency: by where it was seen and its reference, `placeOfPayment`. */
  readonly came: Map<string, { readonly currency: string; readonly amount: bigint }>;
  /** The next place among all submissions and commits. */
  nextPlace(): number;
  pair(pairId: number): Pair | undefined;
  /** Milliseconds of true time since a tick was received, whatever the wall clock says. */
  trueAgeMs(logIndex: number): number;
  fail(rule: string, what: string): void;
}

export const placeOfPayment = (method: unknown, reference: unknown): string => `${method} ${reference}`;
