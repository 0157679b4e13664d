// What comes all at once: ten thousand options that expire within one second, ten thousand positions that one tick stops out. Each must be
// settled durably in time while others go on ordering. The prices come from recordings made here: nothing else can make one.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@fairtick/kernel/clock';
import { createOwnerPool, type Pool } from '@fairtick/server/platform/database/pools';
import { DataFolder, Server } from '../chaos/server.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { presetSettings } from '../harness/preset.ts';
import { Crowd } from './crowd.ts';
import { Others } from './others.ts';
import { limited } from './ratios.ts';

const COUNT = 10_000;
/** Placed over some of so many seconds, each second's with a duration that ends in the same second. */
const STEPS = 40;
const SHORTEST = 6;
const A_STEP = COUNT / 20;
/** What is sent by then is accepted within its second. */
const SEND_MS = 900;
const LIMIT = { expirySeconds: 2, stopOutSeconds: 5, orderMs: 100 };

const POLL_MS = 50;
const TICK_MS = 200;
const NOON = Date.UTC(2024, 4, 15, 12);
const RECORDED_MS = 3_600_000;
/** From the start of the second recording to its crash. */
const CALM_MS = 15_000;
const [CALM, CRASHED] = [1.1, 1.083];
const FOREX = '/v2/api/forex/submit';
/** Half of what a demo account has, at a leverage that a fall of 1.5 % ends. */
const POSITION = JSON.stringify({ type: 1, cont: '50', forex_id: 1, status: 1, multiple: '100' });

export async function benchBursts(): Promise<void> {
  const folder = new DataFolder();
  const recordings = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-bench-'));
  const env = { FEED: 'replay', REPLAY_DIR: recordings, RATE_FACTOR: '100000', LOG_LEVEL: 'error' };
  let server: Server | undefined;
  const restart = async (): Promise<Server> => {
    await server?.stop();
    server = await Server.start({ dataDir: folder.dir, env });
    return server;
  };
  try {
    record(recordings, NOON, Number.POSITIVE_INFINITY);
    await restart();
    const owner = createOwnerPool(folder.ownerUrl());
    await burst(owner, recordings, restart);
    await owner.end();
  } finally {
    await server?.stop();
    await folder.remove();
    fs.rmSync(recordings, { recursive: true, force: true });
  }
}

async function burst(owner: Pool, recordings: string, restart: () => Promise<Server>): Promise<void> {
  await offerSteps(owner);
  const { url } = await restart();
  const crowd = await Crowd.enter(url, COUNT);
  await expiries(owner, url, crowd);
  await crowd.order(0, COUNT, FOREX, POSITION);
  crowd.leave();
  const from = await newestSourceTime(owner);
  record(recordings, from, from + CALM_MS);
  await stopOuts(owner, (await restart()).url);
  const broken = await brokenInvariants(owner);
  if (broken.length > 0) throw new Error(`broken: ${broken.slice(0, 5).join(', ')}`);
  console.log('bursts   no invariant broken');
}

/** One pair's ticks: calm up to the crash, from there on low. */
function record(folder: string, fromMs: number, crashMs: number): void {
  const lines = ['time_ms,bid,ask'];
  for (let at = fromMs; at < fromMs + RECORDED_MS; at += TICK_MS) {
    const bid = (at < crashMs ? CALM : CRASHED) + ((at / TICK_MS) % 7) / 100_000;
    lines.push(`${at},${bid.toFixed(5)},${(bid + 0.00002).toFixed(5)}`);
  }
  fs.writeFileSync(path.join(folder, 'EURUSD.ticks.bench.csv.gz'), gzipSync(`${lines.join('\n')}\n`));
}

/** Durations a second apart: the operator's terms are read at the start. */
async function offerSteps(owner: Pool): Promise<void> {
  const durations = Array.from({ length: STEPS }, (_, n) => SHORTEST + n);
  const offered = durations.map((seconds) => ({ id: seconds, seconds, ratio: '0.8', min: '10', max: '5000' }));
  await presetSettings(owner, { micro_durations: offered });
}

async function newestSourceTime(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ at: string }>('SELECT max(source_time)::text AS at FROM ticks');
  return Number(rows[0]?.at);
}

async function expiries(owner: Pool, appUrl: string, crowd: Crowd): Promise<void> {
  const firstMs = (Math.floor(systemClock.now() / 1_000) + 2) * 1_000;
  const expiryMs = firstMs + (SHORTEST + STEPS - 1) * 1_000;
  let placed = 0;
  for (let step = 0; step < STEPS && placed < COUNT; step += 1) {
    const stepMs = firstMs + step * 1_000;
    await delay(Math.max(0, stepMs - systemClock.now()));
    const seconds = String(SHORTEST + STEPS - 1 - step);
    const option = JSON.stringify({ forex_id: 1, type: 1 + (step % 2), number: '10', seconds });
    placed = await crowd.order(
      placed,
      Math.min(COUNT, placed + A_STEP),
      '/v2/api/micro/submit',
      option,
      stepMs + SEND_MS,
    );
  }
  const { rows } = await owner.query<{ n: bigint }>(
    'SELECT count(*) AS n FROM micro_orders WHERE expiry_time >= $1 AND expiry_time < $1 + 1000',
    [expiryMs],
  );
  const others = await Others.begin(appUrl);
  await delay(Math.max(0, expiryMs - systemClock.now()));
  const start = performance.now();
  let slowestMs = 0;
  for (;;) {
    const open = await owner.query<{ n: bigint; oldest: bigint | null }>(
      `SELECT count(*) AS n, min(expiry_time) AS oldest FROM micro_orders WHERE status <> 'closed'`,
    );
    const { n, oldest } = open.rows[0] ?? { n: 0n, oldest: null };
    if (oldest !== null) slowestMs = Math.max(slowestMs, systemClock.now() - Number(oldest));
    if (n === 0n) break;
    await delay(POLL_MS);
  }
  const { orders, p99Ms } = others.since(start);
  await others.end();
  console.log(
    `bursts   ${rows[0]?.n} options expired within one second and were settled, while ${orders} other orders were answered`,
  );
  console.log(
    limited(
      'bursts',
      'seconds from an expiry to its settlement, the slowest',
      slowestMs / 1_000,
      '<=',
      LIMIT.expirySeconds,
    ),
  );
  console.log(limited('bursts', 'p99 of the other orders meanwhile, ms', p99Ms, '<=', LIMIT.orderMs));
}

async function stopOuts(owner: Pool, appUrl: string): Promise<void> {
  const others = await Others.begin(appUrl);
  const crash = async (): Promise<number | undefined> => {
    const { rows } = await owner.query<{ at: bigint | null }>(
      'SELECT min(received_time) AS at FROM ticks WHERE bid < 1.09',
    );
    return rows[0]?.at === null || rows[0] === undefined ? undefined : Number(rows[0].at);
  };
  let crashMs = await crash();
  for (; crashMs === undefined; crashMs = await crash()) await delay(POLL_MS);
  const start = performance.now() - (systemClock.now() - crashMs);
  for (;;) {
    const { rows } = await owner.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM forex_orders WHERE status = 'open' AND quantity = 50`,
    );
    if (rows[0]?.n === 0n) break;
    await delay(POLL_MS);
  }
  const seconds = (systemClock.now() - crashMs) / 1_000;
  const { orders, p99Ms } = others.since(start);
  await others.end();
  const { rows } = await owner.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM forex_orders WHERE close_reason = 'stop_out'`,
  );
  console.log(`bursts   ${rows[0]?.n} positions stopped out by one tick, while ${orders} other orders were answered`);
  console.log(limited('bursts', 'seconds from the tick to the last of them', seconds, '<=', LIMIT.stopOutSeconds));
  console.log(limited('bursts', 'p99 of the other orders meanwhile, ms', p99Ms, '<=', LIMIT.orderMs));
}
