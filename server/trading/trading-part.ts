// A domain's share in trading: the records that it keeps in memory, its triggers of the log's time, and the commands that decide its triggers. No
// behaviour.

import type { Changes, TradingEngine } from '@fairtick/engine/surface';
import type { QuoteView, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Command, Outcome } from '../platform/commands/command.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { Trigger } from './trigger.ts';

/** A record that a commit has changed: its earlier triggers are settled. */
export interface ChangedRecord {
  readonly id: Id;
  readonly userId: Id;
  /** It has ended: nothing waits for it any more. */
  readonly ended: boolean;
}

/** Makes the commands of triggers that were found together. */
export interface CommandMaker<State, Change, T extends Trigger = Trigger> {
  commandOf(trigger: T): Command<State, Change>;
}

/** What one part keeps in memory beside the engine, from one reading of all orders. Commits keep it current until all is read again. */
export interface TradingBook<Committed, State, Change, T extends Trigger = Trigger> {
  /** Records that are kept. */
  readonly size: number;
  /** What is held back for a while, and proposed by itself then. */
  readonly waiting?: number;
  /** Reads the part's active records and hands them to the engine, page by page. Stops early where `current` says that a doubt ended the reading. */
  read(db: Pool, hand: (changes: Changes) => void, current: () => boolean): Promise<void>;
  /** Triggers that the reading found written down and undecided: they come before any tick that is evaluated from then on. */
  undecided?(): readonly Trigger[];
  committed(committed: Committed): void;
  /** What the engine is told of a commit. */
  changes(committed: Committed): Changes;
  changed(committed: Committed): readonly ChangedRecord[];
  /** The triggers of a tick: those that the engine found, with those of the part in their places among them. */
  atTick?(tick: Tick, found: readonly Trigger[], view: () => QuoteView): readonly Trigger[];
  /** Triggers of a commit's records by ticks that came before the commit. `found`: what the engine has found by the same commit. */
  late?(committed: Committed, found: readonly Trigger[]): readonly Trigger[];
  /** Triggers of the log's time, which has passed `passedTimeMs` (UTC ms). */
  due?(engine: TradingEngine, passedTimeMs: number): readonly Trigger[];
  /** Called once for all triggers of one moment: what they need is read together. At once where nothing must be read. */
  commands(triggers: readonly T[]): CommandMaker<State, Change, T> | Promise<CommandMaker<State, Change, T>>;
  /** The trigger's command was answered, and no newer trigger of its record waits: the engine may propose it again. */
  answered(engine: TradingEngine, trigger: T, outcome: Outcome): void;
}

/** A part's share in trading. */
export interface TradingPart<Committed, State, Change, T extends Trigger = Trigger> {
  /** Kinds of triggers that its commands decide. */
  readonly decides: readonly T['kind'][];
  /** A book for one reading. */
  open(): TradingBook<Committed, State, Change, T>;
}
