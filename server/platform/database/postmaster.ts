// One PostgreSQL server process: found by its pid file, started, stopped. Knows nothing of roles or of who may use it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@fairtick/kernel/clock';
import type { ClusterPaths } from './cluster.ts';
import { command, processExists, type Runner, runnerEnv } from './system-user.ts';

const logLimitBytes = 8 * 1024 * 1024;
/** The socket's file name is appended to the folder, and the system allows about 104 bytes in all. */
const socketPathLimitBytes = 100;
const socketPort = 5432;

export interface Address {
  /** A folder for a unix socket, or a host. */
  readonly host: string;
  readonly port: number;
}

export interface PidFile {
  readonly pid: number;
  readonly address: Address;
}

/** What the running server wrote about itself; lines: pid, folder, start, port, socket folder, listen address. */
export function readPidFile(paths: ClusterPaths): PidFile | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(paths.data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  const socketDir = lines[4]?.trim();
  const port = Number(lines[3]);
  return { pid, address: { host: socketDir || '127.0.0.1', port: Number.isSafeInteger(port) ? port : 0 } };
}

/** True when process `pid` is a PostgreSQL server on this very folder, and not a stranger that got the same number. */
export function servesCluster(pid: number, paths: ClusterPaths): boolean {
  if (!processExists(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') {
    const listed = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    return listed.stdout.includes(paths.data);
  }
  let words: string[];
  try {
    words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return false;
  }
  const folder = words[words.indexOf('-D') + 1];
  if (path.basename(words[0] ?? '') !== 'postgres' || !folder) return false;
  const theirs = fs.statSync(folder, { throwIfNoEntry: false });
  // Its folder was moved away from under it: it may well be this one, so it is treated as such.
  if (!theirs) return true;
  const ours = fs.statSync(paths.data);
  return theirs.dev === ours.dev && theirs.ino === ours.ino;
}

/** Unix socket where the path is short enough, else 127.0.0.1 and a port that stays the same over restarts while it is free. */
export async function chooseAddress(paths: ClusterPaths): Promise<Address> {
  const socketFile = path.join(paths.socketDir, `.s.PGSQL.${socketPort}`);
  if (process.platform !== 'win32' && Buffer.byteLength(socketFile) <= socketPathLimitBytes) {
    return { host: paths.socketDir, port: socketPort };
  }
  const kept = fs.existsSync(paths.port) ? Number(fs.readFileSync(paths.port, 'utf8')) : 0;
  const port = kept > 0 && (await freePort(kept)) === kept ? kept : ((await freePort(0)) ?? 0);
  fs.writeFileSync(paths.port, `${port}\n`, { mode: 0o600 });
  return { host: '127.0.0.1', port };
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}

export interface Start {
  readonly paths: ClusterPaths;
  readonly runner: Runner;
  readonly address: Address;
  readonly durable: boolean;
  readonly maxConnections: number;
}

/** Starts the server and returns at once; it outlives this process on purpose, so that a killed start finds it again. */
export function spawnPostmaster(start: Start): ChildProcess {
  const { paths, address } = start;
  rotateLog(paths.log);
  const log = fs.openSync(paths.log, 'a', 0o600);
  const onSocket = address.host === paths.socketDir;
  const settings = {
    listen_addresses: onSocket ? '' : '127.0.0.1',
    unix_socket_directories: onSocket ? address.host : '',
    unix_socket_permissions: '0700',
    port: String(address.port),
    max_connections: String(start.maxConnections),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of single statements are the caller's business; the file keeps starts, stops and crashes only.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    jit: 'off',
    fsync: start.durable ? 'on' : 'off',
    synchronous_commit: start.durable ? 'on' : 'off',
    full_page_writes: start.durable ? 'on' : 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = command(start.runner, start.runner.programs.postgres, ['-D', paths.data, ...flags]);
  // A process group of its own: Ctrl-C in a terminal must reach the app alone, which drains and stops this one last.
  const child = spawn(run.file, run.args, {
    ...run.as,
    env: runnerEnv(),
    stdio: ['ignore', log, log],
    detached: true,
  });
  fs.closeSync(log);
  child.unref();
  return child;
}

function rotateLog(log: string): void {
  const stat = fs.statSync(log, { throwIfNoEntry: false });
  if (stat && stat.size > logLimitBytes) fs.renameSync(log, `${log}.old`);
}

/** The last lines of the server's log, for a sentence about a failed start. */
export function logTail(paths: ClusterPaths): string {
  if (!fs.existsSync(paths.log)) return '';
  const lines = fs.readFileSync(paths.log, 'utf8').trim().split('\n');
  const fatal = lines.slice(-20).filter((line) => /FATAL|PANIC|could not|error/i.test(line));
  return (fatal.at(-1) ?? lines.at(-1) ?? '').slice(0, 300);
}

/** Fast shutdown first (open statements end, the data is flushed), harder after the written limits. */
export async function stopPostmaster(pid: number, paths: ClusterPaths): Promise<void> {
  const steps: readonly (readonly [NodeJS.Signals, number])[] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, limitMs] of steps) {
    if (!servesCluster(pid, paths)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitGone(pid, paths, limitMs)) return;
  }
}

/** Waits until the server process is gone; false when `limitMs` passed first. */
async function waitGone(pid: number, paths: ClusterPaths, limitMs: number): Promise<boolean> {
  const until = systemClock.monotonic() + limitMs;
  while (servesCluster(pid, paths)) {
    if (systemClock.monotonic() > until) return false;
    await delay(20);
  }
  return true;
}
