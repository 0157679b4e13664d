// Every setting of the server: read once from the environment, checked, handed on as plain data. Nothing else reads the environment.

import * as path from 'node:path';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { type LogKey, logKeysOf } from '../keys/log-keys.ts';
import { type Masters, mastersOf } from '../keys/masters.ts';
import { type Outside, readOutside } from './outside.ts';
import { choice, type Environment, folder, given, quoted, wholeNumber } from './reading.ts';

const feedKinds = ['auto', 'kraken', 'replay', 'simulated'] as const;
type FeedKind = (typeof feedKinds)[number];
const sources = ['kraken', 'replay', 'simulated'] as const;
const simHoursKinds = ['always', 'market'] as const;
type SimHours = (typeof simHoursKinds)[number];
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export interface Config extends Outside {
  /** User app, API and socket. 0 lets the system choose. */
  readonly port: number;
  /** Staff console. 0 lets the system choose. */
  readonly consolePort: number;
  /** Address to listen on. 127.0.0.1 is this machine only; a phone in the same network needs 0.0.0.0. */
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Holds a password: never log it. Undefined means the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Never log them. The first seals. Undefined means those of `dataDir`, which the embedded database has alone. */
  readonly masterKeys: Masters | undefined;
  /** Never log them. Private keys of the public logs; undefined means those in `dataDir`. */
  readonly logKeys: readonly LogKey[] | undefined;
  /** May hold a password: never log it. NATS between servers of one database; undefined means that this server is alone. */
  readonly natsUrl: string | undefined;
  readonly feed: FeedKind;
  /** The source of prices that this database leaves for good; undefined where it stays. */
  readonly leaves: string | undefined;
  /** Absolute; without it a replay plays the bundled recording. */
  readonly replayDir: string | undefined;
  /** How many recorded seconds pass in a second; a speed, never money. */
  readonly replaySpeed: number;
  /** Start of the simulated market's randomness, a whole number in [0, 2^32); undefined is one that nobody can foretell. */
  readonly seed: number | undefined;
  /** Whether the simulated market closes at weekends like a real one. */
  readonly simHours: SimHours;
  readonly logLevel: LogLevel;
}

/** What failure and load tests may ask of the real server. Set anywhere but under NODE_ENV=test it stops the start. */
export interface Rehearsal {
  /** Multiplies the rate limits: a test sends from one address what the world sends from many. */
  readonly rateFactor: number;
  /** The process kills itself there; see main/failpoint.ts. */
  readonly failpoint: Failpoint | undefined;
}

const failpointMoments = ['before_commit', 'after_commit', 'after_reply', 'after_publish'] as const;
export interface Failpoint {
  readonly moment: (typeof failpointMoments)[number];
  /** A command of the pipeline. */
  readonly command: string;
}

const replaySpeedLimit = 1_000_000;
const rateFactorLimit = 100_000;

/** An empty variable counts as unset. The error is one sentence that names the variable and never repeats a secret. */
export function readConfig(env: Environment): Result<Config, string> {
  const wrong: string[] = [];
  const read = <T>(result: Result<T, string>, fallback: T): T => {
    if (result.ok) return result.value;
    wrong.push(result.error);
    return fallback;
  };
  const feed = read(choice(env, 'FEED', feedKinds, 'auto'), 'auto');
  const replayDir = folder(env, 'REPLAY_DIR');
  const config: Config = {
    port: read(wholeNumber(env, 'PORT', 8080, 65_535), 8080),
    consolePort: read(wholeNumber(env, 'CONSOLE_PORT', 8081, 65_535), 8081),
    host: read(host(env), '127.0.0.1'),
    dataDir: folder(env, 'DATA_DIR') ?? path.resolve('.data'),
    databaseUrl: read(databaseUrl(env), undefined),
    masterKeys: read(masterKeys(env), undefined),
    logKeys: read(logKeys(env), undefined),
    natsUrl: read(natsUrl(env), undefined),
    feed,
    leaves:
      given(env, 'FEED_LEAVES') === undefined
        ? undefined
        : read(choice(env, 'FEED_LEAVES', sources, 'kraken'), 'kraken'),
    replayDir,
    replaySpeed: read(speed(env), 1),
    seed: given(env, 'SEED') === undefined ? undefined : read(wholeNumber(env, 'SEED', 0, 4_294_967_295), 0),
    simHours: read(choice(env, 'SIM_HOURS', simHoursKinds, 'always'), 'always'),
    logLevel: read(choice(env, 'LOG_LEVEL', logLevels, 'info'), 'info'),
    ...readOutside(env, wrong),
  };
  if (config.port !== 0 && config.port === config.consolePort)
    wrong.push(`CONSOLE_PORT must differ from PORT, and both are ${config.port}.`);
  const first = wrong[0];
  return first === undefined ? ok(config) : err(first);
}

function host(env: Environment): Result<string, string> {
  const text = given(env, 'HOST') ?? '127.0.0.1';
  return /^[A-Za-z0-9.:_-]{1,253}$/.test(text)
    ? ok(text)
    : err(`HOST must be a host name or an address, not ${quoted(text)}.`);
}

function databaseUrl(env: Environment): Result<string | undefined, string> {
  const text = given(env, 'DATABASE_URL');
  if (text === undefined) return ok(undefined);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const known = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
  // The value holds a password, so the sentence does not repeat it.
  return known && url.pathname.length > 1
    ? ok(text)
    : err('DATABASE_URL must look like postgresql://user:password@host:port/database.');
}

function masterKeys(env: Environment): Result<Masters | undefined, string> {
  const text = given(env, 'MASTER_KEY');
  if (text === undefined) return ok(undefined);
  const masters = mastersOf(text);
  return masters
    ? ok(masters)
    : err('MASTER_KEY must be 32 bytes as base64 or hex; several as ID:KEY with commas between, the first one seals.');
}

function logKeys(env: Environment): Result<readonly LogKey[] | undefined, string> {
  const text = given(env, 'LOG_KEYS');
  if (text === undefined) return ok(undefined);
  const keys = logKeysOf(text);
  return keys
    ? ok(keys)
    : err('LOG_KEYS must be LOG:KEY with commas between, the log by its origin and KEY 32 bytes as base64 or hex.');
}

/** Servers that work together must stand on one database and agree on one source of prices. */
function natsUrl(env: Environment): Result<string | undefined, string> {
  const text = given(env, 'NATS_URL');
  if (text === undefined) return ok(undefined);
  const parts = text.split(',').map((part) => (URL.canParse(part) ? new URL(part) : undefined));
  const known = parts.every(
    (url) => url && ['nats:', 'tls:', 'ws:', 'wss:'].includes(url.protocol) && url.hostname !== '',
  );
  if (!known) return err('NATS_URL must look like nats://host:port, several with commas between.');
  if (given(env, 'DATABASE_URL') === undefined)
    return err('NATS_URL needs DATABASE_URL: the embedded database serves one server.');
  return (given(env, 'FEED') ?? 'auto') === 'auto'
    ? err('NATS_URL needs FEED to be kraken, replay or simulated: every server must show the same source.')
    : ok(text);
}

const REAL: Rehearsal = { rateFactor: 1, failpoint: undefined };

/** Looser limits and a planned death are for tests alone: set in earnest they are a mistake that must not go unnoticed. */
export function readRehearsal(env: Environment): Result<Rehearsal, string> {
  const stray = ['RATE_FACTOR', 'FAILPOINT'].find((name) => given(env, name) !== undefined);
  if (stray === undefined) return ok(REAL);
  if (given(env, 'NODE_ENV') !== 'test') return err(`${stray} is for failure tests: it needs NODE_ENV=test.`);
  const rateFactor = wholeNumber(env, 'RATE_FACTOR', 1, rateFactorLimit);
  if (!rateFactor.ok) return rateFactor;
  if (rateFactor.value === 0) return err('RATE_FACTOR must be at least 1.');
  const text = given(env, 'FAILPOINT');
  if (text === undefined) return ok({ rateFactor: rateFactor.value, failpoint: undefined });
  const [first = '', command = ''] = text.split(':');
  const moment = failpointMoments.find((one) => one === first);
  return moment === undefined || command === ''
    ? err(`FAILPOINT must be one of ${failpointMoments.join(', ')}, a colon and a command, not ${quoted(text)}.`)
    : ok({ rateFactor: rateFactor.value, failpoint: { moment, command } });
}

function speed(env: Environment): Result<number, string> {
  const text = given(env, 'REPLAY_SPEED');
  if (text === undefined) return ok(1);
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= replaySpeedLimit) return ok(value);
  return err(`REPLAY_SPEED must be a number above 0 and at most ${replaySpeedLimit}, not ${quoted(text)}.`);
}
