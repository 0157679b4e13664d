// The server wired: database, then trading (log, market, pipeline), then the edges. Each part starts after the parts that it
// needs, and the stop goes the other way.

import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@fairtick/kernel/clock';
import { type Random, systemEntropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { FastifyInstance } from 'fastify';
import { figuresOfParts, tellAll } from '../domains/domain-part.ts';
import {
  closingOnlyMinutes,
  type DomainCommand,
  firstLink,
  handlersOf,
  LEDGER,
  ledgerMismatch,
  linkAddress,
  publicPictures,
  type Services,
  seedDomains,
  sheetsOf,
  staffHandlersOf,
  stopNews,
  tellChats,
} from '../domains/parts.ts';
import { buildConsole } from '../edge/console/console.ts';
import { addressReader, proxyTest } from '../edge/http/client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../edge/http/connections.ts';
import type { Health } from '../edge/http/health.ts';
import { buildHttp } from '../edge/http/server.ts';
import { buildSocket, MAX_CLIENTS_PER_ADDRESS, type UserSocket } from '../edge/socket/server.ts';
import { socketMarketOf } from '../edge/socket/socket-market-of.ts';
import { type Addresses, addressesOf, type Ports } from '../platform/config/addresses.ts';
import type { Config } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/open.ts';
import { seedAsOwner } from '../platform/database/start.ts';
import { checkMasters } from '../platform/keys/check.ts';
import { checkLogKeys } from '../platform/keys/check-logs.ts';
import type { Keys } from '../platform/keys/keys.ts';
import { type LogKeys, openLogKeys } from '../platform/keys/log-keys.ts';
import { openKeys } from '../platform/keys/open.ts';
import type { Logger } from '../platform/logger.ts';
import { TransparencyError } from '../platform/transparency/index.ts';
import { type BesideTrading, startBesideTrading } from './beside-trading.ts';
import type { PipelineMoment } from './failpoint.ts';
import { type OpenedTrading, openTrading } from './open-trading.ts';
import { openSettings } from './settings-list.ts';

const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const consoleFolder = fileURLToPath(new URL('../../console/dist/', import.meta.url));

export interface AppOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** What the process must not survive: the database is lost for good, or the log would fork. */
  readonly onFatal: (reason: string) => void;
  readonly checkAnswers?: boolean;
  /** Multiplies the rate limits: load tests send from one address what the world sends from many. */
  readonly rateFactor?: number;
  /** For tests of several servers in one process by whose prices nobody trades: the lease of the intake is left to the first. Never set by the program. */
  readonly besideAnother?: boolean;
  /** For failure tests: see failpoint.ts. */
  readonly moment?: PipelineMoment;
}

export interface App {
  readonly appUrl: string;
  readonly consoleUrl: string;
  /** Where the first owner joins, once; undefined when somebody of the staff has. Never log it. */
  readonly ownerLink: string | undefined;
  readonly source: string;
  /** With password: for tools of this process, never to be shown. */
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

/** Errors are one sentence for the person who starts it. */
export async function startApp(options: AppOptions): Promise<Result<App, string>> {
  const { config, logger, onFatal } = options;
  const keys = await openKeys(config, systemEntropy);
  if (!keys.ok) return keys;
  const logKeys = openLogKeys({ ...config, onSilent: (sentence) => logger.warn({}, sentence) }, systemEntropy);
  if (!logKeys.ok) return logKeys;
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    onNotice: (text) => logger.warn({}, text),
    onLost: onFatal,
  });
  if (!database.ok) return database;
  try {
    const started = await startOver({ ...options, logKeys: logKeys.value }, database.value, keys.value);
    if (!started.ok) await database.value.close();
    return started;
  } catch (error) {
    await database.value.close();
    if (isForOperator(error)) return err(error.message);
    throw error;
  }
}

/** A log that must not go on as it is: its sentence says what to do. */
const isForOperator = (error: unknown): error is TransparencyError =>
  error instanceof TransparencyError && (error.failure === 'no_key' || error.failure === 'forked');

async function startOver(
  options: AppOptions & { readonly logKeys: LogKeys },
  database: Database,
  keys: Keys,
): Promise<Result<App, string>> {
  const { config, clock, logKeys } = options;
  const mismatch = await ledgerMismatch(database.app, LEDGER);
  if (mismatch !== undefined) return err(mismatch);
  const wrongKeys = await seedAsOwner(database.ownerUrl, async (owner) => {
    const fault = (await checkMasters(owner, keys)) ?? (await checkLogKeys(owner, logKeys));
    if (fault === undefined) await seedDomains(owner, clock.now());
    return fault;
  });
  if (wrongKeys !== undefined) return err(wrongKeys);
  const settings = await openSettings(database.app, options);
  if (!settings.ok) return settings;
  const { registry } = settings.value;
  const opened = await openTrading(options, database, settings.value);
  if (!opened.ok) {
    await registry.stop();
    return opened;
  }
  const trading = opened.value;
  // Until they are known a port is as it was asked for; 0 lets the system choose one.
  let ports: Ports = { app: config.port, console: config.consolePort };
  const addresses = (): Addresses => addressesOf(config, ports);
  const services: Services = { ...servicesOf(trading, database), clock, keys, addresses };
  const running = { ...services, newId: trading.newId, snapshots: database.snapshots };
  const beside = await startBesideTrading(options, running, settings.value);
  const edge = openEdge(options, trading, services, beside);
  const stop = async (): Promise<void> => {
    await beside.stopJobs();
    await edge.close();
    await beside.sessions.stop();
    await trading.stop();
    await registry.stop();
    await database.close();
  };
  try {
    await edge.http.listen({ host: config.host, port: config.port });
    await edge.staff.listen({ host: config.host, port: config.consolePort });
    ports = { app: portOf(edge.http), console: portOf(edge.staff) };
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    return err(`The address cannot be used: ${reason}. Choose another PORT or CONSOLE_PORT.`);
  }
  const { app: appUrl, console: consoleUrl } = addresses();
  const link = await firstLink({ ...services, ...beside, newId: trading.newId });
  return ok({
    appUrl,
    consoleUrl,
    ownerLink: link === undefined ? undefined : linkAddress(consoleUrl, link),
    source: trading.market.source,
    ownerUrl: database.ownerUrl,
    stop,
  });
}

function servicesOf(trading: OpenedTrading, { app: db, reads }: Database) {
  const { pipeline, settings, tradingMarket } = trading;
  return {
    submit: (command: DomainCommand) => pipeline.submit(command),
    db,
    reads: () => reads.pick(),
    entropy: systemEntropy,
    settings,
    tradingMarket,
    tradingClock: trading.clock,
  };
}

/** The edges: endpoints over HTTP, the socket on the same server, the console on its own. */
function openEdge(options: AppOptions, trading: OpenedTrading, services: Services, beside: BesideTrading): Edge {
  const { clock, logger } = options;
  const { market, pipeline, log, cluster } = trading;
  const { sessions } = beside;
  let socket: UserSocket | undefined;
  const health = async (): Promise<Health> => ({
    ok: isWell(trading),
    details: {
      market: market.health(),
      pipeline: pipeline.health(),
      trading: trading.trading.health(),
      ...beside.health(),
      log: { size: log.size },
      socket: socket?.counts(),
      ...(cluster ? { cluster: cluster.health() } : {}),
    },
  });
  const serving = {
    health,
    clock,
    logger,
    checkAnswers: options.checkAnswers ?? false,
    rateFactor: options.rateFactor ?? 1,
    addressOf: addressReader(options.config.trustProxy),
    connections: connectionLimits(options),
    files: beside.files,
    pictures: publicPictures(services),
  };
  const http = buildHttp({
    ...serving,
    closingOnly: () => closingOnlyMinutes(beside.appStart().main, clock.now()),
    handlers: handlersOf({
      ...services,
      ...beside,
      ...{ candlesLog: beside.logs.candles, market },
      ...{ log, logger, newId: trading.newId },
      pushOrigins: options.config.pushOrigins,
    }),
    sessions,
    logs: { ticks: log, ...beside.logs },
    sheets: sheetsOf(services),
    stopNews: (token) => stopNews({ ...services, ...beside }, token),
    staticDir: existsSync(webFolder) ? webFolder : undefined,
    frameHosts: options.config.serviceHosts,
  });
  const users = buildSocket({
    server: http.server,
    sessions,
    market: socketMarketOf(market),
    status: beside.status,
    figures: figuresOfParts(trading.parts),
    clock,
    logger,
    addressOf: serving.addressOf,
    maxClientsPerAddress: MAX_CLIENTS_PER_ADDRESS * (options.rateFactor ?? 1),
  });
  socket = users;
  trading.listeners.committed = (committed) => tellAll(trading.parts, committed, users);
  trading.listeners.figures = (userId) => users.refreshUser(userId);
  const staff = buildConsole({
    ...serving,
    handlers: staffHandlersOf({ ...services, ...beside, logger, newId: trading.newId }),
    sessions: beside.staffSessions,
    staticDir: existsSync(consoleFolder) ? consoleFolder : undefined,
  });
  const chats = tellChats({ db: services.db, clock, logger, teller: users });
  return { http, staff, close: () => closeInTurn([chats, users, http, staff]) };
}

/** Each after the one before has ended. */
async function closeInTurn(parts: readonly { close(): PromiseLike<unknown> }[]): Promise<void> {
  for (const part of parts) await part.close();
}

/** Prices come, triggers are decided, and what is decided is committed. */
const isWell = ({ market, trading, pipeline }: OpenedTrading): boolean =>
  market.health().feed.state === 'live' && trading.health().state === 'running' && pipeline.health().commits;

/** Tests that send from one address what the world sends from many hold as many connections. */
const connectionLimits = ({ config, rateFactor = 1 }: AppOptions): ConnectionLimits => ({
  ...CONNECTION_LIMITS,
  perAddress: CONNECTION_LIMITS.perAddress * rateFactor,
  isProxy: proxyTest(config.trustProxy),
});

interface Edge {
  readonly http: FastifyInstance;
  readonly staff: FastifyInstance;
  close(): Promise<void>;
}

function portOf(server: FastifyInstance): number {
  const address: AddressInfo | string | null = server.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
