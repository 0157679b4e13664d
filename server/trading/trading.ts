// From a logged tick to a decided order: feeds the engine, turns its proposals into commands, keeps what is live in memory, and reads
// everything again from the database whenever memory may differ from it.

import type { ForexTrade } from '@fairtick/contract/socket/messages';
import { Engine } from '@fairtick/engine/engine';
import { CatchUpError, type EngineOptions, type TradingEngine } from '@fairtick/engine/surface';
import type { ForexOrder, Pair, Proposal, Tick } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import * as forex from '../domains/forex/index.ts';
import type { Outcome } from '../platform/commands/command.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { Logger } from '../platform/logger.ts';
import type { Committed, DeskCommand } from './batch.ts';
import type { ClusterPort } from './cluster-port.ts';
import { ProposedElsewhere } from './elsewhere.ts';
import { FiguresInMemory, touches } from './figures.ts';
import { figuresOf, Live, readLive, waitForCommits } from './live.ts';
import { type MarketSource, marketNow } from './market-at.ts';
import { Nights } from './nights.ts';
import { type Trigger, TriggerQueue } from './queue.ts';
import { expiryCommand, NOTHING_LEFT, tickCommand } from './trigger-commands.ts';

/** How far behind the log may be read again on start or after trouble, in one piece. */
const REPLAY_PAGE = 5_000;
const RETRY_MS = 500;
/** A tick of the wheel: expiries are looked for this often even when no tick comes. */
const EXPIRY_MS = 100;

/** What the dealer needs of market and log, beside the prices themselves. */
export interface TradingMarket extends MarketSource {
  pairs(): readonly Pair[];
  /** How far the log has passed for expiries, UTC ms (rules §7). */
  passedTimeMs(): number;
  /** For each pair and time the pair's last logged tick received at or before that time. */
  lastTicksAt(wanted: readonly { pairId: number; timeMs: number }[]): Promise<readonly (Tick | undefined)[]>;
  /** Logged ticks after a place, in order. */
  ticksAfter(logIndex: number, limit: number): Promise<readonly Tick[]>;
  /** The newest tick of each pair at or before a place. */
  ticksAt(logIndex: number): Promise<readonly Tick[]>;
  evaluatedThrough(): Promise<number>;
}

export interface TradingOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly market: TradingMarket;
  readonly submit: (command: DeskCommand) => Promise<Outcome>;
  /** Another engine than the real one: for tests that hold two against each other. */
  readonly engine?: (options: EngineOptions) => TradingEngine;
  /** There are figures of this user to ask for, where there were none. */
  readonly onFigures?: (userId: Id) => void;
  readonly peers?: ClusterPort;
}

/** The tick that decides each option, by order id. */
type EndTicks = ReadonlyMap<Id, Tick | undefined>;

export class Trading {
  readonly #options: TradingOptions;
  readonly #nights: Nights;
  #engine: TradingEngine;
  #state: 'stopped' | 'rebuilding' | 'running' = 'stopped';
  #evaluated = -1;
  /** The newest tick heard of. Ticks that arrive while the engine is being rebuilt are not kept: the rebuild reads the log that far. */
  #heard = -1;
  readonly #line = new TriggerQueue();
  readonly #left = new ProposedElsewhere();
  readonly #followed: FiguresInMemory;
  /** Batches committed before this place were read. */
  #readFrom = 0n;
  #generation = 0;
  #live = new Live();
  #meanwhile: Committed[] = [];
  #deciding: number | undefined;
  #rebuilding: Promise<void> | undefined;
  #cancelTimer: CancelTimer | undefined;

  constructor(options: TradingOptions) {
    this.#options = options;
    const { db, clock, logger, onFigures } = options;
    this.#nights = new Nights(options.market);
    this.#followed = new FiguresInMemory({ db, clock, logger, onFigures });
    this.#engine = this.#newEngine();
  }

  /** Rebuilds the engine from the database, evaluates the ticks that a crash left unevaluated, and starts. */
  async start(): Promise<void> {
    await this.#rebuild();
    this.#cancelTimer = this.#options.clock.every(EXPIRY_MS, () => this.#expire());
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#state = 'stopped';
    this.#generation += 1;
  }

  /** Each logged tick, in log order. */
  onTick(tick: Tick): void {
    this.#heard = Math.max(this.#heard, tick.logIndex);
    if (this.#state !== 'running' || tick.logIndex <= this.#evaluated) return;
    if (this.#options.peers && tick.logIndex > this.#evaluated + 1) {
      this.onDoubt('another server has logged ticks meanwhile');
      return;
    }
    this.#evaluated = tick.logIndex;
    this.#propose(this.#withNight(tick, this.#engine.onTick(tick)));
    this.#expire();
  }

  /** Each commit of this server, in commit order. */
  onCommitted(committed: Committed): void {
    this.onOthersCommitted(committed);
    this.#deciding = undefined;
  }

  /** Another server has decided what ticks up to here called for. */
  onOthersDecided(through: number): void {
    if (this.#state !== 'running') return;
    for (const orderId of this.#left.stayed(through, this.#options.clock.monotonic())) this.#engine.rearm(orderId);
  }

  /** From now on it is this server that decides: everything is read, and called for, anew. */
  async takeOver(): Promise<void> {
    await this.#rebuild();
  }

  /** Each commit of another server, in any order, without what a later one has overtaken. */
  onOthersCommitted(committed: Committed): void {
    if (this.#state === 'running' && (committed.place ?? this.#readFrom) < this.#readFrom) return;
    this.#left.changed(committed.forex);
    this.#line.ended(committed.forex.filter((order) => !forex.isLive(order)));
    this.#followed.committed(committed);
    for (const order of committed.forex) this.#live.keepForex(order);
    for (const order of committed.micro) this.#live.keepMicro(order);
    // While rebuilding, what commits may or may not be in what is being read: it is handed on again at the end, newest last.
    if (this.#state === 'running') {
      this.#applyToEngine(committed);
      this.#propose(this.#nights.late(committed.forex));
    } else this.#meanwhile.push(committed);
  }

  /**
   * Memory may differ from the database: read it again. Called by the pipeline after an open outcome. A reading that is under way starts
   * anew, for it may have passed by what is in doubt.
   */
  onDoubt(reason: string): void {
    if (this.#state === 'stopped') return;
    this.#options.logger.warn({ reason }, 'what is live is read again from the database');
    void this.#rebuild();
  }

  /** False while what is live is read again: then nothing new is accepted, for triggers are behind. */
  get running(): boolean {
    return this.#state === 'running';
  }

  /** Whether a tick has set this order off and that is not decided yet (E46). While rebuilding nobody knows: then it isn't said. */
  isDue(order: ForexOrder): boolean {
    if (this.#state !== 'running') return false;
    if (this.#line.hasSetOff(order)) return true;
    try {
      return this.#engine.isDue(order);
    } catch (error) {
      if (error instanceof CatchUpError) return false;
      throw error;
    }
  }

  /** Every trigger up to this place in the log has been decided; the log keeps it for the next start. */
  evaluatedThrough(): number {
    if (this.#state !== 'running') return -1;
    return this.#line.decidedThrough(Math.min(this.#evaluated, this.#deciding ?? this.#evaluated));
  }

  /**
   * A batch begins, its orders will be armed from this place in the log on. Until they have reached the engine, ticks after it are not
   * evaluated for them: a crash in between must find them unevaluated.
   */
  onBatch(viewIndex: number): void {
    this.#deciding = viewIndex;
  }

  /**
   * A user's floating figures now. With `moved` undefined as answer means that none of these pairs touches the user. A user not asked for since
   * all was read is read from the database; `onFigures` then tells that there is something to ask for.
   */
  figures(userId: Id, moved: ReadonlySet<number> | undefined): ForexTrade | undefined {
    const { market, clock } = this.#options;
    const user = this.#followed.of(userId);
    if (!user || (moved && !touches(user.orders, moved))) return undefined;
    return forex.toForexTrade(user.account, user.orders, marketNow(market, clock.now()));
  }

  health(): { state: string; inFlight: number; evaluated: number; forexOrders: number; microOrders: number } {
    return {
      state: this.#state,
      inFlight: this.#line.size,
      evaluated: this.#evaluated,
      forexOrders: this.#engine.forexOrders,
      microOrders: this.#live.micro.size,
    };
  }

  stateHash(): string {
    return this.#engine.stateHash();
  }

  #newEngine(): TradingEngine {
    const { market, engine } = this.#options;
    const options = { pairs: market.pairs(), marketTime: (tick: Tick) => market.marketTime(tick) };
    return engine?.(options) ?? new Engine(options);
  }

  #applyToEngine(committed: Pick<Committed, 'forex' | 'micro' | 'accounts'>): void {
    try {
      const accounts = figuresOf(committed.accounts);
      this.#propose(this.#engine.apply({ forex: committed.forex, micro: committed.micro, accounts }));
    } catch (error) {
      if (!(error instanceof CatchUpError)) throw error;
      this.onDoubt('the engine no longer holds the ticks since an order was decided');
    }
  }

  /**
   * A stop-out judges an old tick by the balances of now, which may since have paid for something else: while old ticks are read again it
   * waits for the next live one. The other triggers depend on nothing but their order and the tick.
   */
  #withoutStopOuts(proposals: readonly Proposal[]): Proposal[] {
    return proposals.filter((proposal) => {
      if (proposal.kind === 'stop_out') this.#engine.settled(proposal.userId);
      return proposal.kind !== 'stop_out';
    });
  }

  #withNight(tick: Tick, proposals: readonly Proposal[]): readonly Trigger[] {
    return this.#nights.at(tick, proposals, this.#live.financed.values(), () => this.#engine.view());
  }

  #expire(): void {
    if (this.#state !== 'running' || this.#options.peers?.leads() === false) return;
    this.#propose(this.#engine.dueMicro(this.#options.market.passedTimeMs()));
  }

  #propose(proposals: readonly Trigger[]): void {
    if (proposals.length === 0) return;
    const { peers, clock } = this.#options;
    if (peers?.leads() === false) {
      this.#left.add(proposals, clock.monotonic());
      return;
    }
    const ends = this.#endTicks(proposals);
    const generation = this.#generation;
    const stopOuts = new Map<Id, Promise<void>>();
    for (const proposal of proposals) {
      const ticket = this.#line.join(proposal);
      const decide = (): Promise<void> => this.#decide(proposal, ends, ticket, generation);
      // A warning is judged by what the stop-out leaves: until then it stands in no queue, for a crash of the market calls for thousands of both.
      const before = proposal.kind === 'margin_call' ? stopOuts.get(proposal.userId) : undefined;
      const decided = (before?.then(decide) ?? decide()).finally(() => this.#line.leave(proposal, ticket));
      if (proposal.kind === 'stop_out') stopOuts.set(proposal.userId, decided);
    }
  }

  async #decide(proposal: Trigger, ends: Promise<EndTicks>, ticket: number, generation: number): Promise<void> {
    const { submit, logger } = this.#options;
    const current = (): boolean => generation === this.#generation;
    if (!current()) return;
    try {
      const command =
        proposal.kind === 'micro_expiry' ? this.#expiry(proposal.orderId, await ends) : tickCommand(proposal);
      // Once all is read again, everything is proposed again in the order of the log: what still waits in line from before must not overtake that.
      let tooSoon = false;
      const decide: DeskCommand['decide'] = (state) => {
        tooSoon = this.#line.comesTooSoon(proposal, ticket);
        const now = current() && !tooSoon;
        this.#line.decides(proposal, ticket, now);
        return now ? command.decide(state) : NOTHING_LEFT;
      };
      let outcome: Outcome;
      do {
        tooSoon = false;
        outcome = await submit({ ...command, decide, cause: proposal });
      } while (tooSoon && current());
      if (!current()) return;
      if (this.#line.failsAnew(proposal, outcome)) return this.onDoubt('a decision failed');
      if (!outcome.ok)
        logger.error({ proposal: proposal.kind, refusal: outcome.error.error }, 'what a tick called for was refused');
      if (proposal.kind === 'stop_out') this.#engine.settled(proposal.userId);
      else if (proposal.kind === 'micro_expiry') {
        if (!outcome.ok) this.#engine.rearmMicro(proposal.orderId);
      } else if ('orderId' in proposal && this.#line.isNewest(proposal.orderId, ticket))
        this.#engine.rearm(proposal.orderId);
    } catch (error) {
      // The pipeline has said onDoubt: the rebuilt engine proposes again what still holds.
      logger.warn({ err: error, proposal: proposal.kind }, 'what a tick called for could not be decided yet');
      if (current() && this.#state === 'running') this.onDoubt('a proposal could not be decided');
    }
  }

  #expiry(orderId: Id, ends: EndTicks): DeskCommand {
    return expiryCommand(this.#live.micro.get(orderId), ends.get(orderId), () => this.#options.clock.now());
  }

  /**
   * The ticks that decide options are read from the log itself, not from memory: the log has passed their expiries, so the answer can't
   * change. One query for all that are due together.
   */
  async #endTicks(proposals: readonly Trigger[]): Promise<EndTicks> {
    const due = proposals.flatMap((one) =>
      one.kind === 'micro_expiry' ? (this.#live.micro.get(one.orderId) ?? []) : [],
    );
    if (due.length === 0) return new Map();
    const wanted = due.map(({ pairId, expiryTime }) => ({ pairId, timeMs: expiryTime }));
    const ticks = await this.#options.market.lastTicksAt(wanted);
    return new Map(due.map((order, i) => [order.id, ticks[i]]));
  }

  #rebuild(): Promise<void> {
    this.#state = 'rebuilding';
    this.#meanwhile = [];
    this.#generation += 1;
    this.#rebuilding ??= this.#readUntilCurrent();
    return this.#rebuilding;
  }

  /** Tries for as long as the database is away; nothing trades by ticks meanwhile, and the log keeps what is to be evaluated. */
  async #readUntilCurrent(): Promise<void> {
    const { logger, clock } = this.#options;
    while (this.#state === 'rebuilding') {
      try {
        await this.#read();
      } catch (error) {
        logger.warn({ err: error }, 'the live orders could not be read; trying again');
        await new Promise<void>((resume) => clock.after(RETRY_MS, resume));
      }
    }
    this.#rebuilding = undefined;
  }

  /** Returns with the state unchanged when something new came into doubt meanwhile. */
  async #read(): Promise<void> {
    const { db, market, logger, clock, peers } = this.#options;
    const startedMs = clock.monotonic();
    this.#generation += 1;
    const generation = this.#generation;
    const readFrom = await waitForCommits(db, peers && ((tx) => peers.place(tx)));
    const decided = await market.evaluatedThrough();
    const evaluated = peers ? await peers.restartAfter(decided) : decided;
    const quotes = await market.ticksAt(evaluated);
    const engine = this.#newEngine();
    engine.restore({ quotes, evaluatedThrough: evaluated });
    const live = await readLive(db, engine, () => generation === this.#generation);
    if (!live) return;
    this.#live = live;
    this.#engine = engine;
    this.#line.clear();
    this.#left.clear();
    this.#followed.clear();
    this.#readFrom = readFrom ?? 0n;
    this.#nights.reset();
    this.#evaluated = evaluated;
    for (;;) {
      const page = await market.ticksAfter(this.#evaluated, REPLAY_PAGE);
      if (generation !== this.#generation) return;
      for (const tick of page) {
        this.#evaluated = tick.logIndex;
        const called = this.#withNight(tick, this.#withoutStopOuts(engine.onTick(tick)));
        // Whom the night has brought to a stop-out the engine finds at the next live tick, like the others.
        // A warning of a tick that was decided was told.
        this.#propose(
          called.filter(({ kind }) => kind !== 'stop_out' && (kind !== 'margin_call' || tick.logIndex > decided)),
        );
      }
      // A tick may be logged and told of while an empty page is on its way here; after that check no tick can slip in.
      if (page.length === 0 && this.#evaluated >= this.#heard) break;
    }
    this.#state = 'running';
    const meanwhile = this.#meanwhile;
    this.#meanwhile = [];
    for (const committed of meanwhile) this.onOthersCommitted(committed);
    const { forexOrders, microOrders } = this.health();
    logger.info({ forexOrders, microOrders, ms: Math.round(clock.monotonic() - startedMs) }, 'live orders read');
  }
}
