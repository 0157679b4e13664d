// One order of somebody whom ten thousand follow: how soon each of them has it, what a copy costs, and what everybody else notices.

import { setTimeout as delay } from 'node:timers/promises';
import { createOwnerPool, type Pool } from '@fairtick/server/platform/database/pools';
import { DataFolder, Server } from '../chaos/server.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { cpuOf, cpuOfChildren } from './cpu.ts';
import { fillFollowers } from './followers-fill.ts';
import { Others } from './others.ts';
import { limited, median } from './ratios.ts';
import { between, isAccepted, isStale, openWire, type Wire } from './wire.ts';

const COUNT = 10_000;
const ROUNDS = 3;
/** Others alone, before and between. */
const CALM_MS = 20_000;
const LIMIT = { seconds: 3, ofOthers: 1.5, ofAnswer: 1.5 };
/** Each look reads all copies, on the processors that make them. */
const POLL_MS = 100;
/** Ends a run that would hang. */
const PATIENCE_MS = 60_000;
const SUBMIT = '/v2/api/forex/submit';
const CLOSE = '/v2/api/forex/close';
const ORDER = JSON.stringify({ type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: '100' });

export async function benchFollowers(): Promise<void> {
  const folder = new DataFolder();
  const env = { RATE_FACTOR: '100000', LOG_LEVEL: 'error' };
  let server = await Server.start({ dataDir: folder.dir, env });
  const owner = createOwnerPool(folder.ownerUrl());
  try {
    const { token } = await fillFollowers(owner, COUNT);
    await server.stop();
    server = await Server.start({ dataDir: folder.dir, env });
    await measure(owner, { server, folder, token });
    const broken = (await brokenInvariants(owner)).filter((one) => !one.includes('test:money'));
    if (broken.length > 0) throw new Error(`broken: ${broken.slice(0, 5).join(', ')}`);
    console.log('followers no invariant broken');
  } finally {
    await owner.end();
    await server.stop();
    await folder.remove();
  }
}

interface Running {
  readonly server: Server;
  readonly folder: DataFolder;
  readonly token: string;
}

async function measure(owner: Pool, { server, folder, token }: Running): Promise<void> {
  const others = await Others.begin(server.url);
  const wire = await openWire(server.url);
  const demo = between(await wire.call('/api/user/createAccountDemoForU', '{}', ''), '"token":"');
  const cpu = () => cpuOf(server.pid) + cpuOfChildren(folder.postmaster() ?? 0);
  await delay(CALM_MS);
  const calm = { at: performance.now(), cpu: cpu() };
  const plain = await answers(wire, demo);
  await delay(CALM_MS);
  const { p99Ms: calmP99, orders } = others.since(calm.at);
  const idleCpu = (cpu() - calm.cpu) / (performance.now() - calm.at);
  console.log(
    `followers ${orders} orders of others with nobody copied: p99 ${calmP99.toFixed(1)} ms; an answer ${plain.toFixed(1)} ms`,
  );
  const seen: Seen[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    seen.push(...(await aRound(owner, { wire, token, others, cpu, idleCpu })));
    await delay(5_000);
  }
  await others.end();
  wire.close();
  tell(
    'opened',
    seen.filter(({ what }) => what === 'open'),
    { calmP99, plain },
  );
  tell(
    'closed',
    seen.filter(({ what }) => what === 'close'),
    { calmP99, plain },
  );
}

interface Seen {
  readonly what: 'open' | 'close';
  readonly answerMs: number;
  readonly seconds: number;
  readonly othersP99: number;
  readonly copyUs: number;
}

interface Means {
  readonly wire: Wire;
  readonly token: string;
  readonly others: Others;
  /** Microseconds of server and database so far. */
  readonly cpu: () => number;
  /** What others cost, microseconds a millisecond. */
  readonly idleCpu: number;
}

async function aRound(owner: Pool, { wire, token, others, cpu, idleCpu }: Means): Promise<Seen[]> {
  let id = '';
  const seen: Seen[] = [];
  for (const what of ['open', 'close'] as const) {
    const begun = { at: performance.now(), cpu: cpu() };
    const [path, body] = what === 'open' ? [SUBMIT, ORDER] : [CLOSE, JSON.stringify({ id })];
    const answer = await order(wire, token, path, body);
    const answerMs = performance.now() - begun.at;
    if (what === 'open') id = between(answer, '"Id":"');
    await reached(owner, id, what === 'open' ? 'open' : 'closed');
    const took = performance.now() - begun.at;
    seen.push({
      what,
      answerMs,
      seconds: (took - answerMs) / 1_000,
      othersP99: others.since(begun.at).p99Ms,
      copyUs: (cpu() - begun.cpu - idleCpu * took) / COUNT,
    });
  }
  return seen;
}

let keys = 0;
async function order(wire: Wire, token: string, path: string, body: string): Promise<string> {
  let answer: string;
  do {
    keys += 1;
    answer = await wire.call(path, body, `authorization: ${token}\r\nidempotency-key: f${keys}\r\n`);
  } while (isStale(answer));
  if (!isAccepted(answer)) throw new Error(`${path}: ${answer}`);
  return answer;
}

/** Until everybody has the order in this state. */
async function reached(owner: Pool, id: string, status: 'open' | 'closed'): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; ; await delay(POLL_MS)) {
    const { rows } = await owner.query<{ n: bigint }>(
      'SELECT count(*) AS n FROM forex_orders WHERE origin_id = $1 AND status::text = $2',
      [id, status],
    );
    if (rows[0]?.n === BigInt(COUNT)) return;
    if (performance.now() > until) {
      const skips = await owner.query('SELECT reason, count(*)::int FROM copy_skips GROUP BY reason');
      throw new Error(`${rows[0]?.n} of ${COUNT} are ${status}; skipped: ${JSON.stringify(skips.rows)}`);
    }
  }
}

/** The median answer to somebody whom nobody follows, ms. */
async function answers(wire: Wire, token: string): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < 10; count += 1) {
    const begun = performance.now();
    await order(wire, token, SUBMIT, ORDER);
    took.push(performance.now() - begun);
    await delay(100);
  }
  return median(took);
}

function tell(what: string, seen: readonly Seen[], calm: { readonly calmP99: number; readonly plain: number }): void {
  const of = (pick: (one: Seen) => number): number => median(seen.map(pick));
  const say = (name: string, value: number, limit: number): void =>
    console.log(limited('followers', `${what}: ${name}`, value, '<=', limit));
  console.log(
    `followers ${what}: each took ${seen.map(({ seconds }) => seconds.toFixed(2)).join(', ')} s; ${of(({ copyUs }) => copyUs).toFixed(0)} us of server and database a copy`,
  );
  say(
    `seconds until ${COUNT} copies are durable, median of ${ROUNDS}`,
    of(({ seconds }) => seconds),
    LIMIT.seconds,
  );
  say(
    'p99 of the other orders meanwhile, times that of a calm time',
    of(({ othersP99 }) => othersP99) / calm.calmP99,
    LIMIT.ofOthers,
  );
  say(
    'the answer to the trader, times that without followers',
    of(({ answerMs }) => answerMs) / calm.plain,
    LIMIT.ofAnswer,
  );
}
