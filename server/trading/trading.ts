// Trading: hands logged ticks to the engine, has the triggers decided, follows every commit, and reads all orders again whenever memory may differ
// from the database.

import { CatchUpError, type EngineOptions, type TradingEngine } from '@fairtick/engine/surface';
import type { RestingOrder, Tick } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Committed, DomainCommand } from '../domains/parts.ts';
import type { Outcome } from '../platform/commands/command.ts';
import type { Pool, PoolClient } from '../platform/database/pools.ts';
import type { Logger } from '../platform/logger.ts';
import type { ClusterPort } from './cluster-port.ts';
import { Feeder } from './feeder.ts';
import { Proposals } from './proposals.ts';
import type { Reading, TradingParts } from './reading.ts';
import { newReading, type RebuildOptions, restore } from './rebuild.ts';
import type { TradingMarket } from './trading-market.ts';
import type { Trigger } from './trigger.ts';

const RETRY_MS = 500;
/** How often triggers of the log's time are looked for when no tick comes. */
const DUE_MS = 100;

export interface TradingOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly market: TradingMarket;
  readonly parts: TradingParts;
  readonly submit: (command: DomainCommand) => Promise<Outcome>;
  readonly lockAll: (tx: PoolClient) => Promise<unknown>;
  /** For tests: another engine, compared with the real one. */
  readonly engine?: (options: EngineOptions) => TradingEngine;
  readonly cluster?: ClusterPort;
}

export class Trading {
  readonly #options: TradingOptions;
  readonly #rebuild: RebuildOptions;
  readonly #proposals: Proposals;
  readonly #feeder: Feeder;
  #state: 'stopped' | 'rebuilding' | 'running' = 'stopped';
  /** Batches committed before this place were read. */
  #readFrom = 0n;
  #meanwhile: Committed[] = [];
  #deciding: number | undefined;
  #rebuilding: Promise<void> | undefined;
  /** The reading that is under way, or the newest. */
  #begun: Reading | undefined;
  #cancelTimer: CancelTimer | undefined;

  constructor(options: TradingOptions) {
    this.#options = options;
    const { clock, logger, submit, cluster, engine } = options;
    this.#rebuild = { ...options, cluster, engine };
    const onDoubt = (reason: string): void => this.onDoubt(reason);
    this.#proposals = new Proposals({ clock, logger, submit, cluster, onDoubt });
    this.#feeder = new Feeder({ ...options, cluster, proposals: this.#proposals }, newReading(this.#rebuild));
  }

  /** Rebuilds the engine from the database, evaluates the ticks that a crash left unevaluated, and starts. */
  async start(): Promise<void> {
    await this.#readAnew();
    this.#cancelTimer = this.#options.clock.every(DUE_MS, () => {
      if (this.running) this.#feeder.due();
    });
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#state = 'stopped';
    this.#endReadings();
  }

  /** Each logged tick, in log order. */
  onTick(tick: Tick): void {
    this.#feeder.hear(tick);
    if (!this.running) return;
    if (this.#feeder.misses(tick)) this.onDoubt('another server has logged ticks meanwhile');
    else this.#feeder.feed(tick);
  }

  /** Each commit of this server, in commit order. */
  onCommitted(committed: Committed): void {
    this.onOthersCommitted(committed);
    this.#deciding = undefined;
  }

  /** Another server has decided every trigger of ticks up to here. */
  onOthersDecided(through: number): void {
    if (!this.running) return;
    const stayed = this.#proposals.elsewhere.stayed(through, this.#options.clock.monotonic());
    for (const orderId of stayed) this.#feeder.reading.rearm(orderId);
  }

  /** This server decides from now on: it reads all orders and proposes all triggers again. */
  async takeOver(): Promise<void> {
    await this.#readAnew();
  }

  /** Each commit of another server, in any order, without rows that a later commit has already changed. */
  onOthersCommitted(committed: Committed): void {
    if (this.running && (committed.place ?? this.#readFrom) < this.#readFrom) return;
    const { reading } = this.#feeder;
    for (const { id, userId, ended } of reading.changed(committed)) {
      this.#proposals.elsewhere.changed(id);
      if (ended) this.#proposals.queue.ended(userId, id);
    }
    reading.keep(committed);
    // A commit made while orders are being read may or may not be among them: it is applied again at the end, in the order of commits.
    if (this.running) this.#follow(committed);
    else this.#meanwhile.push(committed);
  }

  #follow(committed: Committed): void {
    const { reading } = this.#feeder;
    let found: readonly Trigger[] = [];
    try {
      found = reading.apply(committed);
      this.#proposals.propose(reading, found);
    } catch (error) {
      if (!(error instanceof CatchUpError)) throw error;
      this.onDoubt('the engine no longer holds the ticks since an order was decided');
    }
    this.#proposals.propose(reading, reading.late(committed, found));
  }

  /**
   * Memory may differ from the database: read it again. Called by the pipeline after an open outcome. A reading that is under way starts
   * anew, for it may have passed by what is in doubt.
   */
  onDoubt(reason: string): void {
    if (this.#state === 'stopped') return;
    this.#options.logger.warn({ reason }, 'all orders are read again from the database');
    void this.#readAnew();
  }

  /** False while all orders are read again. No new order is accepted then, because triggers are behind. */
  get running(): boolean {
    return this.#state === 'running';
  }

  /** Whether a tick has triggered this order and the trigger is not decided yet (E46). False while rebuilding, when this is not known. */
  isDue(order: RestingOrder): boolean {
    if (!this.running) return false;
    if (this.#proposals.queue.hasSetOff(order)) return true;
    try {
      return this.#feeder.reading.isDue(order);
    } catch (error) {
      if (error instanceof CatchUpError) return false;
      throw error;
    }
  }

  /** Whether a tick has called for this user's stop-out and that is not decided yet (E47). True while rebuilding, when this is not known. */
  isJudged(userId: Id): boolean {
    if (!this.running) return true;
    return this.#proposals.queue.judges(userId) || this.#feeder.reading.isJudged(userId);
  }

  /** Every trigger up to this place in the log has been decided; the log keeps it for the next start. */
  evaluatedThrough(): number {
    if (!this.running) return -1;
    const { evaluated } = this.#feeder;
    return this.#proposals.queue.decidedThrough(Math.min(evaluated, this.#deciding ?? evaluated));
  }

  /**
   * A batch begins, its orders will be armed from this place in the log on. Until they have reached the engine, ticks after it are not
   * evaluated for them: a crash in between must find them unevaluated.
   */
  onBatch(viewIndex: number): void {
    this.#deciding = viewIndex;
  }

  health(): { state: string; inFlight: number; waiting: number; evaluated: number; orders: number; kept: number } {
    const { reading, evaluated } = this.#feeder;
    return {
      state: this.#state,
      inFlight: this.#proposals.queue.size,
      waiting: reading.waiting,
      evaluated,
      orders: reading.orders,
      kept: reading.kept,
    };
  }

  stateHash(): string {
    return this.#feeder.reading.engine.stateHash();
  }

  #readAnew(): Promise<void> {
    this.#state = 'rebuilding';
    this.#meanwhile = [];
    this.#endReadings();
    this.#rebuilding ??= this.#readUntilCurrent();
    return this.#rebuilding;
  }

  /** Ends the reading in use and the one under way: neither decides anything from now on. */
  #endReadings(): void {
    this.#feeder.reading.end();
    this.#begun?.end();
  }

  /** Tries until the database answers. No trigger is decided meanwhile; the log keeps the ticks that are still to be evaluated. */
  async #readUntilCurrent(): Promise<void> {
    const { logger, clock } = this.#options;
    while (this.#state === 'rebuilding') {
      try {
        await this.#read();
      } catch (error) {
        logger.warn({ err: error }, 'the active orders could not be read; trying again');
        await new Promise<void>((resume) => clock.after(RETRY_MS, resume));
      }
    }
    this.#rebuilding = undefined;
  }

  /** Leaves the state 'rebuilding' where a new doubt ended this reading: the caller then reads once more. */
  async #read(): Promise<void> {
    const { logger, clock } = this.#options;
    const startedMs = clock.monotonic();
    this.#begun?.end();
    const begun = newReading(this.#rebuild);
    this.#begun = begun;
    const restored = await restore(this.#rebuild, begun);
    if (!restored) return;
    this.#proposals.clear();
    this.#readFrom = restored.readFrom;
    await this.#feeder.catchUp(restored, () => {
      this.#run();
      const { orders, kept } = this.health();
      logger.info({ orders, kept, ms: Math.round(clock.monotonic() - startedMs) }, 'active orders read');
    });
  }

  #run(): void {
    this.#state = 'running';
    const meanwhile = this.#meanwhile;
    this.#meanwhile = [];
    for (const committed of meanwhile) this.onOthersCommitted(committed);
  }
}
