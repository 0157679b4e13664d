// What a domain gives to trading: what it keeps of what is live, what its time calls for, and the commands that decide its triggers. No behaviour.

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

/** Makes the commands of triggers that were called for together. */
export interface CommandMaker<State, Change, T extends Trigger = Trigger> {
  commandOf(trigger: T): Command<State, Change>;
}

/** What one reading of everything live has found for a part. Commits keep it current until everything is read anew. */
export interface TradingBook<Committed, State, Change, T extends Trigger = Trigger> {
  /** Records that are kept. */
  readonly size: number;
  /** Reads what is live and hands it to the engine, page by page. Stops early where `current` says that the reading is in doubt. */
  read(db: Pool, hand: (changes: Changes) => void, current: () => boolean): Promise<void>;
  committed(committed: Committed): void;
  /** What the engine is told of a commit. */
  changes(committed: Committed): Changes;
  changed(committed: Committed): readonly ChangedRecord[];
  /** What a tick calls for: what the engine found, with what the tick's time calls for in its place among it. */
  atTick?(tick: Tick, found: readonly Trigger[], view: () => QuoteView): readonly Trigger[];
  /** What a commit calls for by ticks that came before it. */
  late?(committed: Committed): readonly Trigger[];
  /** What the log's time calls for, passed up to here (UTC ms). */
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
