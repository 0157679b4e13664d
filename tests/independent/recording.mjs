// The recordings as they lie in their files, and which of their lines the published cleaning rules let become ticks.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Exact } from './exact.mjs';

const CONFIRM_WITHIN_MS = 5_000;

/** Rows of every pair in order of time: {time, bid, ask}, prices as text. A venue's own file gives way to a plain one that overlaps it. */
export function readRecordings(folder) {
  const files = new Map();
  for (const name of readdirSync(folder).sort()) {
    const match = /^([A-Z0-9]{3,16})(-[A-Z0-9]+)?\.ticks\..*csv\.gz$/.exec(name);
    if (!match) continue;
    const rows = readRows(join(folder, name));
    if (rows.length > 0) files.set(match[1], [...(files.get(match[1]) ?? []), { name, venue: match[2], rows }]);
  }
  const pairs = new Map();
  for (const [code, all] of files) {
    const kept = all.filter((file) => !file.venue || !all.some((other) => !other.venue && overlap(file, other)));
    kept.sort((a, b) => a.rows[0].time - b.rows[0].time);
    pairs.set(
      code,
      kept.flatMap((file) => file.rows),
    );
  }
  return pairs;
}

function overlap(a, b) {
  return a.rows[0].time <= b.rows[b.rows.length - 1].time && b.rows[0].time <= a.rows[a.rows.length - 1].time;
}

function readRows(path) {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split(/\r?\n/);
  if (lines[0] !== 'time_ms,bid,ask') throw new Error(`${path} is no recording of ticks`);
  return lines
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [time, bid, ask] = line.split(',');
      return { time: Number(time), bid, ask };
    });
}

const SCALE = 10n ** 8n;
/** In 1e-8; NaN for what is no number. Exact: prices below 90 million have less than 2^53 such units. */
export function unitsOf(text) {
  if (!/^-?\d+(\.\d{1,8})?$/.test(text)) return Number.NaN;
  const { num, den } = Exact.of(text);
  const units = Number((num * SCALE) / den);
  if (!Number.isSafeInteger(units)) throw new Error(`the price ${text} is beyond what is compared exactly`);
  return units;
}

/**
 * The rows that become ticks, and how many were dropped for what. Dropped: no numbers or none above zero, more places than the pair has, bid
 * above ask, older than the last, the very same quote once more, and a lonely jump of more than `jumpPercent`.
 */
export function clean(rows, places, jumpPercent = 20) {
  const dropped = { invalid: 0, precision: 0, crossed: 0, older: 0, duplicate: 0, jump: 0 };
  const kept = [];
  const step = 10 ** (8 - places);
  const near = (a, b) => Math.abs(a.bid + a.ask - b.bid - b.ask) * 100 <= (b.bid + b.ask) * jumpPercent;
  let last;
  let held;
  for (const row of rows) {
    const quote = { time: row.time, bid: unitsOf(row.bid), ask: unitsOf(row.ask) };
    const fault = faultOf(quote, last, step);
    if (fault) {
      dropped[fault] += 1;
      continue;
    }
    if (!last || near(quote, last)) {
      if (held) dropped.jump += 1;
      held = undefined;
      kept.push(quote);
    } else if (held && near(quote, held) && quote.time - held.time <= CONFIRM_WITHIN_MS && quote.time >= held.time) {
      kept.push(held, quote);
      held = undefined;
    } else {
      if (held) dropped.jump += 1;
      held = quote;
      continue;
    }
    last = quote;
  }
  return { kept, dropped };
}

function faultOf(quote, last, step) {
  if (!Number.isSafeInteger(quote.time) || !(quote.bid > 0) || !(quote.ask > 0)) return 'invalid';
  if (quote.bid % step !== 0 || quote.ask % step !== 0) return 'precision';
  if (quote.bid > quote.ask) return 'crossed';
  if (!last) return undefined;
  if (quote.time < last.time) return 'older';
  return quote.time === last.time && quote.bid === last.bid && quote.ask === last.ask ? 'duplicate' : undefined;
}
