// Load from its own process: each connection serves a few demo users, who open and close one small position after another, a tenth of all
// options. Every order has a session and an idempotency key; every answer must be an acceptance. With a rate, orders are due at even distances
// and their answers are timed from when they were due, so that a slow server can't slow the clock that judges it.

import { setTimeout as delay } from 'node:timers/promises';
import { between, isAccepted, openWire, type Wire } from './wire.ts';

const [, , base = '', connections = '64', usersEach = '8', ms = '4000', rate = '0'] = process.argv;
const everyMs = Number(rate) > 0 ? 1_000 / Number(rate) : 0;

export interface OrdersReport {
  /** Answered between the first order sent and the last answer. */
  readonly orders: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly opened: number;
  readonly closed: number;
  readonly options: number;
  /** CPU microseconds of this process. */
  readonly cpuUs: number;
}

const OPEN = JSON.stringify({ type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: '100' });
const OPTION = JSON.stringify({ forex_id: 1, type: 1, number: '10', seconds: '30' });
const count = { opened: 0, closed: 0, options: 0 };
const latenciesMs: number[] = [];
let keys = 0;
let firstDue = 0;

/** Resolves when the next order is due, with that time. */
async function due(): Promise<number> {
  if (everyMs === 0) return performance.now();
  const at = firstDue + keys * everyMs;
  const early = at - performance.now();
  if (early > 0) await delay(early);
  return at;
}

async function order(wire: Wire, path: string, body: string, token: string): Promise<string> {
  const next = due();
  keys += 1;
  const key = `b${keys}`;
  const start = await next;
  const answer = await wire.call(path, body, `authorization: ${token}\r\nidempotency-key: ${key}\r\n`);
  latenciesMs.push(performance.now() - start);
  if (!isAccepted(answer)) throw new Error(`${path}: ${answer}`);
  return answer;
}

interface Connection {
  readonly wire: Wire;
  readonly tokens: readonly string[];
}

async function newConnection(): Promise<Connection> {
  const wire = await openWire(base);
  const tokens: string[] = [];
  for (let n = 0; n < Number(usersEach); n += 1) {
    const answer = await wire.call('/api/user/createAccountDemoForU', '{}', '');
    if (!isAccepted(answer)) throw new Error(`no account: ${answer}`);
    tokens.push(between(answer, '"token":"'));
  }
  return { wire, tokens };
}

async function trade({ wire, tokens }: Connection, until: number): Promise<void> {
  for (let n = 0; performance.now() < until; n += 1) {
    const token = tokens[n % tokens.length] ?? '';
    if (n % 5 === 4) {
      await order(wire, '/v2/api/micro/submit', OPTION, token);
      count.options += 1;
    }
    const opened = await order(wire, '/v2/api/forex/submit', OPEN, token);
    count.opened += 1;
    await order(wire, '/v2/api/forex/close', `{"id":"${between(opened, '"Id":"')}"}`, token);
    count.closed += 1;
  }
}

const all = await Promise.all(Array.from({ length: Number(connections) }, newConnection));
const cpu = process.cpuUsage();
process.send?.('ready');
const start = performance.now();
firstDue = start;
await Promise.all(all.map((one) => trade(one, start + Number(ms))));
const seconds = (performance.now() - start) / 1_000;
const used = process.cpuUsage(cpu);
latenciesMs.sort((a, b) => a - b);
const at = (share: number): number => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0;
const report: OrdersReport = {
  orders: latenciesMs.length,
  seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  ...count,
  cpuUs: used.user + used.system,
};
process.send?.(report, () => process.exit(0));
