// A small world to trade in: a real database and tick log, the real pipeline, engine and routes, one clock that the test moves.
// No HTTP, no feed. Simulations and failure tests stand on it too.
// Long because all that a test may do to it stands in one place.

import type { Refusal } from '@fairtick/contract/errors';
import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { MicroOrderView } from '@fairtick/contract/http/micro';
import type { ForexTrade } from '@fairtick/contract/socket/messages';
import type { ForexOrder, MicroOrder, Pair, Realm, Tick } from '@fairtick/engine/types';
import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { formatUnits } from '@fairtick/kernel/decimal';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { type Random, seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { ok, type Result } from '@fairtick/kernel/result';
import { demoView, findUser } from '@fairtick/server/domains/accounts/index';
import { findOwn as findForex } from '@fairtick/server/domains/forex/table';
import { accountsOf, seedHouse, type UserKind } from '@fairtick/server/domains/ledger/index';
import { openTickLog, type TickLog } from '@fairtick/server/domains/market/index';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import { findOwn as findMicro } from '@fairtick/server/domains/micro/table';
import {
  type Committed,
  LEDGER,
  type Settings,
  tradingHandlers,
  tradingSettings,
} from '@fairtick/server/domains/parts';
import { type Wired, wireTrading } from '@fairtick/server/main/wiring';
import { SALT_BYTES } from '@fairtick/server/platform/acceptances/acceptance';
import type { Moment } from '@fairtick/server/platform/commands/pipeline';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import type { Logger } from '@fairtick/server/platform/logger';
import { FIRST_VALUES } from '@fairtick/server/platform/settings/setting';
import type { Trading } from '@fairtick/server/trading/trading';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';
import { TEST_ADDRESSES, testKeys, testLogKeys } from './outside.ts';
import { fundLiveHouse, insertRealUser } from './real-user.ts';
import { WorldMarket } from './world-market.ts';

/** A Wednesday noon in UTC: every market is open. */
export const WEDNESDAY_NOON_MS = Date.UTC(2024, 4, 15, 12);
const SETTLE_LIMIT_MS = 20_000;

/** What the server said to its operators; a test that expects none can look. */
export interface Said {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly fields: object;
}

export type WorldPipeline = Wired['pipeline'];

export interface Server {
  readonly market: WorldMarket;
  readonly log: TickLog;
  readonly pipeline: WorldPipeline;
  readonly trading: Trading;
  readonly figures: (userId: Id, moved?: ReadonlySet<number>) => ForexTrade | undefined;
  stop(): Promise<void>;
}

export interface WorldOptions {
  readonly pairs?: readonly Pair[];
  readonly seed?: number;
  readonly settings?: (settings: Settings) => Settings;
  /** The app pool through which servers work; default the test database's own. */
  readonly pool?: (db: TestDatabase) => Pool;
  readonly moment?: (moment: Moment, names: readonly string[]) => void;
  /** False: no server yet. */
  readonly start?: boolean;
  /** The clock's first moment, UTC ms; a Wednesday noon of 2024 where it is not said. */
  readonly startMs?: number;
}

export interface ForexTyped {
  readonly pair: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly multiple?: string;
  readonly target?: string;
  readonly stopLoss?: string;
  readonly takeProfit?: string;
  readonly expected?: string;
  readonly deviation?: string;
  readonly key?: string;
}

export interface MicroTyped {
  readonly pair: string;
  readonly direction: 'up' | 'down';
  readonly stake: string;
  readonly seconds: string;
  readonly key?: string;
}

type Answered<T> = Promise<Result<T, Refusal>>;

export interface World {
  readonly db: TestDatabase;
  readonly clock: ManualClock;
  readonly random: Random;
  readonly said: Said[];
  readonly committed: Committed[];
  /** Users of whom a server told that there are figures to ask for. */
  readonly told: Id[];
  readonly settings: Settings;
  /** The running server; `restart` replaces it. */
  readonly server: Server;
  /** Builds another server over the same database; its market is its own. The caller stops it. */
  another(): Promise<Server>;
  /** Leaves the server as a kill would (nothing in flight is waited for) and starts a new one. */
  restart(): Promise<void>;
  /** Logs one tick at the clock's time and deals it. Nothing it calls for needs to be decided yet. */
  tick(code: string, bid: string, ask: string): Promise<Tick>;
  /** Logs a tick, and resolves when all of its triggers are decided. */
  settledTick(code: string, bid: string, ask: string): Promise<Tick>;
  /** Logs a tick without telling trading, as if the process died right after the commit. */
  unseenTick(code: string, bid: string, ask: string): Promise<Tick>;
  /** Resolves when nothing is in flight. */
  settle(): Promise<void>;
  demoUser(): Promise<Id>;
  /** Asks for a demo account by this key: the user whose session opens. */
  openDemo(key: string): Answered<Id>;
  /** Of the live realm, with so many dollars on each account. The first brings the live house its capital. */
  realUser(dollars: number): Promise<Id>;
  forexSubmit(userId: Id, typed: ForexTyped): Answered<ForexOrderView>;
  forexList(userId: Id, status: 0 | 1 | 3, page?: number): Answered<AnswerOf<'my_deal'>>;
  todaysProfits(userId: Id): Answered<AnswerOf<'get_profits'>>;
  forexClose(userId: Id, id: string, key?: string): Answered<ForexOrderView>;
  forexCloseAll(userId: Id, key?: string): Answered<{ closed: string[]; left: string[] }>;
  forexCancel(userId: Id, id: string, key?: string): Answered<ForexOrderView>;
  /** What is undefined is not sent. */
  forexStops(
    userId: Id,
    id: string,
    stopLoss: string | undefined,
    takeProfit: string | undefined,
    key?: string,
  ): Answered<ForexOrderView>;
  microSubmit(userId: Id, typed: MicroTyped): Answered<MicroOrderView>;
  reset(userId: Id, key?: string): Answered<Record<string, never>>;
  /** As stored. Throws where there is none. */
  forexOrder(userId: Id, id: string): Promise<ForexOrder>;
  microOrder(userId: Id, id: string): Promise<MicroOrder>;
  /** Plain decimals: what is available and what is locked. */
  balance(userId: Id, kind: UserKind): Promise<{ available: string; locked: string }>;
  house(kind: string): Promise<{ available: string; locked: string }>;
  invariants(): Promise<string[]>;
  /** The app settings of every pair of this name from now on. */
  setPair(code: string, change: Partial<Pair>): void;
  close(): Promise<void>;
}

interface Builder {
  readonly db: TestDatabase;
  readonly pool: Pool;
  readonly clock: ManualClock;
  readonly random: Random;
  readonly logger: Logger;
  readonly settings: Settings;
  readonly pairs: readonly Pair[];
  readonly committed: Committed[];
  readonly told: Id[];
  readonly moment: WorldOptions['moment'];
  readonly number: number;
}

async function startServer(builder: Builder): Promise<Server> {
  const { pool, clock, random, logger, pairs, committed, told } = builder;
  let wired: Wired | undefined;
  const market = new WorldMarket({ db: pool, clock, pairs });
  const log = await openTickLog({
    pool,
    clock,
    keys: testLogKeys,
    evaluatedThrough: () => wired?.trading.evaluatedThrough() ?? -1,
    pairOf: (pairId) => market.pair(pairId),
    onError: (error) => logger.error({ err: error }, 'the tick log'),
  });
  await market.load();
  wired = wireTrading({
    db: pool,
    clock,
    // Pauses between attempts are real, whatever time it is in this world.
    pauses: { ...systemClock, now: () => clock.now() },
    random,
    logger,
    newId: idGenerator(clock, builder.number),
    newSalt: () => systemEntropy.bytes(SALT_BYTES),
    market: () => market,
    settings: () => builder.settings,
    onFigures: (userId) => told.push(userId),
    onCommitted: (news) => {
      committed.push(news);
      return news;
    },
    told: () => {},
    moment: builder.moment,
  });
  const { trading, pipeline, parts } = wired;
  await trading.start();
  const stop = async (): Promise<void> => {
    trading.stop();
    await pipeline.close();
    await log.stop();
  };
  const figures: Server['figures'] = (userId, moved) => parts.forex.figures?.FOREX_TRADE?.(userId, moved);
  return { market, log, pipeline, trading, figures, stop };
}

/** Resolves once trading runs and no trigger is undecided. */
export async function settleServer({ trading, pipeline }: Server): Promise<void> {
  const startedMs = systemClock.monotonic();
  const busy = (): boolean =>
    trading.health().state === 'rebuilding' || trading.health().inFlight > 0 || pipeline.health().waiting > 0;
  while (busy()) {
    if (systemClock.monotonic() - startedMs > SETTLE_LIMIT_MS)
      throw new Error(`does not settle: ${JSON.stringify({ ...trading.health(), ...pipeline.health() })}`);
    await new Promise((resume) => setImmediate(resume));
  }
}

function recorder(said: Said[]): Logger {
  const keep =
    (level: Said['level']) =>
    (fields: object, message: string): void =>
      void said.push({ level, message, fields });
  return { debug: () => {}, info: () => {}, warn: keep('warn'), error: keep('error') };
}

const shown = (row: { available: string; locked: string } | undefined): { available: string; locked: string } => {
  if (!row) throw new Error('there is no such account');
  return row;
};

// Long because it is the list of what a world can do, one line or two each, over the same few values.
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const db = await createTestDatabase();
  const clock = new ManualClock(options.startMs ?? WEDNESDAY_NOON_MS);
  const random = seededRandom(options.seed ?? 1);
  const said: Said[] = [];
  const committed: Committed[] = [];
  const told: Id[] = [];
  const pool = options.pool?.(db) ?? db.app;
  await seedHouse(db.owner, LEDGER, clock.now());
  const read = tradingSettings(FIRST_VALUES);
  // Options open at the next tick, unless a test says otherwise.
  const settled = { ...read, micro: { ...read.micro, openDelayMs: 0 } };
  const settings = options.settings?.(settled) ?? settled;
  const pairs = new Map((options.pairs ?? CATALOGUE).map((pair) => [pair.code, pair]));
  let number = 0;
  const another = (): Promise<Server> => {
    number += 1;
    const own = { db, pool, clock, random, logger: recorder(said), settings, committed, told, moment: options.moment };
    return startServer({ ...own, pairs: [...pairs.values()], number });
  };
  let running: Server | undefined = options.start === false ? undefined : await another();
  const server = (): Server => {
    if (!running) throw new Error('no server runs in this world');
    return running;
  };
  const leftovers: Server[] = [];
  let keys = 0;
  const real = new Set<Id>();
  const context = (userId: Id | undefined, key: string | undefined): RequestContext => {
    keys += 1;
    const realm: Realm = userId !== undefined && real.has(userId) ? 'live' : 'demo';
    return {
      principal: userId === undefined ? undefined : { kind: 'user', userId, realm, tokenHash: new Uint8Array(32) },
      lang: 'en',
      key: key ?? `world-key-${keys}-${clock.now()}`,
      address: '127.0.0.1',
      agent: 'world',
      deviceHash: null,
      requestId: `world-${keys}`,
    };
  };
  const handlers = tradingHandlers(
    {
      submit: (command) => server().pipeline.submit(command),
      db: pool,
      reads: () => pool,
      clock,
      entropy: systemEntropy,
      keys: testKeys,
      addresses: () => TEST_ADDRESSES,
      settings: () => settings,
      get tradingMarket() {
        return server().market;
      },
      tradingClock: clock,
    },
    // The token of this world is the user's id.
    async (userId) => {
      const user = await findUser(db.app, userId);
      if (!user) throw new Error('a user just made is there');
      return { token: String(userId), user: demoView(user) };
    },
  );
  const pairId = (code: string): number => pairs.get(code)?.id ?? 999_999;

  const logTick = async (code: string, bid: string, ask: string): Promise<Tick> => {
    const [tick] = await server().log.append([server().market.received(code, bid, ask)]);
    if (!tick) throw new Error('the log took no tick');
    return tick;
  };
  const tick = async (code: string, bid: string, ask: string): Promise<Tick> => {
    const logged = await logTick(code, bid, ask);
    server().market.take(logged);
    server().trading.onTick(logged);
    return logged;
  };

  return {
    db,
    clock,
    random,
    said,
    committed,
    told,
    settings,
    get server() {
      return server();
    },
    another,
    async restart() {
      if (running) {
        running.trading.stop();
        leftovers.push(running);
      }
      running = undefined;
      running = await another();
    },
    tick,
    async settledTick(code, bid, ask) {
      const logged = await tick(code, bid, ask);
      await settleServer(server());
      return logged;
    },
    unseenTick: logTick,
    settle: () => settleServer(server()),
    async demoUser() {
      const made = await handlers.createAccountDemoForU({}, context(undefined, undefined));
      if (!made.ok) throw new Error(`no demo user: ${made.error.error}`);
      return BigInt(made.value.token);
    },
    async openDemo(key) {
      const made = await handlers.createAccountDemoForU({}, context(undefined, key));
      return made.ok ? ok(BigInt(made.value.token)) : made;
    },
    async realUser(dollars) {
      if (real.size === 0) await fundLiveHouse(db);
      const id = 5_000_000n + 10n * BigInt(real.size);
      await insertRealUser(db, id, dollars);
      real.add(id);
      return id;
    },
    forexSubmit: (userId, typed) =>
      handlers.forex_submit(
        {
          type: typed.side === 'buy' ? 1 : 2,
          cont: typed.lots,
          forex_id: pairId(typed.pair),
          status: typed.target === undefined ? 1 : 0,
          target_price: typed.target ?? '',
          stop_loss_price: typed.stopLoss ?? '',
          target_profit_price: typed.takeProfit ?? '',
          multiple: typed.multiple ?? '100',
          expected_price: typed.expected,
          max_deviation: typed.deviation,
        },
        context(userId, typed.key),
      ),
    forexList: (userId, status, page = 1) => handlers.my_deal({ status, page, copies: '' }, context(userId, undefined)),
    todaysProfits: (userId) => handlers.get_profits({}, context(userId, undefined)),
    forexClose: (userId, id, key) => handlers.forex_close({ id }, context(userId, key)),
    forexCloseAll: (userId, key) => handlers.forex_close_all({}, context(userId, key)),
    forexCancel: (userId, id, key) => handlers.cancel_trade({ id }, context(userId, key)),
    forexStops: (userId, id, stopLoss, takeProfit, key) =>
      handlers.set_stop_price({ id, stop_loss_price: stopLoss, target_profit_price: takeProfit }, context(userId, key)),
    microSubmit: (userId, typed) =>
      handlers.micro_submit(
        {
          forex_id: pairId(typed.pair),
          type: typed.direction === 'up' ? 1 : 2,
          number: typed.stake,
          seconds: typed.seconds,
        },
        context(userId, typed.key),
      ),
    reset: (userId, key) => handlers.resetForexDemoAccount({}, context(userId, key)),
    async forexOrder(userId, id) {
      const order = await findForex(db.app, userId, BigInt(id));
      if (!order) throw new Error(`no forex order ${id}`);
      return order;
    },
    async microOrder(userId, id) {
      const order = await findMicro(db.app, userId, BigInt(id));
      if (!order) throw new Error(`no micro order ${id}`);
      return order;
    },
    async balance(userId, kind) {
      const account = (await accountsOf(db.app, userId)).find((one) => one.kind === kind);
      return shown(account && { available: formatUnits(account.available), locked: formatUnits(account.locked) });
    },
    async house(kind) {
      const account = (await accountsOf(db.app, 0n)).find((one) => one.kind === kind && one.realm === 'demo');
      return shown(account && { available: formatUnits(account.available), locked: formatUnits(account.locked) });
    },
    invariants: () => brokenInvariants(db.owner),
    setPair(code, change) {
      const pair = pairs.get(code);
      if (!pair) throw new Error(`no pair ${code}`);
      pairs.set(code, { ...pair, ...change });
      running?.market.setPair(code, change);
    },
    async close() {
      for (const old of [...leftovers, ...(running ? [running] : [])]) await old.stop();
      if (pool !== db.app) await pool.end();
      await db.drop();
    },
  };
}
