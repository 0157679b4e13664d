// All orders as read from the database once and kept current since: an engine, and the book of each part. A doubt ends it; then all is read again.

import type { Changes, TradingEngine } from '@fairtick/engine/surface';
import type { RestingOrder, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { BatchState, Change, Committed } from '../domains/parts.ts';
import type { Outcome } from '../platform/commands/command.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { PairSwitches } from './pair-switches.ts';
import type { ChangedRecord, CommandMaker, TradingBook, TradingPart } from './trading-part.ts';
import type { Trigger } from './trigger.ts';

export type Book = TradingBook<Committed, BatchState, Change>;
export type TradingParts = readonly TradingPart<Committed, BatchState, Change>[];

export class Reading {
  readonly engine: TradingEngine;
  readonly #books: readonly Book[];
  readonly #deciders: ReadonlyMap<string, Book>;
  readonly #pairs: PairSwitches;
  #current = true;

  constructor(engine: TradingEngine, parts: TradingParts, pairs: PairSwitches) {
    this.engine = engine;
    this.#pairs = pairs;
    const opened = parts.map((part) => ({ part, book: part.open() }));
    this.#books = opened.map(({ book }) => book);
    this.#deciders = new Map(opened.flatMap(({ part, book }) => part.decides.map((kind) => [kind, book])));
  }

  /** False as soon as memory may differ from the database: what it proposed is proposed again by the next reading. */
  get current(): boolean {
    return this.#current;
  }

  end(): void {
    this.#current = false;
  }

  /** Active orders that the engine holds. */
  get orders(): number {
    return this.engine.forexOrders;
  }

  /** Records that the parts keep, beside the engine's orders. */
  get kept(): number {
    return this.#books.reduce((sum, { size }) => sum + size, 0);
  }

  /** What the parts hold back for a while. */
  get waiting(): number {
    return this.#books.reduce((sum, { waiting = 0 }) => sum + waiting, 0);
  }

  /** Reads all orders, part by part. The orders that are read propose nothing by themselves: see `#hand`. */
  async read(db: Pool): Promise<void> {
    for (const book of this.#books)
      if (this.#current)
        await book.read(
          db,
          (changes) => this.#hand(changes),
          () => this.#current,
        );
  }

  /**
   * Proposals found here are dropped. A stop-out waits for the next new tick. A user with a low margin level was warned when it fell, or will be by
   * one of the ticks that follow.
   */
  #hand(changes: Changes): void {
    for (const { kind, userId } of this.engine.apply(changes)) if (kind === 'stop_out') this.engine.settled(userId);
  }

  /** Brings the parts' books up to date with a commit. */
  keep(committed: Committed): void {
    for (const book of this.#books) book.committed(committed);
  }

  /** Brings the engine up to date with a commit and returns the triggers found by that. Throws CatchUpError where the engine no longer holds the ticks since. */
  apply(committed: Committed): Trigger[] {
    const changes: Changes = {};
    for (const book of this.#books) Object.assign(changes, book.changes(committed));
    return this.engine.apply(changes);
  }

  changed(committed: Committed): ChangedRecord[] {
    return this.#books.flatMap((book) => book.changed(committed));
  }

  late(committed: Committed, found: readonly Trigger[]): Trigger[] {
    return this.#books.flatMap((book) => book.late?.(committed, found) ?? []);
  }

  /** Triggers that were written down and not decided when all was read. */
  undecided(): Trigger[] {
    return this.#books.flatMap((book) => book.undecided?.() ?? []);
  }

  /** Triggers of a tick. */
  onTick(tick: Tick, filter: (found: readonly Trigger[]) => readonly Trigger[] = (found) => found): readonly Trigger[] {
    this.#pairs.before(tick, this.engine);
    let found = filter(this.engine.onTick(tick));
    for (const book of this.#books) found = book.atTick?.(tick, found, () => this.engine.view()) ?? found;
    return found;
  }

  /** Triggers of the log's time. */
  due(passedTimeMs: number): Trigger[] {
    return this.#books.flatMap((book) => book.due?.(this.engine, passedTimeMs) ?? []);
  }

  isDue(order: RestingOrder): boolean {
    return this.engine.isDue(order);
  }

  isJudged(userId: Id): boolean {
    return this.engine.isJudged(userId);
  }

  rearm(orderId: Id): void {
    this.engine.rearm(orderId);
  }

  /** How the commands of these triggers are made, by kind. Throws for a kind that no part decides. */
  commands(
    triggers: readonly Trigger[],
  ): (kind: string) => CommandMaker<BatchState, Change> | Promise<CommandMaker<BatchState, Change>> {
    const byBook = new Map<Book, CommandMaker<BatchState, Change> | Promise<CommandMaker<BatchState, Change>>>();
    for (const [book, own] of Map.groupBy(triggers, ({ kind }) => this.#decider(kind)))
      byBook.set(book, book.commands(own));
    return (kind) => {
      const made = byBook.get(this.#decider(kind));
      if (!made) throw new Error(`no trigger of kind ${kind} is among these`);
      return made;
    };
  }

  answered(trigger: Trigger, outcome: Outcome): void {
    this.#decider(trigger.kind).answered(this.engine, trigger, outcome);
  }

  #decider(kind: string): Book {
    const book = this.#deciders.get(kind);
    if (!book) throw new Error(`no part decides triggers of kind ${kind}`);
    return book;
  }
}
