// Reads of the real server through HTTP against a bare Fastify in the same run and in turns: what is in memory against a hello-world, what is a
// user's own against one indexed select with as many rows. Server, peer and clients are processes of their own.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { connectOwner } from '@fairtick/server/platform/database/pools';
import { DataFolder, Server } from '../chaos/server.ts';
import { cpuOf, cpuOfChildren } from './cpu.ts';
import { untilOpen } from './open-pairs.ts';
import { limited, median } from './ratios.ts';
import type { ReadsOrder, ReadsReport } from './read-clients.ts';
import { makeReaders, type Reader } from './readers.ts';
import { fillNews } from './search.ts';

const ROUNDS = 25;
/** Short, so that product and peer meet the same disturbances. */
const SLICE_MS = 300;
const WARM_UP_MS = 1_500;
const CONNECTIONS = 32;
const READERS = 8;
const PAIRS = 24;
const NEWS = 100;
/** What the product promises itself. */
const FROM_MEMORY = 0.5;
const OF_ACCOUNTS = 0.7;

interface Measured {
  readonly name: string;
  readonly promised: number;
  /** Asked of the product. */
  readonly paths: readonly string[];
  /** Asked of the peer; {user} is the reader's id. */
  readonly peer: string;
  /** Asked with the readers' tokens. */
  readonly own: boolean;
}

const ofPairs = (path: string): string[] => Array.from({ length: PAIRS }, (_, i) => `${path}&forex_id=${i + 1}`);
const open = { promised: FROM_MEMORY, peer: '/hello', own: false };
const own = { promised: OF_ACCOUNTS, own: true };

const MEASURED: readonly Measured[] = [
  { ...open, name: 'trade_list', paths: ['/v2/api/forex/trade_list'] },
  { ...open, name: 'kline', paths: ofPairs('/v2/api/forex/kline?period=5min') },
  {
    ...open,
    name: 'abbreviated_cache_kline',
    paths: ofPairs('/v2/api/forex/abbreviated_cache_kline?period=1min'),
  },
  { ...open, name: 'news/list', paths: ['/api/news/list?category_id=1&page=1'] },
  { ...own, name: 'getBalance', paths: ['/v2/api/main/wallet/getBalance'], peer: '/balances/{user}' },
  { ...own, name: 'user/info', paths: ['/api/user/info'], peer: '/balances/{user}' },
  { ...own, name: 'my_deal holding', paths: ['/v2/api/forex/my_deal?status=1&page=1'], peer: '/holding/{user}' },
  { ...own, name: 'my_deal history', paths: ['/v2/api/forex/my_deal?status=3&page=1'], peer: '/history/{user}' },
  { ...own, name: 'micro/orders', paths: ['/v2/api/micro/orders?status=1&page=1'], peer: '/options/{user}' },
];

interface Side {
  readonly url: string;
  readonly pid: number;
  /** PostgreSQL's first process: both sides ask the same. */
  readonly postmaster: number;
}

interface Slice extends ReadsReport {
  /** Processor microseconds of the asked server and of the database. */
  readonly cpuUs: number;
}

export async function benchReads(): Promise<void> {
  const folder = new DataFolder();
  const server = await Server.start({
    dataDir: folder.dir,
    env: { RATE_FACTOR: '100000', LOG_LEVEL: 'error', ...profiled() },
  });
  const peer = await startPeer(folder.ownerUrl(), folder.postmaster() ?? 0);
  // Waits for orders by message: what the bootstrap loads into its own programs would let it end meanwhile.
  const clients = fork(fileURLToPath(new URL('./read-clients.ts', import.meta.url)), { execArgv: [] });
  try {
    await untilOpen(server.url, [1, 2, 3, 4, 5]);
    const owner = await connectOwner(folder.ownerUrl());
    await fillNews(owner, NEWS);
    await owner.end();
    const readers = await makeReaders(server.url, READERS);
    const product = { url: server.url, pid: server.pid, postmaster: folder.postmaster() ?? 0 };
    for (const one of MEASURED) {
      const told: { ours: Slice; theirs: Slice }[] = [];
      await pairOfSlices(clients, product, peer.side, one, readers, WARM_UP_MS);
      for (let round = 0; round < ROUNDS; round += 1) {
        const [ours, theirs] = await pairOfSlices(clients, product, peer.side, one, readers, SLICE_MS);
        told.push({ ours, theirs });
      }
      tell(one, told);
    }
  } finally {
    clients.kill();
    peer.process.kill();
    await server.stop();
    await folder.remove();
  }
}

function tell(one: Measured, told: readonly { readonly ours: Slice; readonly theirs: Slice }[]): void {
  const ratio = median(told.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond));
  const each = (slices: readonly Slice[]): number => {
    const sum = (pick: (slice: Slice) => number): number => slices.reduce((all, slice) => all + pick(slice), 0);
    return sum((slice) => slice.cpuUs) / sum((slice) => slice.answers);
  };
  const ours = told.map((pair) => pair.ours);
  const theirs = told.map((pair) => pair.theirs);
  const usual = (pick: (slice: Slice) => number): string =>
    `${Math.round(median(ours.map(pick)))} (peer ${Math.round(median(theirs.map(pick)))})`;
  console.log(limited('reads', one.name, ratio, '>=', one.promised));
  console.log(
    `reads           answers/s ${usual((slice) => slice.perSecond)}, p99 ms ${usual((slice) => slice.p99Ms)}; processor time of server and ` +
      `database an answer ${each(ours).toFixed(0)} us (peer ${each(theirs).toFixed(0)}), ratio ${(each(theirs) / each(ours)).toFixed(2)}`,
  );
}

/** FAIRTICK_PROFILE=folder writes the server's CPU profile there. */
const profiled = (): Record<string, string> =>
  process.env.FAIRTICK_PROFILE ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.FAIRTICK_PROFILE}` } : {};

/** The product, then the peer. */
async function pairOfSlices(
  clients: ChildProcess,
  product: Side,
  peer: Side,
  measured: Measured,
  readers: readonly Reader[],
  ms: number,
): Promise<readonly [Slice, Slice]> {
  const tokens = measured.own ? readers.map((reader) => reader.token) : [''];
  const users = measured.own ? readers.map((reader) => reader.id) : [''];
  const ours = tokens.flatMap((token) => measured.paths.map((path) => ({ path, token })));
  const theirs = users.map((user) => ({ path: measured.peer.replace('{user}', user), token: '' }));
  return [await slice(clients, product, ours, ms), await slice(clients, peer, theirs, ms)];
}

async function slice(clients: ChildProcess, side: Side, requests: ReadsOrder['requests'], ms: number): Promise<Slice> {
  const used = (): number => cpuOf(side.pid) + cpuOfChildren(side.postmaster);
  const before = used();
  const report = await ordered(clients, { url: side.url, requests, connections: CONNECTIONS, ms });
  return { ...report, cpuUs: used() - before };
}

function ordered(clients: ChildProcess, order: ReadsOrder): Promise<ReadsReport> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the clients ended with ${code}`));
    clients.once('exit', ended);
    clients.once('message', (report: ReadsReport) => {
      clients.off('exit', ended);
      resolve(report);
    });
    clients.send(order);
  });
}

function startPeer(databaseUrl: string, postmaster: number): Promise<{ process: ChildProcess; side: Side }> {
  const child = fork(fileURLToPath(new URL('./read-peer.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (url: string) => resolve({ process: child, side: { url, pid: child.pid ?? 0, postmaster } }));
    child.once('exit', (code) => reject(new Error(`the peer ended with ${code}`)));
  });
}
