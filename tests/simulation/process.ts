// One life of the server: the real market, trading, pipeline and endpoints over the database in memory, wired by server/main's own function, with
// the checks looking at its books. It can be killed between any two steps. Long because a life is one object whose steps share its state.

import type { ForexTrade } from '@fairtick/contract/socket/messages';
import type { Pair, Tick } from '@fairtick/engine/types';
import { type CancelTimer, type Clock, type ManualClock, steadyClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy, Random } from '@fairtick/kernel/random';
import { demoView, findUser, protectionRoutes } from '@fairtick/server/domains/accounts/index';
import { fixedPairs, marketNow, type NewTick } from '@fairtick/server/domains/market/index';
import { Market } from '@fairtick/server/domains/market/market';
import type { Settings } from '@fairtick/server/domains/parts';
import { type DomainCommand, tradingHandlers } from '@fairtick/server/domains/parts';
import { marketForTrading } from '@fairtick/server/main/market-for-trading';
import { type TradingBooks, type Wired, wireTrading } from '@fairtick/server/main/wiring';
import { SALT_BYTES } from '@fairtick/server/platform/acceptances/acceptance';
import type { Outcome } from '@fairtick/server/platform/commands/command';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { FileStore } from '@fairtick/server/platform/files/store';
import type { Logger } from '@fairtick/server/platform/logger';
import { TransparencyError } from '@fairtick/server/platform/transparency/index';
import { DECIDE_ATTEMPTS } from '@fairtick/server/trading/queue';
import type { Trading } from '@fairtick/server/trading/trading';
import { TEST_ADDRESSES, testKeys } from '../harness/outside.ts';
import { checkApplied, checkChange } from './checks/change.ts';
import { checkRefusal } from './checks/closings.ts';
import type { Batch, Tag, Watch } from './checks/watch.ts';
import { SpokenFeed } from './feed.ts';
import type { MemoryDatabase } from './memory/database.ts';
import { asPool, MemoryPool, type Undecided } from './memory/pool.ts';
import { Weather } from './memory/weather.ts';
import { type Offices, officesOf } from './offices.ts';
import { PairedEngine } from './paired-engine.ts';

export interface ProcessOptions {
  readonly clock: ManualClock;
  readonly random: Random;
  readonly database: MemoryDatabase;
  readonly undecided: Undecided[];
  readonly watch: Watch;
  readonly pairs: readonly Pair[];
  readonly settings: Settings;
  readonly newId: () => Id;
  /** Of what people are given: codes, invitations, names of images. */
  readonly entropy: Entropy;
  /** Where images lie. */
  readonly bucket: FileStore;
  readonly committed: (batch: Batch) => void;
  readonly logged: (ticks: readonly Tick[]) => void;
  /** A triggered command was refused: by a fault that the simulation made, or because the house's capital was too small. */
  readonly refused: (cause: NonNullable<DomainCommand['cause']>, newestIndex: number) => void;
}

/** The world's clock, until the process dies: then none of its timers fires. */
class MortalClock implements Clock {
  readonly #clock: Clock;
  readonly #timers = new Set<CancelTimer>();
  #dead = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(delayMs: number, run: () => void): CancelTimer {
    return this.#keep(this.#clock.after(delayMs, run));
  }

  every(periodMs: number, run: () => void): CancelTimer {
    return this.#keep(this.#clock.every(periodMs, run));
  }

  die(): void {
    this.#dead = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #keep(cancel: CancelTimer): CancelTimer {
    if (this.#dead) cancel();
    else this.#timers.add(cancel);
    return () => {
      this.#timers.delete(cancel);
      cancel();
    };
  }
}

const emptyBatch = (): Batch => ({ forex: [], micro: [], copies: [], standings: new Map(), lent: new Map(), acts: 0 });

export class ServerProcess {
  readonly weather: Weather;
  readonly feed: SpokenFeed;
  readonly trading: Trading;
  readonly market: Market;
  readonly pipeline: Wired['pipeline'];
  readonly endpoints: ReturnType<typeof tradingHandlers> &
    Pick<ReturnType<typeof protectionRoutes>, 'limits_set' | 'cool_off'>;
  readonly #offices: Offices;
  readonly figures: (userId: Id) => ForexTrade | undefined;
  readonly #options: ProcessOptions;
  readonly #mortal: MortalClock;
  readonly #clock: Clock;
  readonly #pool: MemoryPool;
  readonly #batches = new WeakMap<object, Batch>();
  readonly #atCommit = new WeakMap<object, Batch>();
  readonly #connectionOf = new WeakMap<object, object>();
  readonly #failures = new Map<string, number>();
  /** How long the log was when it started. */
  readonly #since: number;
  #current: Tag | undefined;
  /** How often the trading read everything anew. */
  readings = 0;
  #input: Tag['input'];
  /** Submitted and not yet answered. */
  outstanding = 0;
  state: 'starting' | 'serving' | 'dead' = 'starting';

  constructor(options: ProcessOptions) {
    this.#options = options;
    const { database, undecided, pairs, settings, random } = options;
    this.#since = database.ticks.length;
    this.#mortal = new MortalClock(options.clock);
    this.#clock = steadyClock(this.#mortal, options.database.lastReceivedTime);
    this.weather = new Weather(() => this.#bury());
    const atCommit = (connection: object): (() => void) | undefined => {
      const batch = this.#atCommit.get(connection);
      return batch && (() => options.committed(batch));
    };
    this.#pool = new MemoryPool({ database, weather: this.weather, undecided, atCommit });
    const db = asPool(this.#pool);
    this.feed = new SpokenFeed(
      pairs.map(({ code }) => code),
      this.#clock,
    );
    this.market = this.#openMarket();
    const wired = wireTrading({
      db,
      clock: this.#clock,
      random,
      logger: this.#logger(),
      newId: options.newId,
      newSalt: () => options.entropy.bytes(SALT_BYTES),
      market: (running) => marketForTrading(this.market, db, running),
      settings: () => settings,
      onFigures: () => {},
      onCommitted: (committed) => committed,
      told: () => {},
      engine: (made) => {
        this.readings += 1;
        return new PairedEngine(made, {
          differs: (what) => this.#fail('the reference model decides the same', what),
        });
      },
      books: (books) => this.#watched(books),
      submit: (command) => this.#submitProposed(command),
    });
    this.trading = wired.trading;
    this.pipeline = wired.pipeline;
    this.figures = (userId) => wired.parts.forex.figures?.FOREX_TRADE?.(userId, undefined);
    this.market.onTick((tick) => this.trading.onTick(tick));
    const trading = tradingHandlers(
      {
        submit: (command) => this.#submit(command),
        db,
        reads: () => db,
        clock: this.#clock,
        entropy: { bytes: (length) => new Uint8Array(length) },
        keys: testKeys,
        addresses: () => TEST_ADDRESSES,
        settings: () => settings,
        tradingMarket: wired.market,
        tradingClock: this.#clock,
      },
      // Without a session store: the token of this world is the user's id.
      async (userId) => {
        const user = await findUser(db, userId);
        if (!user) throw new Error('a user just made is there');
        return { token: String(userId), user: demoView(user) };
      },
    );
    this.endpoints = { ...trading, ...this.#ownLimits(db) };
    this.#offices = officesOf({
      ...{ db, clock: this.#clock, logger: this.#logger(), random, newId: options.newId },
      ...{ entropy: options.entropy, bucket: options.bucket, submit: (command) => this.#submit(command) },
      ...{ settings, market: () => marketNow(wired.market, this.#clock.now()) },
    });
  }

  /** Without a session store: whoever asks in an even minute has just confirmed that it is them. The checks are told until when. */
  #ownLimits(db: Pool): Pick<ReturnType<typeof protectionRoutes>, 'limits_set' | 'cool_off'> {
    const now = (): number => this.#options.database.nowMs();
    const asked = (input: Readonly<Record<string, unknown>>) => {
      const untilMs = Math.floor(now() / 60_000) % 2 === 0 ? now() + 30_000 : 0;
      return protectionRoutes({
        reads: () => db,
        elevation: async () => ({ untilMs, methods: ['code'] }),
        submit: (command) => this.sending({ ...input, elevated_until: untilMs }, () => this.#submit(command)),
      });
    };
    return {
      limits_set: (input, context) => asked(input).limits_set(input, context),
      cool_off: (input, context) => asked(input).cool_off(input, context),
    };
  }

  async start(): Promise<void> {
    await this.trading.start();
    await this.market.start();
    if (this.state === 'starting') this.state = 'serving';
  }

  /** At once, wherever it stands. */
  kill(): void {
    if (this.state !== 'dead') this.weather.die();
  }

  /** A command of the staff, or of a user about themselves, that no endpoint of this world asks for. It may be lost like any other. */
  stand(command: DomainCommand): void {
    void this.#submit(command).catch(() => {});
  }

  /** Where people register and are verified. It counts as under way until it is answered. */
  async visit<T>(call: (offices: Offices) => Promise<T>): Promise<T> {
    this.outstanding += 1;
    try {
      return await call(this.#offices);
    } finally {
      this.outstanding -= 1;
    }
  }

  /** What the next call of an endpoint was sent with. */
  sending<T>(input: Readonly<Record<string, unknown>>, call: () => T): T {
    this.#input = input;
    try {
      return call();
    } finally {
      this.#input = undefined;
    }
  }

  /** Nothing is under way, and nothing waits for a timer. */
  get quiet(): boolean {
    const { state, inFlight, waiting } = this.trading.health();
    return (
      this.state === 'serving' &&
      state === 'running' &&
      inFlight === 0 &&
      waiting === 0 &&
      this.outstanding === 0 &&
      this.market.health().waiting === 0
    );
  }

  get dealing(): boolean {
    return this.trading.running;
  }

  #bury(): void {
    this.state = 'dead';
    this.#mortal.die();
    this.#pool.abandonAll();
  }

  #fail(rule: string, what: string): void {
    if (this.state !== 'dead') this.#options.watch.fail(rule, what);
  }

  #openMarket(): Market {
    const { database, pairs } = this.#options;
    return new Market({
      feed: this.feed,
      terms: fixedPairs(pairs),
      clock: this.#clock,
      append: (ticks) => this.#append(ticks),
      logSize: database.ticks.length,
      lastTicks: database.newestTicks(database.ticks.length - 1),
      store: {
        readCandles: async () => [],
        readOlderCandles: async () => [],
        writeCandles: async () => {},
        readFoldedThrough: async () => database.ticks.length - 1,
        ticksAfter: async () => [],
      },
      onError: (error, doing) => {
        if (!(error instanceof TransparencyError)) this.#fail('the market does not fail', `${doing}: ${String(error)}`);
      },
    });
  }

  /** As the log's writer does it: places are given under a lock, the commit answers for the whole batch. */
  async #append(ticks: readonly NewTick[]): Promise<readonly Tick[]> {
    const { database, logged } = this.#options;
    try {
      await this.weather.before();
      const evaluated = this.trading.evaluatedThrough();
      await this.weather.before();
      const placed = database.append(ticks, evaluated);
      logged(placed);
      // A lost answer is asked for again and found: only death leaves it unheard.
      await this.weather.after(undefined);
      return placed;
    } catch (error) {
      throw new TransparencyError('unavailable', 'the ticks were not logged', error);
    }
  }

  #watched(books: TradingBooks): TradingBooks {
    const { watch } = this.#options;
    return {
      ...books,
      load: async (tx, commands) => {
        const state = await books.load(tx, commands);
        this.#connectionOf.set(state, tx);
        return state;
      },
      apply: (state, change, by) => {
        const batch = this.#batches.get(state) ?? emptyBatch();
        this.#batches.set(state, batch);
        const tag = this.#current;
        if (!tag) watch.fail('every change is a command', 'none is known');
        else checkChange(watch, state, change, tag, batch, this.dealing);
        books.apply(state, change, by);
        if (tag) checkApplied(watch, state, change, tag, batch);
      },
      write: (state) => {
        const batch = this.#batches.get(state);
        const tx = this.#connectionOf.get(state);
        // A connection serves one batch after the other, and this one may change nothing.
        if (tx) this.#atCommit.set(tx, batch ?? emptyBatch());
        return books.write(state);
      },
    };
  }

  async #submit(command: DomainCommand): Promise<Outcome> {
    const { cause: proposal } = command;
    const tag: Tag = {
      name: command.name,
      owner: command.owners[0],
      owners: command.owners,
      input: this.#input,
      key: command.key?.key,
      proposal,
      submittedAt: this.#options.watch.nextPlace(),
      since: this.#since,
    };
    const decide: DomainCommand['decide'] = (state) => {
      this.#current = tag;
      const decided = command.decide(state);
      if (!decided.ok) checkRefusal(this.#options.watch, state, tag, decided.error.error);
      // At once too: the same batch may hold what comes after.
      if (!decided.ok && proposal) this.#options.refused(proposal, this.market.quotes.view().logIndex);
      return decided;
    };
    this.outstanding += 1;
    try {
      return await this.pipeline.submit({ ...command, decide });
    } finally {
      this.outstanding -= 1;
    }
  }

  async #submitProposed(command: DomainCommand): Promise<Outcome> {
    const { cause: proposal } = command;
    const subject = Object.values(command.names ?? {}).flat()[0] ?? command.owners[0];
    const place = `${command.name}/${subject}`;
    const outcome = await this.#submit(command);
    if (outcome.ok) this.#failures.delete(place);
    if (outcome.ok || this.state === 'dead') return outcome;
    const { error } = outcome.error;
    const expected = error === 'HOUSE_CAPITAL' || (error === 'INTERNAL' && this.weather.defects > 0);
    if (!expected) this.#fail('what a tick calls for is not refused', `${command.name} of ${subject}: ${error}`);
    if (!proposal) return outcome;
    const failures = (this.#failures.get(place) ?? 0) + 1;
    this.#failures.set(place, failures);
    // A defect is no excuse before the trading has given up: until then it decides anew for the same tick.
    if (error !== 'INTERNAL' || failures >= DECIDE_ATTEMPTS)
      this.#options.refused(proposal, this.market.quotes.view().logIndex);
    return outcome;
  }

  #logger(): Logger {
    const quiet = (): void => {};
    const error = (fields: object, message: string): void => {
      const cause = 'err' in fields && fields.err instanceof Error ? (fields.err.stack ?? fields.err.message) : '';
      if (message.startsWith('a decision broke a promise')) this.#fail('no decision breaks a promise', cause);
      const defect = 'fault' in fields && fields.fault === 'defect';
      if (message === 'a batch failed' && defect && this.weather.defects === 0)
        this.#fail('the database refuses nothing', cause);
    };
    return { debug: quiet, info: quiet, warn: quiet, error };
  }
}
