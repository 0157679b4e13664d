// A real NATS server for the tests of several servers: the one of this machine, else the one of its packages, fetched once before the run.

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const PACKAGES = '/usr/bin/apt-get';
const FETCH_LIMIT_MS = 120_000;

/** Path of nats-server; undefined where there is none. */
export function findNats(): string | undefined {
  return [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/bin']
    .map((folder) => path.join(folder, 'nats-server'))
    .find((file) => fs.existsSync(file));
}

/** Vitest's global setup: says why where the tests of several servers will be skipped. */
export function setup(): void {
  if (findNats() !== undefined) return;
  const reason = fetchNats();
  if (findNats() === undefined)
    console.log(`The tests of several servers are skipped: there is no nats-server, ${reason}.`);
}

/** Why there may be none afterwards. */
function fetchNats(): string {
  if (process.getuid?.() !== 0 || !fs.existsSync(PACKAGES))
    return 'and only root on a Debian can fetch it from the packages';
  const until = performance.now() + FETCH_LIMIT_MS;
  const run = (...args: string[]): void => {
    execFileSync(PACKAGES, args, {
      stdio: 'ignore',
      timeout: Math.max(1, until - performance.now()),
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  try {
    run('update', '-qq');
    run('install', '-y', '-qq', '--no-install-recommends', 'nats-server');
    return 'though its package was installed';
  } catch {
    return `and apt-get did not bring one within ${FETCH_LIMIT_MS / 1_000} s`;
  }
}
