// Durable orders through HTTP, the product's own path (session, key, margin, ledger, answer after commit), against a TPC-B like transaction
// on the same database in turns. Clients run in their own process.

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { startApp } from '@fairtick/server/main/app';
import { createLogger } from '@fairtick/server/platform/logger';
import { openBankingPeer } from './banking-peer.ts';

const ROUNDS = 3;
const ROUND_MS = 4_000;
const CONNECTIONS = 64;
const BANK_CLIENTS = 8;

interface Report {
  readonly orders: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function benchOrders(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fairtick-bench-'));
  const app = await startApp({
    config: {
      port: 0,
      consolePort: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: undefined,
      feed: 'simulated',
      replayDir: undefined,
      replaySpeed: 1,
      seed: 1,
      simHours: 'always',
      logLevel: 'error',
    },
    rateFactor: 100_000,
    clock: systemClock,
    random: seededRandom(1),
    logger: createLogger('error'),
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  if (!app.ok) throw new Error(app.error);
  const bank = await openBankingPeer(app.value.ownerUrl, BANK_CLIENTS);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const transactions = await bank.run(ROUND_MS);
    const report = await load(app.value.appUrl);
    const orders = (report.orders * 1_000) / ROUND_MS;
    const peer = (transactions * 1_000) / ROUND_MS;
    ratios.push(orders / peer);
    console.log(
      `orders   ${Math.round(orders)} durable orders/s through HTTP, p50 ${report.p50Ms} ms, p99 ${report.p99Ms} ms; TPC-B like ${Math.round(peer)}/s; ratio ${(orders / peer).toFixed(2)}`,
    );
  }
  await bank.close();
  await app.value.stop();
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`orders   median ratio ${ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]?.toFixed(2)}`);
}

function load(appUrl: string): Promise<Report> {
  const child = fork(fileURLToPath(new URL('./order-clients.ts', import.meta.url)), [
    appUrl,
    String(CONNECTIONS),
    String(ROUND_MS),
  ]);
  return new Promise((resolve, reject) => {
    child.once('message', (report: Report) => resolve(report));
    child.once('error', reject);
  });
}
