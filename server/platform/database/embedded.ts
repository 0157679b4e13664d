// The embedded PostgreSQL over its whole life: made on the first start, adopted when an earlier start was killed, brought back when it
// dies, stopped with the app. One copy of the app a data folder: a lock held in the database itself says so, and a killed copy lets it go.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toHex } from '@fairtick/kernel/bytes';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import pg from 'pg';
import { type ClusterPaths, clusterPaths, createCluster, findPrograms, openCluster, ownerRole } from './cluster.ts';
import {
  type Address,
  chooseAddress,
  logTail,
  readPidFile,
  servesCluster,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { chooseRunner, type Programs, processExists } from './system-user.ts';

const databaseName = 'fairtick';
const lockKey = 7_241_001;
/** A crash recovery reads the whole log since the last checkpoint; it may take its time. */
const readyLimitMs = 120_000;
/** A killed copy is gone within milliseconds; one that drains after SIGTERM is waited for, because a restart comes right behind it. */
const lockLimitMs = 4_000;
const lockAttempts = 3;
const startAttempts = 6;
const recoveryPauseMs = 500;

export interface EmbeddedOptions {
  /** Made when absent. */
  readonly dataDir: string;
  /** False only for tests: nothing survives a power cut then. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** Told when the server died and when it is back. Never holds a secret. */
  readonly onNotice?: (text: string) => void;
  /** Told when the folder was taken by another copy while the server was away: the app must stop. */
  readonly onLost?: (reason: string) => void;
}

export interface EmbeddedDatabase {
  /** Owner's URL with password: never log it. Stays valid over restarts of the server. */
  readonly ownerUrl: string;
  /** Whether a server left by a killed start was taken over. */
  readonly adopted: boolean;
  /** The server's process at this moment, if it is known. */
  pid(): number | undefined;
  /** Stops the server; harmless when called twice. */
  stop(): Promise<void>;
}

interface Cluster {
  readonly programs: Programs;
  readonly paths: ClusterPaths;
  readonly password: string;
  readonly durable: boolean;
  readonly maxConnections: number;
}

interface Running {
  readonly address: Address;
  readonly adopted: boolean;
}

/** Errors are one sentence for the person who starts the app. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Result<EmbeddedDatabase, string>> {
  const prepared = await prepareCluster(options);
  if (!prepared.ok) return prepared;
  const cluster = prepared.value;
  let sentence = '';
  for (let attempt = 0; attempt < lockAttempts; attempt += 1) {
    const running = await bringUp(cluster);
    if (!running.ok) return running;
    const guard = await takeLock(cluster, running.value.address);
    if (guard.ok) {
      await ensureDatabase(guard.value);
      return ok(supervise(cluster, running.value, guard.value, options));
    }
    sentence = guard.error.sentence;
    // Not taken but away: the copy that held it was just stopping, and the folder is free now.
    if (guard.error.taken) break;
  }
  return err(sentence);
}

/** The owner's URL of the embedded server that runs in this folder: never log it. Starts nothing and changes nothing. */
export function embeddedUrl(dataDir: string): Result<string, string> {
  const paths = clusterPaths(path.join(dataDir, 'postgres'));
  const found = fs.existsSync(paths.home) ? readPidFile(paths) : undefined;
  if (!found?.address || !servesCluster(found.pid, paths))
    return err(`No database runs in DATA_DIR ${dataDir}: start Fairtick there, or name the database.`);
  const password = openCluster(paths);
  return password.ok ? ok(urlOf({ password: password.value }, found.address, databaseName)) : password;
}

async function prepareCluster(options: EmbeddedOptions): Promise<Result<Cluster, string>> {
  const programs = findPrograms();
  if (!programs.ok) return programs;
  try {
    fs.mkdirSync(options.dataDir, { recursive: true });
    fs.accessSync(options.dataDir, fs.constants.R_OK | fs.constants.X_OK);
  } catch (error) {
    return err(`DATA_DIR ${options.dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
  const dataDir = fs.realpathSync(options.dataDir);
  const paths = clusterPaths(path.join(dataDir, 'postgres'));
  const durable = options.durable ?? true;
  if (!fs.existsSync(paths.home)) {
    const made = await createCluster(dataDir, programs.value, toHex(systemEntropy.bytes(24)), durable);
    if (!made.ok) return made;
  }
  const password = openCluster(paths);
  if (!password.ok) return password;
  const maxConnections = options.maxConnections ?? 80;
  return ok({ programs: programs.value, paths, password: password.value, durable, maxConnections });
}

/** Leaves a server that answers: the one that is there, or a new one (at `wanted`, where clients know it already). */
async function bringUp(cluster: Cluster, wanted?: Address): Promise<Result<Running, string>> {
  let reason = '';
  for (let attempt = 0; attempt < startAttempts; attempt += 1) {
    const found = readPidFile(cluster.paths);
    if (found && servesCluster(found.pid, cluster.paths)) {
      const answered = await waitReady(cluster, found.pid);
      if (answered) return ok({ address: answered, adopted: true });
      // It either went away by itself or does not answer: in both cases the next round starts a new one.
      await stopPostmaster(found.pid, cluster.paths);
      continue;
    }
    // A stranger has the number now (numbers are used again, in a container at once); PostgreSQL would take it for a living server.
    if (found && processExists(found.pid)) fs.rmSync(path.join(cluster.paths.data, 'postmaster.pid'), { force: true });
    const started = await startNew(cluster, wanted ?? (await chooseAddress(cluster.paths)));
    if (started.ok) return ok({ address: started.value, adopted: false });
    reason = started.error;
    // Another copy started at the same moment, or children of a killed server still hold its memory: both pass.
    await delay(300);
  }
  return err(`The embedded PostgreSQL does not start: ${reason}`);
}

async function startNew(cluster: Cluster, address: Address): Promise<Result<Address, string>> {
  const runner = chooseRunner(cluster.paths.data, cluster.programs);
  if (!runner.ok) return runner;
  const child = spawnPostmaster({ ...cluster, runner: runner.value, address });
  let failed: string | undefined;
  child.on('error', (error) => {
    failed = error.message;
  });
  child.on('exit', () => {
    failed ??= logTail(cluster.paths);
  });
  const answered = await waitReady(cluster, child.pid ?? 0, address, () => failed !== undefined);
  return answered ? ok(answered) : err(failed ?? 'it does not answer');
}

/** Asks until the server takes connections; undefined when it is gone, when `gaveUp` says so or when the limit has passed. */
async function waitReady(
  cluster: Cluster,
  pid: number,
  known?: Address,
  gaveUp: () => boolean = () => !servesCluster(pid, cluster.paths),
): Promise<Address | undefined> {
  const until = systemClock.monotonic() + readyLimitMs;
  while (systemClock.monotonic() < until) {
    if (gaveUp()) return undefined;
    const address = known ?? readPidFile(cluster.paths)?.address;
    if (address && address.port > 0) {
      const client = await tryConnect(cluster, address);
      if (client) {
        await client.end();
        return address;
      }
    }
    await delay(15);
  }
  return undefined;
}

async function tryConnect(cluster: Cluster, address: Address): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, address, 'postgres'),
    connectionTimeoutMillis: 2_000,
    application_name: `fairtick process ${process.pid}`,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch {
    await client.end().catch(() => {});
    return undefined;
  }
}

function urlOf(cluster: Pick<Cluster, 'password'>, address: Address, database: string): string {
  const user = `${ownerRole}:${encodeURIComponent(cluster.password)}`;
  return path.isAbsolute(address.host)
    ? `postgresql://${user}@localhost:${address.port}/${database}?host=${encodeURIComponent(address.host)}`
    : `postgresql://${user}@${address.host}:${address.port}/${database}`;
}

interface LockRefusal {
  /** True when a living copy holds the lock, false when the server was not there to ask. */
  readonly taken: boolean;
  readonly sentence: string;
}

/** The lock lives as long as this connection: nothing is left behind by a copy that was killed. */
async function takeLock(cluster: Cluster, address: Address): Promise<Result<pg.Client, LockRefusal>> {
  const away = err({ taken: false, sentence: 'The embedded PostgreSQL went away while starting.' });
  const client = await tryConnect(cluster, address);
  if (!client) return away;
  try {
    const holder = await waitForLock(client);
    if (holder === undefined) return ok(client);
    await client.end();
    const folder = path.dirname(cluster.paths.home);
    return err({
      taken: true,
      sentence: `DATA_DIR ${folder} is in use by another running copy (${holder}): stop it or set another DATA_DIR.`,
    });
  } catch {
    await client.end().catch(() => {});
    return away;
  }
}

/** The name of the copy that keeps the lock, or undefined when it is ours now. */
async function waitForLock(client: pg.Client): Promise<string | undefined> {
  const until = systemClock.monotonic() + lockLimitMs;
  while (systemClock.monotonic() < until) {
    const taken = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey]);
    if (taken.rows[0]?.taken) return undefined;
    await delay(50);
  }
  const holder = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [lockKey],
  );
  return holder.rows[0]?.name ?? 'a process that just ended';
}

async function ensureDatabase(guard: pg.Client): Promise<void> {
  const found = await guard.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
  if (found.rowCount === 0) await guard.query(`CREATE DATABASE ${databaseName}`);
}

/** Holds the lock's connection, and when it breaks brings the server and the lock back until `stop` is called. */
function supervise(
  cluster: Cluster,
  running: Running,
  firstGuard: pg.Client,
  options: EmbeddedOptions,
): EmbeddedDatabase {
  let guard: pg.Client | undefined;
  let stopped: Promise<void> | undefined;
  let recovering: Promise<void> | undefined;
  // Another copy has taken the folder: its server is no longer ours to stop.
  let foreign = false;

  const watch = (client: pg.Client): void => {
    guard = client;
    client.once('end', () => {
      guard = undefined;
      if (!stopped) recovering ??= recover();
    });
  };
  const recover = async (): Promise<void> => {
    options.onNotice?.('The embedded PostgreSQL is away; bringing it back.');
    // No limit on the rounds: without its database the app can only wait, and `stop` ends the loop.
    while (!stopped) {
      const again = await bringUp(cluster, running.address);
      const lock = again.ok ? await takeLock(cluster, again.value.address) : undefined;
      if (lock?.ok) {
        recovering = undefined;
        watch(lock.value);
        options.onNotice?.('The embedded PostgreSQL is back.');
        return;
      }
      if (lock?.error.taken) {
        foreign = true;
        options.onLost?.(lock.error.sentence);
        return;
      }
      await delay(recoveryPauseMs);
    }
  };
  const halt = async (): Promise<void> => {
    await recovering;
    const found = readPidFile(cluster.paths);
    if (found && !foreign) await stopPostmaster(found.pid, cluster.paths);
    await guard?.end().catch(() => {});
  };

  watch(firstGuard);
  return {
    ownerUrl: urlOf(cluster, running.address, databaseName),
    adopted: running.adopted,
    pid: () => readPidFile(cluster.paths)?.pid,
    stop() {
      stopped ??= halt();
      return stopped;
    },
  };
}
