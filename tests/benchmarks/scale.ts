// Two servers on one database with NATS between them against one alone: durable orders a second, the clients split between the two, in turns in the
// same run; and how long nobody trades when the server that leads is killed under load. docs/scale.md says what it means.

import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '@fairtick/server/platform/database/embedded';
import { createOwnerPool } from '@fairtick/server/platform/database/pools';
import { clusterOf, trades } from '../chaos/cluster.ts';
import { Nats, NO_NATS } from '../chaos/nats.ts';
import { DataFolder, Server } from '../chaos/server.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { cpuOf, cpuOfChildren } from './cpu.ts';
import { untilOpen } from './open-pairs.ts';
import type { OrdersReport } from './order-clients.ts';
import { median } from './ratios.ts';
import { Takers } from './takers.ts';

const ROUNDS = 4;
const ROUND_MS = 4_000;
const WARM_UP_MS = 2_000;
/** In each of two client processes. */
const CONNECTIONS = 32;
const USERS_EACH = 8;
const KILLS = 3;
const BEFORE_KILL_MS = 1_500;
const AFTER_KILL_MS = 6_000;

interface Place {
  readonly folder: DataFolder;
  readonly databaseUrl: string;
  readonly nats: Nats;
}

interface Turn {
  readonly orders: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly text: string;
}

export async function benchScale(): Promise<void> {
  if (NO_NATS !== '') {
    console.log(`scale    ${NO_NATS}two servers against one`);
    return;
  }
  const folder = new DataFolder();
  const database = await startEmbedded({ dataDir: folder.dir });
  if (!database.ok) throw new Error(database.error);
  const nats = await Nats.start();
  const place = { folder, databaseUrl: database.value.ownerUrl, nats };
  try {
    await compare(place);
    await killings(place);
  } finally {
    await nats.kill();
    await database.value.stop();
    await folder.remove();
  }
}

async function compare(place: Place): Promise<void> {
  const ratios: number[] = [];
  const turns: Turn[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await turnOf(place, 1);
    const both = await turnOf(place, 2);
    turns.push(alone, both);
    ratios.push(both.perSecond / alone.perSecond);
    for (const { text } of [alone, both]) console.log(text);
  }
  console.log(`scale    orders a second of two servers for one of one alone, median: ${median(ratios).toFixed(2)}`);
  const owner = createOwnerPool(place.databaseUrl);
  const { rows } = await owner.query(
    `SELECT (SELECT count(*) FROM command_keys WHERE key LIKE 'b%')::int AS keys, (SELECT count(*) FROM journals WHERE reason IN (10, 14, 20))::int AS journals`,
  );
  const broken = await brokenInvariants(owner);
  await owner.end();
  const replies = turns.reduce((sum, one) => sum + one.orders, 0);
  const { keys, journals } = rows[0];
  if (keys !== replies || journals !== replies || broken.length > 0)
    throw new Error(`${replies} replies, ${keys} keys, ${journals} journals; broken: ${broken.slice(0, 5).join(', ')}`);
  console.log(`scale    ${replies} replies, as many keys and journals; no invariant broken`);
}

async function startOne({ databaseUrl, nats }: Place, together: boolean): Promise<Server> {
  const env = { RATE_FACTOR: '100000', LOG_LEVEL: 'error', ...(together ? { NATS_URL: nats.url } : {}) };
  const server = await Server.start({ databaseUrl, env });
  await untilOpen(server.url, [1]);
  while (together && !(await trades(server.url))) await delay(25);
  return server;
}

async function turnOf(place: Place, count: 1 | 2): Promise<Turn> {
  const servers = [await startOne(place, count > 1)];
  while (servers.length < count) servers.push(await startOne(place, true));
  const urls = [0, 1].map((n) => servers[n % count]?.url ?? '');
  const loaded = (ms: number): Promise<OrdersReport[]> => Promise.all(urls.map((url) => load(url, ms)));
  const warmUp = await loaded(WARM_UP_MS);
  const pids = [...servers.map((server) => server.pid), place.nats.pid];
  const database = (): number => cpuOfChildren(place.folder.postmaster() ?? 0);
  const before = [...pids.map(cpuOf), database()];
  const reports = await loaded(ROUND_MS);
  const after = [...pids.map(cpuOf), database()];
  for (const server of servers.reverse()) await server.stop();
  const orders = reports.reduce((sum, one) => sum + one.orders, 0);
  const perSecond = reports.reduce((sum, one) => sum + one.orders / one.seconds, 0);
  const p99Ms = Math.max(...reports.map((one) => one.p99Ms));
  const each = after.map((us, i) => `${Math.round((us - (before[i] ?? 0)) / orders)} us`);
  const clients = Math.round(reports.reduce((sum, one) => sum + one.cpuUs, 0) / orders);
  const text =
    `scale    ${count} server(s): ${Math.round(perSecond)} orders/s, p99 ${p99Ms.toFixed(0)} ms; CPU an order: ` +
    `servers ${each.slice(0, count).join(' + ')}, NATS ${each[count]}, database ${each[count + 1]}, clients ${clients} us`;
  return { orders: orders + warmUp.reduce((sum, one) => sum + one.orders, 0), perSecond, p99Ms, text };
}

function load(appUrl: string, ms: number): Promise<OrdersReport> {
  const args = [appUrl, String(CONNECTIONS), String(USERS_EACH), String(ms)];
  const child = fork(fileURLToPath(new URL('./order-clients.ts', import.meta.url)), args);
  return new Promise((resolve, reject) => {
    child.once('message', (report: OrdersReport) => resolve(report));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
  });
}

async function killings(place: Place): Promise<void> {
  let leader = await startOne(place, true);
  const pauses: { orders: number; prices: number }[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const follower = await startOne(place, true);
    const takers = await Takers.begin(follower.url);
    await delay(BEFORE_KILL_MS);
    const atMs = performance.now();
    await leader.kill();
    await delay(AFTER_KILL_MS);
    if ((await clusterOf(follower.url, 'leads')) !== true) throw new Error('nobody has taken over');
    pauses.push(takers.longestPauseSince(atMs));
    await takers.end();
    leader = follower;
  }
  await leader.stop();
  const text = (pick: (one: { orders: number; prices: number }) => number): string =>
    pauses.map((one) => `${Math.round(pick(one))} ms`).join(', ');
  console.log(
    `scale    the leader killed under load, ${KILLS} times: longest time without an accepted order on the other ${text((one) => one.orders)}; ` +
      `without a price ${text((one) => one.prices)}`,
  );
}
