// What a kind of proposal is: whose right it takes, what it changes field by field, and how it is carried out.

import type { Refusal } from '@fairtick/contract/errors';
import type { StaffAct } from '@fairtick/contract/staff/matrix';
import type { Id } from '@fairtick/kernel/ids';
import type { Result } from '@fairtick/kernel/result';
import type { z } from 'zod';
import type { NewAct } from '../../../platform/acts/table.ts';
import type { PoolClient, Queries } from '../../../platform/database/pools.ts';
import type { Actor } from '../../../platform/principals.ts';
import type { ForexState } from '../../forex/index.ts';
import type { LedgerChange } from '../../ledger/index.ts';
import type { BooksState, DepositFacts, DepositState, WalletChange } from '../../wallet/index.ts';
import type { FreezeChange, FreezeState } from '../freezes/rules.ts';
import type { StaffBatch } from './part.ts';
import type { Difference, Plan, ProposalDecision } from './rules.ts';

export interface LabelledPlan extends Plan {
  /** A name, a UID, a setting's key. */
  readonly label: string;
}

/** What two people agreed on, or the first owner alone. */
export interface Agreement {
  /** undefined where the first owner acts alone. */
  readonly proposal: Id | undefined;
  readonly maker: Id;
  /** Who completes it: the act's actor. */
  readonly actor: Actor;
  /** The maker's. */
  readonly reason: string;
}

/** The one-time link of somebody who may join now: shown once to whoever completes it, and stored nowhere. */
export interface OneTimeLink {
  readonly link: string;
  /** UTC ms. */
  readonly expires: number;
}

export interface Effect {
  readonly acts: readonly NewAct[];
  readonly link?: OneTimeLink;
}

interface KindBase<Body> {
  readonly body: z.ZodType<Body>;
  /** Every right that the kind may ever ask for: whoever proposes or checks one of them sees its proposals. */
  readonly mayNeed: readonly StaffAct[];
  /** The maker must be allowed to propose each of these, the checker to check each. */
  acts(body: Body): readonly StaffAct[];
  /**
   * Asked when it is made and again when it is carried out: a plan that differs by then is not carried out. A refusal says why it can't be
   * proposed at all.
   */
  plan(db: Queries, subjectId: string, body: Body): Promise<Result<LabelledPlan, Refusal>>;
  /** What both people read beside the plan and no proposal keeps, since it is a person's: opened when it is looked at. */
  opened?(db: Queries, body: Body): Promise<readonly Difference[]>;
}

/** About the staff and settings: carried out by one record write. */
export interface RecordKind<Body> extends KindBase<Body> {
  readonly by: 'record';
  /** Locks what its plan reads, before anything else is read. */
  lock?(tx: Queries): Promise<void>;
  execute(tx: PoolClient, subjectId: string, body: Body, agreed: Agreement): Promise<Result<Effect, Refusal>>;
}

export type StaffState = FreezeState &
  BooksState &
  DepositState &
  Pick<ForexState, 'forex' | 'market'> & {
    readonly staff: StaffBatch;
    readonly accounts: { hasLeft(userId: Id): boolean };
  };
export type StaffChange = Partial<FreezeChange> & {
  readonly staff?: readonly ProposalDecision[];
  readonly ledger?: LedgerChange;
  readonly wallet?: WalletChange;
};

/** About a user or the house: carried out by a command, in the batch that changes their money or standing. */
export interface CommandKind<Body> extends KindBase<Body> {
  readonly by: 'command';
  /** As `plan`, under the owner's lock: the user's, or the house's. */
  planIn(state: StaffState, ownerId: Id, body: Body): Result<Plan, Refusal>;
  /** Asked before the lock, of what takes a while: why it can't be carried out now; undefined where nothing is in the way. */
  beforehand?(db: Queries, body: Body): Promise<Refusal | undefined>;
  /** Records that it names, by part: loaded whoever owns them. */
  names?(body: Body, ownerId: Id): Readonly<Record<string, readonly Id[]>>;
  /** What is read beside the batch, under its lock. */
  facts?(db: Queries, ownerId: Id, body: Body): Promise<DepositFacts>;
  /** Pure. A refusal leaves the proposal open. */
  change(
    state: StaffState,
    ownerId: Id,
    body: Body,
    agreed: Agreement,
    facts: DepositFacts,
  ): Result<StaffChange, Refusal>;
}

type Kind<Body> = RecordKind<Body> | CommandKind<Body>;

/** A kind whose bodies were read by its own schema: what comes out of the database or a request is `unknown` until then. */
export type AnyRecordKind = Omit<RecordKind<unknown>, 'body'>;
export type AnyCommandKind = Omit<CommandKind<unknown>, 'body'>;
export type ProposalKind = AnyRecordKind | AnyCommandKind;

export function recordKind<Body>(draft: RecordKind<Body>): AnyRecordKind {
  const read = readerOf(draft);
  const { opened, ...rest } = draft;
  return {
    ...rest,
    ...(opened ? { opened: (db: Queries, body: unknown) => opened(db, read(body)) } : {}),
    acts: (body) => draft.acts(read(body)),
    plan: (db, subjectId, body) => draft.plan(db, subjectId, read(body)),
    execute: (tx, subjectId, body, agreed) => draft.execute(tx, subjectId, read(body), agreed),
  };
}

export function commandKind<Body>(draft: CommandKind<Body>): AnyCommandKind {
  const read = readerOf(draft);
  const { names, facts, beforehand, opened, ...rest } = draft;
  return {
    ...rest,
    ...(beforehand ? { beforehand: (db: Queries, body: unknown) => beforehand(db, read(body)) } : {}),
    ...(names ? { names: (body: unknown, ownerId: Id) => names(read(body), ownerId) } : {}),
    ...(facts ? { facts: (db: Queries, ownerId: Id, body: unknown) => facts(db, ownerId, read(body)) } : {}),
    ...(opened ? { opened: (db: Queries, body: unknown) => opened(db, read(body)) } : {}),
    acts: (body) => draft.acts(read(body)),
    plan: (db, subjectId, body) => draft.plan(db, subjectId, read(body)),
    planIn: (state, ownerId, body) => draft.planIn(state, ownerId, read(body)),
    change: (state, ownerId, body, agreed, known) => draft.change(state, ownerId, read(body), agreed, known),
  };
}

/** Throws where it is not the kind's: whoever proposes hands over what was checked. */
const readerOf =
  <Body>({ body }: Kind<Body>) =>
  (value: unknown): Body =>
    body.parse(value);
