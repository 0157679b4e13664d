// kill -9 under load, round after round: the server, or its PostgreSQL. `node tests/chaos/kills.ts [--rounds 500] [--what server|database]
// [--seed 1]` runs as many as one likes; the tests run a few. A finding ends the run and names its seed.

import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { createOwnerPool, type Pool } from '@fairtick/server/platform/database/pools';
import { imageKeeper } from '../harness/kept-images.ts';
import { TEST_MASTER_KEY } from '../harness/outside.ts';
import { call, text } from './api.ts';
import { Crowd, quantile } from './crowd.ts';
import { MoneyCrew, moneyTerms } from './money-crew.ts';
import { DataFolder, Server, type ServerOptions } from './server.ts';
import { looseTerms } from './terms.ts';
import { textOf } from './trader.ts';

export type Victim = 'server' | 'database';

export interface KillsOptions {
  readonly rounds: number;
  readonly what: Victim;
  readonly seed: number;
  readonly traders?: number;
  /** Told after each round. */
  readonly onRound?: (round: number, line: string) => void;
}

export interface KillsReport {
  readonly rounds: number;
  /** From spawning the server to the first served call of a user who was there before; from killing PostgreSQL to the first accepted order; ms. */
  readonly recoveriesMs: readonly number[];
  /** From a killed server's first served call to its first accepted order; ms. */
  readonly tradingMs: readonly number[];
  /** The longest wait for any answer while the database was away, ms. */
  readonly longestAnswerMs: number;
  readonly commands: number;
  /** Requests whose answer the death took with it. */
  readonly unanswered: number;
  readonly checkpoints: number;
  readonly prices: number;
  /** Leveraged orders; those filled or ended by a tick; options settled by the log. */
  readonly orders: number;
  readonly triggered: number;
  readonly settled: number;
  /** Of money in and out: what was accepted by name; keys asked again, and withdrawals that somebody held over a death and paid after it. */
  readonly money: Readonly<Record<string, number>>;
  /** Each broken thing, and the round and seed that it was found in. */
  readonly findings: readonly string[];
  /** What the server had said by then: long, and of no use without a finding. */
  readonly said: string;
}

/** A fresh database is begun after so many rounds, so that checking all of it stays cheap. */
const ROUNDS_A_DATABASE = 25;
const RECOVERY_LIMIT_MS = 60_000;
const PROBE_MS = 15;
/** Known, so that pictures can be kept without a decoder's process for each. */
const KEYS = { MASTER_KEY: TEST_MASTER_KEY };

interface Run {
  readonly options: KillsOptions;
  readonly random: Random;
  readonly recoveriesMs: number[];
  readonly tradingMs: number[];
  longestAnswerMs: number;
  commands: number;
  unanswered: number;
  checkpoints: number;
  prices: number;
  orders: number;
  triggered: number;
  settled: number;
  readonly money: Record<string, number>;
  said: string;
}

export async function runKills(options: KillsOptions): Promise<KillsReport> {
  const run: Run = {
    options,
    random: seededRandom(options.seed),
    recoveriesMs: [],
    tradingMs: [],
    longestAnswerMs: 0,
    commands: 0,
    unanswered: 0,
    checkpoints: 0,
    prices: 0,
    orders: 0,
    triggered: 0,
    settled: 0,
    money: {},
    said: '',
  };
  let findings: string[] = [];
  let done = 0;
  while (done < options.rounds && findings.length === 0) {
    const rounds = Math.min(ROUNDS_A_DATABASE, options.rounds - done);
    findings = await onOneDatabase(run, done, rounds);
    done += rounds;
  }
  const { options: _, random: __, ...counted } = run;
  return { rounds: run.recoveriesMs.length, ...counted, findings };
}

async function onOneDatabase(run: Run, first: number, rounds: number): Promise<string[]> {
  const { options } = run;
  const folder = new DataFolder();
  let server = await startWithShortOptions(folder);
  const owner = createOwnerPool(folder.ownerUrl());
  const crowd = new Crowd({ seed: options.seed * 100 + first, traders: options.traders ?? 50, url: () => server.url });
  const crew = new MoneyCrew({
    ...{ owner, seed: options.seed * 100 + first },
    ...{ url: () => server.url, consoleUrl: () => server.consoleUrl },
    proofOf: imageKeeper({ app: owner }, folder.dir),
  });
  // A connection that dies with PostgreSQL is no fault of the test's.
  owner.on('error', () => {});
  try {
    await crowd.quotes.refresh(server.url);
    await crew.begin();
    crowd.begin();
    crowd.release();
    // Who serves again is asked as a user who was there before.
    await until(() => Promise.resolve(crowd.traders.some((trader) => trader.token !== '')));
    for (let round = 0; round < rounds; round += 1) {
      crowd.release();
      crew.release();
      const watched = crowd.traders.find((trader) => trader.token !== '');
      crowd.watcher.listen(server.url, watched?.token ?? '');
      await delay(300 + run.random.below(round === 0 ? 2_500 : 1_200));
      if (options.what === 'server') server = await killServer(run, { crowd, crew }, server, folder);
      else await killDatabase(run, { crowd, crew }, server, folder);
      const settled = await Promise.all([crowd.rest(), crew.rest()]);
      const found = [...(await crew.verify()), ...(await crowd.verify(owner))];
      if (settled.includes(false)) found.push('some requests have no answer long after the recovery');
      options.onRound?.(first + round + 1, roundLine(run, crowd, crew));
      if (found.length === 0) continue;
      run.said = server.said();
      return [...found, `round ${first + round + 1}, seed ${options.seed}`];
    }
    return [];
  } catch (error) {
    const health = await text(server.url, '/healthz');
    console.error(`the server said:\n${server.said()}`);
    throw new Error(`${String(error)} (seed ${options.seed}; health: ${health})`, { cause: error });
  } finally {
    run.commands += crowd.counts.sent;
    run.checkpoints += crowd.watcher.checkpoints;
    run.prices += crowd.watcher.prices;
    await Promise.all([crowd.end(), crew.end()]);
    for (const [name, count] of Object.entries({ ...crew.counts(), ...crew.told }))
      run.money[name] = (run.money[name] ?? 0) + count;
    await countOrders(run, owner);
    await owner.end();
    await server.kill();
    await folder.remove();
  }
}

async function countOrders(run: Run, owner: Pool): Promise<void> {
  const { rows } = await owner.query(
    `SELECT count(*)::int AS orders,
       (count(*) FILTER (WHERE close_reason IN ('stop_loss', 'take_profit', 'stop_out') OR (target_price IS NOT NULL AND open_price IS NOT NULL)))::int AS triggered,
       (SELECT count(*)::int FROM micro_orders WHERE status = 'closed') AS settled FROM forex_orders`,
  );
  run.orders += rows[0].orders;
  run.triggered += rows[0].triggered;
  run.settled += rows[0].settled;
}

const roundLine = (run: Run, crowd: Crowd, crew: MoneyCrew): string => {
  const counts = { ...crowd.counts, ...crew.counts(), ...crew.told };
  return `recovered after ${Math.round(run.recoveriesMs.at(-1) ?? 0)} ms; ${JSON.stringify(counts)}`;
};

/** A first start makes the database; the second finds durations of one second, so that options end within a round. */
async function startWithShortOptions(folder: DataFolder): Promise<Server> {
  const first = await Server.start({ dataDir: folder.dir, env: KEYS });
  const owner = createOwnerPool(folder.ownerUrl());
  await looseTerms(owner);
  await moneyTerms(owner);
  await owner.end();
  await first.kill();
  return Server.start({ dataDir: folder.dir, env: KEYS });
}

/** Everybody who asks for something while processes die. */
interface Company {
  readonly crowd: Crowd;
  readonly crew: MoneyCrew;
}

async function killServer(run: Run, { crowd, crew }: Company, server: Server, folder: DataFolder): Promise<Server> {
  const { port } = server;
  await server.kill();
  crew.death();
  crowd.hold();
  run.unanswered += crowd.traders.reduce((sum, trader) => sum + trader.unanswered().length, 0);
  const next = await restart({ dataDir: folder.dir, env: KEYS, port });
  await recovered(run, crowd, next.url, next.startedMs);
  return next;
}

/** Its port may still be held by what the dead one left in the system for a moment. */
async function restart(options: ServerOptions): Promise<Server> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await Server.start(options);
    } catch (error) {
      if (attempt === 3 || !String(error).includes('address')) throw error;
      await delay(200);
    }
  }
}

/** PostgreSQL's own kill -9: its postmaster. The server stays up and must answer all the while. */
async function killDatabase(run: Run, { crowd, crew }: Company, server: Server, folder: DataFolder): Promise<void> {
  const pid = folder.postmaster();
  if (pid === undefined) throw new Error('there is no PostgreSQL to kill');
  crowd.takeTimes();
  process.kill(pid, 'SIGKILL');
  crew.death();
  await recovered(run, crowd, server.url, performance.now());
  run.longestAnswerMs = Math.max(run.longestAnswerMs, ...crowd.takeTimes());
}

async function recovered(run: Run, crowd: Crowd, url: string, sinceMs: number): Promise<void> {
  const token = crowd.traders.find((trader) => trader.token !== '')?.token ?? '';
  const served = await until(async () => (await call(url, 'getBalance', {}, { token }))?.code === 1);
  const traded = await until(() => accepted(url));
  // A dead PostgreSQL may not be noticed by the first call that comes after it.
  run.recoveriesMs.push((run.options.what === 'server' ? served : traded) - sinceMs);
  if (run.options.what === 'server') run.tradingMs.push(traded - served);
}

/** Whether a fresh visitor can open an account and a position. */
async function accepted(url: string): Promise<boolean> {
  const made = await call(url, 'createAccountDemoForU', {});
  if (made?.code !== 1) return false;
  const token = textOf(made.data, 'token');
  const order = {
    type: '1',
    cont: '0.01',
    forex_id: '1',
    status: '1',
    target_price: '',
    stop_loss_price: '',
    target_profit_price: '',
    multiple: '100',
  };
  return (await call(url, 'forex_submit', order, { token }))?.code === 1;
}

async function until(holds: () => Promise<boolean>): Promise<number> {
  const limit = performance.now() + RECOVERY_LIMIT_MS;
  while (performance.now() < limit) {
    if (await holds()) return performance.now();
    await delay(PROBE_MS);
  }
  throw new Error('it does not serve again within a minute');
}

export const figures = (values: readonly number[]): string =>
  `p50 ${Math.round(quantile(values, 0.5))} ms, p99 ${Math.round(quantile(values, 0.99))} ms, most ${Math.round(Math.max(0, ...values))} ms`;

export function reportText(what: Victim, report: KillsReport): string {
  return [
    `${report.rounds} kills of the ${what}: ${report.findings.length === 0 ? 'nothing lost, nothing doubled' : 'FINDINGS'}`,
    `recovery: ${figures(report.recoveriesMs)}`,
    ...(what === 'server' ? [`an order accepted after that: ${figures(report.tradingMs)}`] : []),
    `orders ${report.orders}, of them ended by ticks ${report.triggered}; options settled ${report.settled}`,
    `money in and out: ${JSON.stringify(report.money)}`,
    `requests ${report.commands}, unanswered at a death ${report.unanswered}, checkpoints ${report.checkpoints}, prices seen ${report.prices}`,
    ...(what === 'database' ? [`longest answer while it was away: ${Math.round(report.longestAnswerMs)} ms`] : []),
    ...(report.findings.length === 0 ? [] : ['the server said:', report.said, ...report.findings]),
  ].join('\n');
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '500' },
      what: { type: 'string', default: 'server' },
      seed: { type: 'string', default: '1' },
    },
  });
  const what: Victim = values.what === 'database' ? 'database' : 'server';
  const report = await runKills({
    rounds: Number(values.rounds),
    what,
    seed: Number(values.seed),
    onRound: (round, line) => console.log(`${round}: ${line}`),
  });
  console.log(reportText(what, report));
  process.exitCode = report.findings.length === 0 ? 0 : 1;
}
