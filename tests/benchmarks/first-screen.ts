// The first screen on a mid phone, each figure against its bar: script on the wire, largest paint, shift; then frames and memory with 50 pairs
// quoted five times a second. The memory is watched for a minute, or for as many as `--minutes=30` says.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Browser } from 'playwright-core';
import { DataFolder, Server } from '../chaos/server.ts';
import { needBuiltWeb } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { watchFiles } from '../harness/script-weight.ts';
import { PAIRS, startBusyMarket, UPDATES_A_SECOND } from './first-screen-market.ts';
import { firstScreen, framesOn, type Memory, memoryOver, openPhone, type Seen, seenOn } from './first-screen-page.ts';

const ROUNDS = 5;
const BARS = { scriptBytes: 150_000, largestPaintMs: 1_500, shift: 0.05, framesOfEmpty: 0.98, longTasks: 0 };
const FRAMES_MS = 10_000;
const SAMPLES = 20;
/** The last third of the samples may hold this much more than the first. */
const GROWTH = 1.05;
/** Before memory counts as settled: caches fill, the first fetches are repeated. */
const WARM_UP_MS = 20_000;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function tell(what: string, value: string, bar: string, holds: boolean): void {
  console.log(`first-screen   ${holds ? 'ok  ' : 'OVER'} ${what}: ${value}; bar ${bar}`);
}

export async function benchFirstScreen(): Promise<void> {
  needBuiltWeb();
  const given = process.argv.find((argument) => argument.startsWith('--minutes='))?.split('=')[1];
  const minutes = Number(given ?? 1);
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.');
  const browser = await launchBrowser();
  try {
    await arrivals(browser);
    await busy(browser, minutes);
  } finally {
    await browser.close();
  }
}

/** First visits of /, each with an empty cache, to the product as it starts by itself. */
async function arrivals(browser: Browser): Promise<void> {
  const data = new DataFolder();
  const server = await Server.start({ dataDir: data.dir });
  try {
    const seen: Seen[] = [];
    const bytes: number[] = [];
    // The first one warms the server: compressed files, prepared statements.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const phone = await openPhone(browser, true);
      const scripts = await watchFiles(phone.client);
      await firstScreen(phone.page, server.url);
      if (round > 0) {
        seen.push(await seenOn(phone.page));
        bytes.push([...scripts.values()].reduce((sum, script) => sum + script.bytes, 0));
      }
      await phone.close();
    }
    const script = median(bytes);
    tell('script on the wire, gzip', `${script} bytes`, `${BARS.scriptBytes}`, script <= BARS.scriptBytes);
    const paints = seen.map(({ largestPaintMs }) => largestPaintMs);
    const paint = median(paints);
    const range = `${Math.round(Math.min(...paints))} to ${Math.round(Math.max(...paints))}`;
    tell(
      'largest paint',
      `${Math.round(paint)} ms (${range}; "${seen[0]?.largestPaint.trim()}")`,
      `${BARS.largestPaintMs} ms`,
      paint < BARS.largestPaintMs,
    );
    const shift = median(seen.map((one) => one.shift));
    tell('layout shift', shift.toFixed(4), String(BARS.shift), shift < BARS.shift);
    const tasks = median(seen.map(({ longTasks }) => longTasks));
    const longest = median(seen.map(({ longestTaskMs }) => longestTaskMs));
    console.log(`first-screen        while it loads ${tasks} long tasks, the longest ${Math.round(longest)} ms`);
  } finally {
    await server.stop();
    await data.remove();
  }
}

async function busy(browser: Browser, minutes: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-first-screen-'));
  const market = await startBusyMarket(folder, minutes + 10);
  try {
    const phone = await openPhone(browser, false);
    await firstScreen(phone.page, market.url);
    await phone.page.evaluate(() => document.querySelector('section[aria-labelledby="all-markets"]')?.scrollIntoView());
    await frames(browser, phone.page);
    await phone.page.waitForTimeout(WARM_UP_MS);
    const ms = minutes * 60_000;
    flat(await memoryOver(phone.client, ms, ms / SAMPLES), minutes);
    await phone.close();
  } finally {
    await market.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The peer is an empty page in the same browser at the same slowdown: what it gets is what there is to get. In turns with it. */
async function frames(browser: Browser, page: Parameters<typeof framesOn>[0]): Promise<void> {
  const shares: number[] = [];
  const rates: number[] = [];
  const tasks: number[] = [];
  const changes: number[] = [];
  const empty = await openPhone(browser, false);
  await empty.page.goto('about:blank');
  for (let round = 0; round < ROUNDS; round += 1) {
    await empty.page.bringToFront();
    const peer = await framesOn(empty.page, FRAMES_MS / 4);
    await page.bringToFront();
    const own = await framesOn(page, FRAMES_MS);
    shares.push(own.aSecond / peer.aSecond);
    rates.push(own.aSecond);
    tasks.push(own.longTasks);
    changes.push((own.changes * 1_000) / FRAMES_MS);
  }
  await empty.close();
  const share = median(shares);
  tell(
    `frames with ${PAIRS} pairs at ${UPDATES_A_SECOND} updates a second`,
    `${median(rates).toFixed(1)} a second, ${share.toFixed(3)} of an empty page's, ${Math.round(median(changes))} texts changed a second`,
    `${BARS.framesOfEmpty} of an empty page's`,
    share >= BARS.framesOfEmpty,
  );
  tell(
    `long tasks in ${FRAMES_MS / 1_000} s`,
    String(median(tasks)),
    String(BARS.longTasks),
    median(tasks) <= BARS.longTasks,
  );
}

function flat(samples: readonly Memory[], minutes: number): void {
  const third = Math.ceil(samples.length / 3);
  const grown = (of: (memory: Memory) => number): number =>
    median(samples.slice(-third).map(of)) / median(samples.slice(0, third).map(of));
  const heap = grown(({ heapBytes }) => heapBytes);
  const last = samples.at(-1);
  tell(
    `memory over ${minutes} min`,
    `${((last?.heapBytes ?? 0) / 1_048_576).toFixed(1)} MB, x${heap.toFixed(3)}; nodes x${grown(({ nodes }) => nodes).toFixed(3)}; listeners x${grown(({ listeners }) => listeners).toFixed(3)}`,
    `x${GROWTH}`,
    heap <= GROWTH,
  );
}
