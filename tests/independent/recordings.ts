// Recordings for a replay: whole files linked, or a span of time cut out of one, in a folder of their own.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

export interface Cut {
  readonly file: string;
  /** Spans [from, until) of UTC time, as ISO texts; the whole file where none is given. */
  readonly spans?: readonly (readonly [string, string])[];
  /** Written as another pair's, its prices so many times as high, to so many places: for pairs that no recording is bundled of. */
  readonly as?: { readonly file: string; readonly times: number; readonly places: number };
}

/** Writes each cut under its own file's name into `to`; returns how many rows that are. */
export function cutRecordings(from: string, to: string, cuts: readonly Cut[]): number {
  let rows = 0;
  for (const { file, spans, as } of cuts) {
    const [header = '', ...lines] = gunzipSync(fs.readFileSync(path.join(from, file)))
      .toString('utf8')
      .split('\n');
    const times = spans?.map(([start, end]) => [Date.parse(start), Date.parse(end)] as const);
    const kept = lines.filter((line) => {
      if (line === '') return false;
      const time = Number(line.slice(0, line.indexOf(',')));
      return !times || times.some(([start, end]) => time >= start && time < end);
    });
    rows += kept.length;
    const written = as ? kept.map((line) => timesAsHigh(line, as.times, as.places)) : kept;
    fs.writeFileSync(path.join(to, as?.file ?? file), gzipSync(`${[header, ...written].join('\n')}\n`));
  }
  return rows;
}

function timesAsHigh(line: string, times: number, places: number): string {
  const [time, ...prices] = line.split(',');
  return [time, ...prices.map((price) => (Number(price) * times).toFixed(places))].join(',');
}
