// The live socket with 5,000 subscribers of all pairs: updates that reach the clients against a plain ws server, in turns; memory a client; and
// what those who do not read do to the others. Server, peer and clients are processes of their own on 127.0.0.1; the prices go the product's own
// way: recording, cleaning, log, commit, flush.

import { type ChildProcess, fork } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { CATALOGUE, seedPairs } from '@fairtick/server/domains/market/index';
import { createOwnerPool } from '@fairtick/server/platform/database/pools';
import { DataFolder, Server } from '../chaos/server.ts';
import { asked, told } from './child.ts';
import { cpuOf } from './cpu.ts';
import type { Memory } from './product.ts';
import { limited, median } from './ratios.ts';
import type { SocketOrder, SocketReport } from './socket-clients.ts';

const CLIENTS = 5_000;
/** One in a hundred reads slowly; they are beside the others, and listen to all candles so that their buffers fill within a test's time. */
const SLOW = 50;
/** Below the messages that a client may send in a second. */
const SLOW_TOPICS = 40;
const USERS = 100;
/** As many pairs as brokers have: with fewer, five updates a second of each are soon served and the server has nothing more to do. */
const PAIRS = [1, 2, 3, 4].flatMap((n) =>
  CATALOGUE.map((pair) => (n === 1 ? pair : { ...pair, id: pair.id + 100 * n, code: `${pair.code}${n}` })),
);
const ROUNDS = 7;
const SLICE_MS = 3_000;
const SLOW_ROUNDS = 5;
/** Many short looks: their median stands still where one long one would have every disturbance of the machine in its p99. */
const LOOKS = 8;
const LOOK_MS = 1_000;
const CLOG_LIMIT_MS = 180_000;
/** What the product promises itself. */
const RATIO = 8;
const KB_A_CLIENT = 40;
const SLOWER = 1.1;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export async function benchSocket(): Promise<void> {
  const folder = new DataFolder();
  const recordings = path.join(folder.dir, 'recordings');
  writeRecordings(recordings);
  const product = await startProduct(folder, recordings);
  const appUrl = await told<string>(product);
  // Nothing but messages keeps it alive, which what the bootstrap loads into its own programs does not count.
  const clients = fork(here('./socket-clients.ts'), { execArgv: [] });
  const order = async (what: SocketOrder): Promise<void> => void (await asked<null>(clients, what));
  const says = await logins(appUrl);

  // A few, so that what is loaded and compiled for the first of them is not counted as the many's.
  await order({ do: 'open', group: 'warm-up', url: appUrl, count: 20, says });
  await asked<SocketReport>(clients, { do: 'measure', group: 'warm-up', ms: 5_000 });
  await order({ do: 'close', group: 'warm-up' });
  const before = await asked<Memory>(product, 'memory');
  await order({ do: 'open', group: 'product', url: appUrl, count: CLIENTS, says });
  await asked<SocketReport>(clients, { do: 'measure', group: 'product', ms: 3_000 });
  tellMemory(before, await asked<Memory>(product, 'memory'));

  await throughput({ product, clients, order, texts: await updatesOf(appUrl) });
  await slowReaders(appUrl, clients, order);
  clients.kill();
  product.send('stop');
  await new Promise((resolve) => product.once('exit', resolve));
  await folder.remove();
}

/** Started once for its database, to which the operator's further pairs are added, then in earnest. */
async function startProduct(folder: DataFolder, recordings: string): Promise<ChildProcess> {
  const first = await Server.start({ dataDir: folder.dir });
  const owner = createOwnerPool(folder.ownerUrl());
  await seedPairs(owner, PAIRS);
  await owner.end();
  await first.stop();
  const settings = { DATA_DIR: folder.dir, FEED: 'replay', REPLAY_DIR: recordings, PORT: '0', CONSOLE_PORT: '0' };
  return fork(here('./product.ts'), {
    execArgv: ['--expose-gc', ...profiled()],
    env: { ...process.env, ...settings, HOST: '127.0.0.1' },
  });
}

/** FAIRTICK_PROFILE=folder writes the server's CPU profile there. */
const profiled = (): string[] =>
  process.env.FAIRTICK_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.FAIRTICK_PROFILE}`] : [];

function tellMemory(before: Memory, after: Memory): void {
  const each = (pick: (memory: Memory) => number): number => (pick(after) - pick(before)) / CLIENTS / 1_024;
  const resident = each((memory) => memory.rss);
  const inside = each((memory) => memory.heap + memory.external);
  console.log(limited('socket', 'KB of the resident memory a client', resident, '<=', KB_A_CLIENT));
  console.log(limited('socket', 'KB of heap and external memory a client', inside, '<=', KB_A_CLIENT));
}

interface Scene {
  readonly product: ChildProcess;
  readonly clients: ChildProcess;
  readonly order: (what: SocketOrder) => Promise<void>;
  readonly texts: readonly string[];
}

/** While one side is measured the other stands still: the peer is told nothing, the product's process is halted. */
async function throughput({ product, clients, order, texts }: Scene): Promise<void> {
  const peer = fork(here('./socket-peer.ts'), [JSON.stringify(texts)]);
  const peerUrl = await told<string>(peer);
  await order({ do: 'open', group: 'peer', url: peerUrl, count: CLIENTS, says: [[]] });
  const ratios: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await measured(product, clients, 'product');
    product.kill('SIGSTOP');
    peer.send(true);
    const theirs = await measured(peer, clients, 'peer');
    peer.send(false);
    product.kill('SIGCONT');
    await order({ do: 'ping', group: 'product' });
    await asked<SocketReport>(clients, { do: 'measure', group: 'product', ms: 1_500 });
    ratios.push(ours.perSecond / theirs.perSecond);
    cpu.push(theirs.cpuUs / ours.cpuUs);
    console.log(
      `socket   ${Math.round(ours.perSecond)} updates/s at the clients, price's age p50 ${ours.p50Ms} ms, p99 ${ours.p99Ms} ms, ${ours.cpuUs.toFixed(2)} us each, ${ours.lost} lost; ` +
        `plain ws ${Math.round(theirs.perSecond)}/s, ${theirs.cpuUs.toFixed(2)} us each; ratio ${(ours.perSecond / theirs.perSecond).toFixed(1)}`,
    );
  }
  peer.kill();
  console.log(limited('socket', 'updates a second, times those of the plain ws server', median(ratios), '>=', RATIO));
  console.log(limited('socket', "the same by the servers' processor time", median(cpu), '>=', RATIO));
  await order({ do: 'close', group: 'peer' });
}

interface Measured extends SocketReport {
  readonly perSecond: number;
  /** Processor microseconds of the server for an update at a client. */
  readonly cpuUs: number;
}

async function measured(server: ChildProcess, clients: ChildProcess, group: string, ms = SLICE_MS): Promise<Measured> {
  const used = cpuOf(server.pid ?? 0);
  const report = await asked<SocketReport>(clients, { do: 'measure', group, ms });
  return {
    ...report,
    perSecond: report.updates / report.seconds,
    cpuUs: (cpuOf(server.pid ?? 0) - used) / report.updates,
  };
}

async function slowReaders(appUrl: string, clients: ChildProcess, order: Scene['order']): Promise<void> {
  const everything = ['DAY_MARKET', ...PAIRS.slice(0, SLOW_TOPICS).map((pair) => `KLINE.${pair.code}`)];
  const says = [everything.map((topic) => JSON.stringify({ type: 'sub', topic }))];
  const p99 = { without: [] as number[], with: [] as number[] };
  const look = async (): Promise<number[]> => {
    const seen: number[] = [];
    for (let n = 0; n < LOOKS; n += 1)
      seen.push((await asked<SocketReport>(clients, { do: 'measure', group: 'product', ms: LOOK_MS })).p99Ms);
    return seen;
  };
  for (let round = 0; round < SLOW_ROUNDS; round += 1) {
    // The same fifty listen in both, connected anew since the server cuts those that stay behind. Who has never read has small buffers.
    await order({ do: 'open', group: 'quick', url: appUrl, count: SLOW, says });
    await order({ do: 'ping', group: 'product' });
    p99.without.push(...(await look()));
    await order({ do: 'close', group: 'quick' });
    await order({ do: 'open', group: 'slow', url: appUrl, count: SLOW, says });
    await order({ do: 'deafen', group: 'slow' });
    const passedOver = await clogged(appUrl, order);
    p99.with.push(...(await look()));
    const usual = (all: readonly number[]): number => median(all.slice(-LOOKS));
    console.log(
      `socket   price's age p99 at the others: ${usual(p99.without)} ms while all read, ${usual(p99.with)} ms while ${SLOW} do not (passed over ${passedOver} times before)`,
    );
    await order({ do: 'close', group: 'slow' });
  }
  const ratio = median(p99.with) / median(p99.without);
  console.log(limited('socket', "the others' p99 beside slow readers, times that without", ratio, '<=', SLOWER));
}

/** Waits until the kernel's buffers of the slow are full and the server passes them over; how often it has by then. */
async function clogged(appUrl: string, order: Scene['order']): Promise<number> {
  const passedOver = async (): Promise<number> => {
    const { data } = (await (await fetch(`${appUrl}/healthz`)).json()) as { data: { socket: { passedOver: number } } };
    return data.socket.passedOver;
  };
  const first = await passedOver();
  const until = performance.now() + CLOG_LIMIT_MS;
  while (performance.now() < until) {
    const now = (await passedOver()) - first;
    if (now >= SLOW) return now;
    for (const group of ['product', 'slow']) await order({ do: 'ping', group });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the slow readers do not fall behind');
}

/** What clients say first: all want all pairs, one in ten is logged in and wants its own figures too. */
async function logins(appUrl: string): Promise<readonly (readonly string[])[]> {
  const all = JSON.stringify({ type: 'sub', topic: 'DAY_MARKET' });
  const says: string[][] = [];
  for (let n = 0; n < USERS; n += 1) {
    const answer = await fetch(`${appUrl}/api/user/createAccountDemoForU`, { method: 'POST' });
    const { data } = (await answer.json()) as { data: { token: string } };
    const topics = ['FOREX_TRADE', 'BALANCE', 'NOTICE'].map((topic) => JSON.stringify({ type: 'sub', topic }));
    says.push([JSON.stringify({ type: 'login', token: data.token }), all, ...topics]);
    for (let visitor = 0; visitor < 9; visitor += 1) says.push([all]);
  }
  return says;
}

/** An update of each pair as the product words it. */
async function updatesOf(appUrl: string): Promise<string[]> {
  const socket = new WebSocket(`${appUrl.replace('http', 'ws')}/v2/ws`);
  const texts = new Map<string, string>();
  const all = new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      const text = String(data);
      const { type, data: update } = JSON.parse(text) as { type: string; data: { symbol: string } };
      if (type === 'DAY_MARKET') texts.set(update.symbol, text);
      if (texts.size === PAIRS.length) resolve();
    };
  });
  socket.onopen = () => socket.send(JSON.stringify({ type: 'sub', topic: 'DAY_MARKET' }));
  await all;
  socket.close();
  return [...texts.values()];
}

const RECORDED_MS = 20 * 60_000;
const STEP_MS = 180;

/** Every pair a little more than five times a second, on a day when all markets are open. */
function writeRecordings(folder: string): void {
  fs.mkdirSync(folder);
  const start = Date.UTC(2026, 2, 3, 12);
  for (const pair of PAIRS) {
    const lines = ['time_ms,bid,ask'];
    for (let at = 0, n = 0; at < RECORDED_MS; at += STEP_MS, n += 1) {
      const price = (up: number): string =>
        (1 + (1_000 + (n % 97) + up) / 10 ** pair.pricePrecision).toFixed(pair.pricePrecision);
      lines.push(`${start + at},${price(0)},${price(2)}`);
    }
    fs.writeFileSync(path.join(folder, `${pair.code}.ticks.bench.csv.gz`), gzipSync(`${lines.join('\n')}\n`));
  }
}
