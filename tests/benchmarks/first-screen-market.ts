// A market of 50 pairs, each quoted five times a second: recordings made for the run, played back by the real server through its own replay.
// 50 pairs are the catalogue's 24 and 26 more like them, put into the table of pairs as an operator would.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pair } from '@fairtick/engine/types';
import { seededRandom } from '@fairtick/kernel/random';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import { seedPairs } from '@fairtick/server/domains/market/table';
import { startEmbedded } from '@fairtick/server/platform/database/embedded';
import { migrate } from '@fairtick/server/platform/database/migrate';
import { connectOwner, ensureAppRole } from '@fairtick/server/platform/database/pools';
import { Server } from '../chaos/server.ts';

export const PAIRS = 50;
export const UPDATES_A_SECOND = 5;
const BEGIN_MS = Date.UTC(2026, 0, 7, 12);
const MINUTE_MS = 60_000;
/** What the small charts of Home look back on. */
const PAST_MINUTES = 30 * 60;
const SEED = 5;

export interface BusyMarket {
  readonly url: string;
  stop(): Promise<void>;
}

/** `folder` is the caller's to make and to remove. The recording lasts `minutes`; then prices end. */
export async function startBusyMarket(folder: string, minutes: number): Promise<BusyMarket> {
  const pairs = fiftyPairs();
  const replayDir = path.join(folder, 'recordings');
  fs.mkdirSync(replayDir);
  pairs.forEach((pair, at) => {
    writeRecording(replayDir, pair, at, minutes);
  });
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir);
  fs.chmodSync(folder, 0o755);
  const started = await startEmbedded({ dataDir, durable: true, maxConnections: 100 });
  if (!started.ok) throw new Error(started.error);
  const { ownerUrl, stop } = started.value;
  const role = await ensureAppRole(ownerUrl);
  if (!role.ok) throw new Error(role.error);
  await migrate(ownerUrl);
  const owner = await connectOwner(ownerUrl);
  await seedPairs(owner, pairs);
  await owner.end();
  const server = await Server.start({ databaseUrl: ownerUrl, env: { FEED: 'replay', REPLAY_DIR: replayDir } });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await stop();
    },
  };
}

function fiftyPairs(): readonly Pair[] {
  return Array.from({ length: PAIRS }, (_, at) => {
    const pair = CATALOGUE[at % CATALOGUE.length];
    if (!pair) throw new Error('no pairs');
    const round = Math.floor(at / CATALOGUE.length);
    if (round === 0) return pair;
    return { ...pair, id: pair.id + 100 * round, code: `${pair.code}${round}`, showCode: `${pair.showCode} ${round}` };
  });
}

/** A walk of a step or two at every quote, so that each is a change; the bars before it are the same walk, minute by minute. */
function writeRecording(folder: string, pair: Pair, at: number, minutes: number): void {
  const random = seededRandom(SEED + at);
  const scale = 10 ** pair.pricePrecision;
  let points = 100_000 + random.below(50_000);
  const walk = (): string => {
    points += (random.below(2) === 0 ? -1 : 1) * (1 + random.below(2));
    return (points / scale).toFixed(pair.pricePrecision);
  };
  const bars = Array.from({ length: PAST_MINUTES }, (_, back) => {
    const price = walk();
    return `${BEGIN_MS - (PAST_MINUTES - back) * MINUTE_MS},${price},${price},${price},${price},1`;
  });
  const gapMs = 1_000 / UPDATES_A_SECOND;
  // Pairs take turns within the gap, as quotes of different markets do not come in one instant.
  const phaseMs = Math.floor((gapMs * at) / PAIRS);
  const ticks = Array.from({ length: minutes * 60 * UPDATES_A_SECOND }, (_, n) => {
    const bid = walk();
    return `${BEGIN_MS + n * gapMs + phaseMs},${bid},${((points + 3) / scale).toFixed(pair.pricePrecision)}`;
  });
  write(folder, `${pair.code}.m1.mid.csv.gz`, 'time_ms,open,high,low,close,volume', bars);
  write(folder, `${pair.code}.ticks.csv.gz`, 'time_ms,bid,ask', ticks);
}

function write(folder: string, name: string, head: string, lines: readonly string[]): void {
  fs.writeFileSync(path.join(folder, name), gzipSync(`${[head, ...lines].join('\n')}\n`));
}
