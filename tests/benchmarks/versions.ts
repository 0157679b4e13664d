// `npm run bench -- versions FOLDER`: what this version costs beside an older one, a clone of which (installed) lies in FOLDER. Both run at once, each
// on a database of its own; orders come to one after the other at half of what the slower can take, for a noisy machine is noisy for both. Judged
// are the medians of the rounds' ratios: processor time an order (server and database), and p99.

import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataFolder } from '../chaos/server.ts';
import { cpuOf, cpuOfChildren } from './cpu.ts';
import { untilOpen } from './open-pairs.ts';
import { runOrders } from './orders.ts';
import { limited, median } from './ratios.ts';

const ROUNDS = 9;
const ROUND_MS = 6_000;
const WARM_UP_MS = 5_000;
const CONNECTIONS = 32;
const USERS_EACH = 4;
const CPU_LIMIT = 1.05;
const P99_LIMIT = 1.15;
const START_LIMIT_MS = 60_000;
const here = fileURLToPath(new URL('../..', import.meta.url));

interface Version {
  readonly url: string;
  readonly folder: DataFolder;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function benchVersions(other: string): Promise<void> {
  const versions: Version[] = [];
  try {
    for (const root of [path.resolve(other), here]) versions.push(await startIn(root));
    const [before, after] = versions;
    if (before && after) await compare(before, after);
  } finally {
    for (const one of versions) await one.stop();
  }
}

async function compare(before: Version, after: Version): Promise<void> {
  for (const one of [before, after]) await untilOpen(one.url, [1]);
  const full = (one: Version) => runOrders([one.url, CONNECTIONS, USERS_EACH, WARM_UP_MS], () => undefined);
  const most: number[] = [];
  for (const one of [before, after, before, after]) {
    // The first turn only warms up: code that has not been compiled yet would make half of the most far too little.
    const { orders, seconds } = await full(one);
    most.push(orders / seconds);
  }
  most.splice(0, 2);
  const rate = Math.floor(Math.min(...most) / 2);
  console.log(`versions at most ${most.map((one) => one.toFixed(0)).join(' and ')} orders a second; now ${rate}`);
  const cpu: number[] = [];
  const p99: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = round % 2 === 0 ? [before, after] : [after, before];
    const seen = new Map<Version, Cost>();
    for (const one of turn) seen.set(one, await costOf(one, rate));
    const [old, now] = [seen.get(before), seen.get(after)];
    if (!old || !now) throw new Error('a version was not measured');
    cpu.push(now.cpuUs / old.cpuUs);
    p99.push(now.p99Ms / old.p99Ms);
    const told = [old, now].map((one) => `${one.cpuUs.toFixed(0)} us, p99 ${one.p99Ms.toFixed(1)} ms`);
    console.log(`versions before ${told[0]}; after ${told[1]}`);
  }
  console.log(limited('versions', 'processor time an order, median of ratios', median(cpu), '<=', CPU_LIMIT));
  console.log(limited('versions', 'p99 of an order, median of ratios', median(p99), '<=', P99_LIMIT));
}

interface Cost {
  /** Of the server and its database, for one order. */
  readonly cpuUs: number;
  readonly p99Ms: number;
}

async function costOf(version: Version, rate: number): Promise<Cost> {
  const used = (): number => cpuOf(version.pid) + cpuOfChildren(version.folder.postmaster() ?? 0);
  let begun = 0;
  const report = await runOrders([version.url, CONNECTIONS, USERS_EACH, ROUND_MS, rate], () => {
    begun = used();
  });
  return { cpuUs: (used() - begun) / report.orders, p99Ms: report.p99Ms };
}

/** The server of a folder, as its own sources start it; it says where it is as every version so far did. */
async function startIn(root: string): Promise<Version> {
  const folder = new DataFolder();
  const child = spawn(process.execPath, [path.join(root, 'server', 'main', 'main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      RATE_FACTOR: '100000',
      HOST: '127.0.0.1',
      PORT: '0',
      CONSOLE_PORT: '0',
      FEED: 'simulated',
      LOG_LEVEL: 'error',
      DATA_DIR: folder.dir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${root} did not start`)), START_LIMIT_MS);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [, found] = /Fairtick +(http:\S+)/.exec(text) ?? [];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
  });
  return {
    url,
    folder,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await folder.remove();
    },
  };
}
