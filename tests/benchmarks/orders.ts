// Durable orders through HTTP, the product's own path (session, key, margin, ledger, proof, answer after commit), against a TPC-B like
// transaction in the same PostgreSQL in turns. Server and clients are processes of their own. At the end every reply must be in the books.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createOwnerPool } from '@fairtick/server/platform/database/pools';
import { DataFolder, Server } from '../chaos/server.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { openBankingPeer } from './banking-peer.ts';
import { cpuOf, cpuOfChildren } from './cpu.ts';
import { untilOpen } from './open-pairs.ts';
import type { OrdersReport } from './order-clients.ts';
import { limited, median } from './ratios.ts';

const ROUNDS = 5;
const ROUND_MS = 4_000;
const WARM_UP_MS = 4_000;
const CONNECTIONS = 64;
const USERS_EACH = 8;
const BANK_CLIENTS = 8;
/** What the product promises itself. */
const RATIO = 3.5;
const P99_MS = 15;

export async function benchOrders(): Promise<void> {
  const folder = new DataFolder();
  const server = await Server.start({
    dataDir: folder.dir,
    env: { RATE_FACTOR: '100000', LOG_LEVEL: 'error' },
  });
  try {
    await untilOpen(server.url, [1]);
    await compare(server, folder);
  } finally {
    await server.stop();
    await folder.remove();
  }
}

async function compare(server: Server, folder: DataFolder): Promise<void> {
  const bank = await openBankingPeer(folder.ownerUrl(), BANK_CLIENTS);
  const reports: OrdersReport[] = [await load(server.url, WARM_UP_MS)];
  await bank.run(WARM_UP_MS);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const transactions = await bank.run(ROUND_MS);
    const used = { server: cpuOf(server.pid), database: cpuOfChildren(folder.postmaster() ?? 0) };
    const report = await load(server.url, ROUND_MS);
    reports.push(report);
    const each = (us: number): string => `${Math.round(us / report.orders)} us`;
    const orders = report.orders / report.seconds;
    const peer = (transactions * 1_000) / ROUND_MS;
    ratios.push(orders / peer);
    console.log(
      `orders   ${Math.round(orders)} durable orders/s through HTTP, p50 ${report.p50Ms.toFixed(1)} ms, p99 ${report.p99Ms.toFixed(1)} ms; ` +
        `TPC-B like ${Math.round(peer)}/s; ratio ${(orders / peer).toFixed(2)}; CPU an order: server ${each(cpuOf(server.pid) - used.server)}, ` +
        `database ${each(cpuOfChildren(folder.postmaster() ?? 0) - used.database)}, clients ${each(report.cpuUs)}`,
    );
  }
  console.log(limited('orders', 'durable orders for one transaction of the peer, median', median(ratios), '>=', RATIO));
  const p99s = reports.slice(1).map((one) => one.p99Ms);
  console.log(limited('orders', 'p99 of an order, ms, median', median(p99s), '<=', P99_MS));
  await checkBooks(folder.ownerUrl(), reports);
  await bank.close();
}

/** Ledger, orders and replies: the same number of each, and every promise of the books kept. */
async function checkBooks(ownerUrl: string, reports: readonly OrdersReport[]): Promise<void> {
  const owner = createOwnerPool(ownerUrl);
  try {
    const sum = (pick: (report: OrdersReport) => number): number => reports.reduce((all, one) => all + pick(one), 0);
    const replies = sum((one) => one.orders);
    const { rows } = await owner.query<{
      placed: string;
      closed: string;
      options: string;
      journals: string;
      keys: string;
    }>(
      `SELECT (SELECT count(*) FROM forex_orders)::text AS placed, (SELECT count(*) FROM forex_orders WHERE status = 'closed')::text AS closed,
         (SELECT count(*) FROM micro_orders)::text AS options, (SELECT count(*) FROM journals WHERE reason IN (10, 14, 20))::text AS journals,
         (SELECT count(*) FROM command_keys WHERE key LIKE 'b%')::text AS keys`,
    );
    const [row] = rows;
    const told = [sum((one) => one.opened), sum((one) => one.closed), sum((one) => one.options), replies, replies];
    const found = [row?.placed, row?.closed, row?.options, row?.journals, row?.keys].map(Number);
    const broken = await brokenInvariants(owner);
    if (told.join() !== found.join() || broken.length > 0)
      throw new Error(
        `replies told of ${told.join()}, the books hold ${found.join()}; broken: ${broken.slice(0, 5).join(', ')}`,
      );
    console.log(
      `orders   ${replies} replies, as many journals and keys, ${found[0]} positions and ${found[2]} options: equal; no invariant broken`,
    );
  } finally {
    await owner.end();
  }
}

const load = (appUrl: string, ms: number): Promise<OrdersReport> =>
  runOrders([appUrl, CONNECTIONS, USERS_EACH, ms], () => undefined);

/** The clients in a process of their own; `ready` is called when their accounts are open and their first order is due. */
export function runOrders(args: readonly (string | number)[], ready: () => void): Promise<OrdersReport> {
  const child = fork(fileURLToPath(new URL('./order-clients.ts', import.meta.url)), args.map(String));
  return new Promise((resolve, reject) => {
    child.on('message', (said: OrdersReport | 'ready') => {
      if (said === 'ready') ready();
      else resolve(said);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
  });
}
