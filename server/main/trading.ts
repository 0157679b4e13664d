// The trading part of the server: tick log, market, desk and pipeline, wired and running.

import { type Clock, steadyClock } from '@fairtick/kernel/clock';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { type Random, systemEntropy } from '@fairtick/kernel/random';
import { ok, type Result } from '@fairtick/kernel/result';
import { Cluster } from '../cluster/cluster.ts';
import { type Market, openMarket, readPairs } from '../domains/market/index.ts';
import { Pipeline } from '../platform/commands/pipeline.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/open.ts';
import { createAppClient, type Pool } from '../platform/database/pools.ts';
import { nextServerNumber } from '../platform/database/start.ts';
import type { Logger } from '../platform/logger.ts';
import { readHead } from '../platform/transparency/table.ts';
import { TickLog } from '../platform/transparency/tick-log.ts';
import { TickLogError } from '../platform/transparency/types.ts';
import { type BatchState, type Change, type Committed, createDesk } from '../trading/batch.ts';
import { loadSettings, type Settings } from '../trading/settings.ts';
import { Trading, type TradingMarket } from '../trading/trading.ts';
import type { PipelineMoment } from './failpoint.ts';
import { marketForTrading } from './trading-market.ts';

export interface OpenTradingOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly onFatal: (reason: string) => void;
  readonly moment?: PipelineMoment;
}

export interface OpenedTrading {
  readonly log: TickLog;
  readonly market: Market;
  readonly tradingMarket: TradingMarket;
  /** The time that trading goes by: the wall's, but steady. */
  readonly clock: Clock;
  readonly pipeline: Pipeline<BatchState, Change, Committed>;
  readonly dealer: Trading;
  readonly settings: Settings;
  /** Set by the edges once they are there; until then nobody listens. */
  /** Where NATS_URL is set: the other servers of this database. */
  readonly cluster: Cluster | undefined;
  readonly listeners: { committed: (committed: Committed) => void; figures: (userId: Id) => void };
  stop(): Promise<void>;
}

/** `auto` may take some seconds to choose its feed. Errors are one sentence that names the setting. */
export async function openTrading(
  options: OpenTradingOptions,
  database: Database,
): Promise<Result<OpenedTrading, string>> {
  const { config, random, logger } = options;
  const db = database.app;
  // Freshness, expiries and the log go by a time that never goes back, whatever happens to the wall clock; not even over a restart.
  const clock = steadyClock(options.clock, (await readHead(db)).lastReceivedTime);
  const settings = await loadSettings(db);
  const listeners: OpenedTrading['listeners'] = { committed: () => {}, figures: () => {} };
  // Log, desk and pipeline ask the dealer, and the dealer them: it is made last and asked for by name.
  let dealer: Trading | undefined;
  const log = await openLog({ ...options, clock }, db, () => dealer?.evaluatedThrough() ?? -1);
  const server = await nextServerNumber(db);
  const cluster = openCluster({ ...options, clock }, database, log, server);
  await cluster?.join();
  const opened = await openMarket({
    pool: db,
    clock,
    random,
    choice: config,
    log: {
      size: log.size,
      append: async (ticks) => {
        const logged = await log.append(ticks);
        cluster?.logged(logged);
        return logged;
      },
    },
    note: (sentence) => logger.info({}, sentence),
    onError: (error, doing) => logger.warn({ err: error }, `market: ${doing}`),
  });
  if (!opened.ok) {
    await cluster?.stop();
    await log.stop();
    return opened;
  }
  const market = opened.value;
  const tradingMarket = marketForTrading(market, db, () => dealer?.running === true && cluster?.inStep !== false);
  const pipeline = new Pipeline<BatchState, Change, Committed>({
    pool: db,
    desk: createDesk({
      market: tradingMarket,
      settings: () => settings,
      nowMs: () => clock.now(),
      newId: idGenerator(clock, server),
      onBatch: (viewIndex) => dealer?.onBatch(viewIndex),
      isDue: (order) => dealer?.isDue(order) ?? false,
      ...(cluster ? { place: cluster.place } : {}),
    }),
    clock,
    random,
    logger,
    onCommitted: (committed) => {
      const news = cluster?.committed(committed) ?? committed;
      dealer?.onCommitted(news);
      listeners.committed(news);
    },
    onDoubt: (reason) => dealer?.onDoubt(reason),
    ...(options.moment ? { moment: options.moment } : {}),
  });
  const running = new Trading({
    db,
    clock,
    logger,
    market: tradingMarket,
    submit: (command) => pipeline.submit(command),
    onFigures: (userId) => listeners.figures(userId),
    ...(cluster ? { peers: cluster } : {}),
  });
  dealer = running;
  market.onTick((tick) => running.onTick(tick));
  if (cluster) await cluster.start({ market, dealer: running, told: (committed) => listeners.committed(committed) });
  else {
    await running.start();
    await market.start();
  }
  const stop = async (): Promise<void> => {
    await market.stop();
    await pipeline.close();
    running.stop();
    // The lease goes last: whoever takes over finds everything logged and committed.
    await cluster?.stop();
    await log.stop();
  };
  return ok({ log, market, tradingMarket, clock, pipeline, dealer: running, settings, cluster, listeners, stop });
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
  { clock, logger, onFatal }: OpenTradingOptions,
  db: Pool,
  evaluatedThrough: () => number,
): Promise<TickLog> {
  const pairs = new Map((await readPairs(db)).map((pair) => [pair.id, pair]));
  return TickLog.open({
    pool: db,
    clock,
    entropy: systemEntropy,
    evaluatedThrough,
    pairOf: (pairId) => pairs.get(pairId),
    onError: (error) => {
      logger.error({ err: error }, 'the tick log');
      // A log that is not what was signed must not grow: better no market than a forked one.
      if (error instanceof TickLogError && error.failure === 'corrupt') onFatal('the tick log is not what was signed');
    },
  });
}
