// Recorded ticks for a player: the recording that comes with Fairtick, and others where somebody has them.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BUNDLED_RECORDINGS } from '@fairtick/server/domains/market/index';
import type { RecordedMarket } from './latency.ts';

const TICKS = /^[A-Z0-9]+(?:-[A-Z0-9]+)?\.ticks\.(?:.+\.)?csv\.gz$/;

export const bundledMarkets = (): RecordedMarket[] => marketsOf(BUNDLED_RECORDINGS);

/** Every recording of ticks in a folder; those of hours that the bundled one has too are no test of what was tuned on it. */
export function otherMarkets(folder: string, bundled: readonly RecordedMarket[]): RecordedMarket[] {
  const from = Math.min(...bundled.map(({ times }) => times[0] ?? Infinity));
  const to = Math.max(...bundled.map(({ times }) => times.at(-1) ?? 0));
  return marketsOf(folder).filter(({ times }) => (times.at(-1) ?? 0) < from || (times[0] ?? Infinity) > to);
}

function marketsOf(folder: string): RecordedMarket[] {
  return fs
    .readdirSync(folder)
    .filter((name) => TICKS.test(name))
    .sort()
    .map((name) => read(path.join(folder, name)));
}

function read(file: string): RecordedMarket {
  const lines = gunzipSync(fs.readFileSync(file)).toString('utf8').trimEnd().split('\n').slice(1);
  const places = Math.max(...lines.slice(0, 100).map((line) => line.trim().split(',')[1]?.split('.')[1]?.length ?? 0));
  const market = { name: path.basename(file), times: [] as number[], mids: [] as number[], halves: [] as number[] };
  for (const line of lines) {
    const [time = NaN, bid = NaN, ask = NaN] = line.split(',').map(Number);
    if (!(bid > 0 && ask >= bid) || time < (market.times.at(-1) ?? 0)) continue;
    market.times.push(time);
    market.mids.push(evenly(((bid + ask) / 2) * 10 ** places));
    market.halves.push(((ask - bid) / 2) * 10 ** places);
  }
  return market;
}

/** Half to even, as the platform rounds a mid. */
function evenly(value: number): number {
  const near = Math.round(value * 2) / 2;
  const exact = Math.abs(near - value) < 1e-6 ? near : value;
  const down = Math.floor(exact);
  if (exact - down !== 0.5) return Math.round(exact);
  return down % 2 === 0 ? down : down + 1;
}
