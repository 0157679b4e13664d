// The trading part of the server, opened: tick log, market, and what is wired over them, running.

import { type Clock, steadyClock } from '@fairtick/kernel/clock';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { type Random, systemEntropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { type Alone, takeAlone } from '../cluster/alone.ts';
import { Cluster } from '../cluster/cluster.ts';
import {
  type Committed,
  isAheadOfDatabase,
  type Market,
  openMarket,
  openTickLog,
  type PairsOverTime,
  readTickHead,
  type Settings,
  type TickLog,
  tradingSettings,
} from '../domains/parts.ts';
import { SALT_BYTES } from '../platform/acceptances/acceptance.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/open.ts';
import { createAppClient, type Pool } from '../platform/database/pools.ts';
import { nextServerNumber } from '../platform/database/start.ts';
import { Unavailable } from '../platform/endpoints.ts';
import type { Logger } from '../platform/logger.ts';
import { type SigningKeys, TransparencyError } from '../platform/transparency/index.ts';
import type { PipelineMoment } from './failpoint.ts';
import { marketForTrading } from './market-for-trading.ts';
import type { OpenedSettings } from './settings-list.ts';
import { type Wired, wireTrading } from './wiring.ts';

export interface OpenTradingOptions {
  /** See AppOptions. */
  readonly besideAnother?: boolean | undefined;
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly onFatal: (reason: string) => void;
  readonly logKeys: SigningKeys;
  readonly moment?: PipelineMoment;
}

export interface OpenedTrading extends Omit<Wired, 'market'> {
  readonly log: TickLog;
  readonly market: Market;
  readonly tradingMarket: Wired['market'];
  /** The time that trading goes by: the wall's, but steady. */
  readonly clock: Clock;
  /** Ids of users, orders, journals and members of staff: none is ever given twice. */
  readonly newId: () => Id;
  /** As in force now. */
  readonly settings: () => Settings;
  /** Where NATS_URL is set: the other servers of this database. */
  readonly cluster: Cluster | undefined;
  /** Set by the edges once they are there; until then nobody listens. */
  readonly listeners: { committed: (committed: Committed) => void; figures: (userId: Id) => void };
  stop(): Promise<void>;
}

/** `auto` may take some seconds to choose its feed. Errors are one sentence that names the setting. */
export async function openTrading(
  options: OpenTradingOptions,
  database: Database,
  settings: OpenedSettings,
): Promise<Result<OpenedTrading, string>> {
  // Servers that tell each other of their commits have a lease of their own.
  if (options.config.natsUrl !== undefined || options.besideAnother)
    return openMarketAndTrading(options, database, settings, () => true);
  const alone = await openAlone(options, database);
  if (!alone.ok) return alone;
  const opened = await openMarketAndTrading(options, database, settings, alone.value.holds);
  // The lease is given up last: the server that takes over finds everything logged and committed.
  if (!opened.ok) {
    await alone.value.stop();
    return opened;
  }
  const { stop } = opened.value;
  return ok({ ...opened.value, stop: () => stop().finally(() => alone.value.stop()) });
}

/** `holds`: whether this server may take prices in. */
async function openMarketAndTrading(
  options: OpenTradingOptions,
  database: Database,
  { registry, pairs }: OpenedSettings,
  holds: () => boolean,
): Promise<Result<OpenedTrading, string>> {
  const { config, random, logger } = options;
  const db = database.app;
  // Freshness, expiries and the log use a clock that never goes back, whatever happens to the wall clock, also over a restart.
  const clock = steadyClock(options.clock, (await readTickHead(db)).lastReceivedTime);
  const settings = registry.derived(tradingSettings);
  const listeners: OpenedTrading['listeners'] = { committed: () => {}, figures: () => {} };
  // The log asks trading how far its ticks are decided, and trading needs the log: until trading is made, the answer is -1.
  let wired: Wired | undefined;
  const log = await openLog({ ...options, clock }, db, () => wired?.trading.evaluatedThrough() ?? -1, pairs);
  const server = await nextServerNumber(db);
  const cluster = openCluster({ ...options, clock }, database, log, server);
  await cluster?.join();
  const opened = await openMarket({
    pool: db,
    clock,
    random,
    choice: config,
    terms: pairs,
    log: { size: log.size, append: (ticks) => appendTold(log, cluster, holds, ticks) },
    note: (sentence) => logger.info({}, sentence),
    onError: marketTrouble(options),
  });
  if (!opened.ok) {
    await cluster?.stop();
    await log.stop();
    return opened;
  }
  const market = opened.value;
  const newId = idGenerator(clock, server);
  wired = wireTrading({
    db,
    clock,
    random,
    logger,
    newId,
    newSalt: () => systemEntropy.bytes(SALT_BYTES),
    // No order opens on terms that may have switched without this server knowing.
    market: (running) =>
      marketForTrading(market, db, () => running() && cluster?.inStep !== false && holds() && registry.inStep),
    settings,
    onFigures: (userId) => listeners.figures(userId),
    onCommitted: (committed) => cluster?.committed(committed) ?? committed,
    told: (committed) => listeners.committed(committed),
    cluster,
    moment: options.moment,
  });
  const { trading, pipeline } = wired;
  market.onTick((tick) => trading.onTick(tick));
  registry.onSwitch(() => market.termsSwitched());
  if (cluster) await cluster.start({ market, trading, told: (committed) => listeners.committed(committed) });
  else {
    await trading.start();
    await market.start();
  }
  const stop = async (): Promise<void> => {
    await market.stop();
    await pipeline.close();
    trading.stop();
    // The lease is given up last: the server that takes over finds everything logged and committed.
    await cluster?.stop();
    await log.stop();
  };
  return ok({ ...wired, newId, log, market, tradingMarket: wired.market, clock, settings, cluster, listeners, stop });
}

function marketTrouble({ logger, onFatal }: OpenTradingOptions): (error: unknown, doing: string) => void {
  return (error, doing) => {
    logger.warn({ err: error }, `market: ${doing}`);
    // What memory holds of such a clock is of no use to the log; the next start goes by the log's time again.
    if (isAheadOfDatabase(error)) onFatal("its clock stands more than an hour ahead of the database's");
  };
}

async function appendTold(
  log: TickLog,
  cluster: Cluster | undefined,
  holds: () => boolean,
  ticks: Parameters<TickLog['append']>[0],
) {
  if (!holds()) throw new Unavailable('the lease of the intake is not held now');
  const logged = await log.append(ticks);
  cluster?.logged(logged);
  return logged;
}

/** Without NATS there is one server to a database. */
async function openAlone(
  { clock, logger, onFatal }: OpenTradingOptions,
  { ownerUrl }: Database,
): Promise<Result<Alone, string>> {
  const open = () => createAppClient(ownerUrl);
  const lost = (reason: string): void => onFatal(`the intake of prices is another server's now: ${reason}`);
  const alone = await takeAlone({ open, clock, logger, lost });
  return alone
    ? ok(alone)
    : err('another server is at work on this database. Stop it, or set NATS_URL for all of them');
}

function openCluster(
  { config, clock, logger, onFatal }: OpenTradingOptions,
  { app, ownerUrl }: Database,
  log: TickLog,
  server: number,
): Cluster | undefined {
  const { natsUrl } = config;
  if (natsUrl === undefined) return undefined;
  const session = () => createAppClient(ownerUrl);
  return new Cluster({ natsUrl, db: app, session, clock, logger, server, database: log.verifierKey, onFatal });
}

async function openLog(
  { clock, logger, logKeys, onFatal }: OpenTradingOptions,
  db: Pool,
  evaluatedThrough: () => number,
  terms: PairsOverTime,
): Promise<TickLog> {
  const pairs = new Map(terms.at().map((pair) => [pair.id, pair]));
  return openTickLog({
    pool: db,
    clock,
    keys: logKeys,
    evaluatedThrough,
    pairOf: (pairId) => pairs.get(pairId),
    onError: (error) => {
      logger.error({ err: error }, 'the tick log');
      // A log that is not what was signed must not grow: better no market than a forked one.
      if (error instanceof TransparencyError && error.failure === 'corrupt')
        onFatal('the tick log is not what was signed');
    },
  });
}
