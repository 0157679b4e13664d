// What the server sees of the engine: one interface, held by the fast engine and by the reference model alike. No behaviour.

import type { Amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { MicroOrder, MicroProposal, Pair, Proposal, QuoteView, Realm, RestingOrder, Tick } from './types.ts';

export interface EngineOptions {
  readonly pairs: readonly Pair[];
  /** The market's clock of a tick, UTC ms: receivedTime, or sourceTime in a replay. Hours follow it; freshness never does. */
  readonly marketTime: (tick: Tick) => number;
  /** How many of the newest ticks are kept for catching up. */
  readonly recentTicks?: number;
  readonly holidays?: readonly string[];
}

/** The ledger's figures of a user's forex account after a commit. */
export interface AccountFigures {
  readonly userId: Id;
  readonly realm: Realm;
  readonly available: Amount;
  readonly locked: Amount;
}

/** What one committed batch changed. */
export interface Changes {
  readonly forex?: Iterable<RestingOrder>;
  readonly micro?: Iterable<MicroOrder>;
  readonly accounts?: Iterable<AccountFigures>;
}

/** Where a rebuild starts: the newest tick of each pair at that place in the log. */
export interface Restart {
  readonly quotes: readonly Tick[];
  /** Ticks up to this place were evaluated for every order that the caller will hand in; -1 = none. */
  readonly evaluatedThrough: number;
}

export interface Sizes {
  readonly pairs: number;
  readonly forexOrders: number;
  readonly armedTriggers: number;
  readonly microOrders: number;
  readonly users: number;
  readonly equityWatches: number;
  /** How often a user's equity has been looked at so far. */
  readonly equityLooks: number;
  readonly recentTicks: number;
  readonly stopOutsInFlight: number;
}

export interface TradingEngine {
  /** Only before the first tick and order. */
  restore(restart: Restart): void;
  onTick(tick: Tick): Proposal[];
  apply(changes: Changes): Proposal[];
  upsertForex(order: RestingOrder): Proposal[];
  upsertMicro(order: MicroOrder): void;
  upsertAccount(figures: AccountFigures): Proposal[];
  /** The pipeline refused a proposal of this forex order for a passing reason: it is armed again from the next tick on. */
  rearm(orderId: Id): void;
  rearmMicro(orderId: Id): void;
  /** The stop-out of this user was answered, whatever the answer. */
  settled(userId: Id): void;
  /** Options to be opened, or given back, then options that have expired. Rules E50 and E57. */
  dueMicro(passedTimeMs: number): MicroProposal[];
  /** Whether a tick has set this order off and that is not decided yet: nothing may overtake it. Rule E46. */
  isDue(order: RestingOrder): boolean;
  /** Whether this user's stop-out was proposed and is not settled yet. Rule E47. */
  isJudged(userId: Id): boolean;
  /** Adds a pair or changes its settings; its price precision never changes. */
  setPair(pair: Pair): void;
  view(): QuoteView;
  /** How many active orders are kept. */
  readonly forexOrders: number;
  stateHash(): string;
}

/** Thrown when ticks since an order was armed are no longer at hand: the caller rebuilds the engine from storage. */
export class CatchUpError extends Error {
  override readonly name = 'CatchUpError';
}
