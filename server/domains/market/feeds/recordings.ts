// A folder of recorded ticks and bars: which files there are for which pair, and reading them piece by piece. Replays nothing itself.

import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { createGunzip } from 'node:zlib';
import { type Price, parseDecimal, price } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Bar } from '../feed.ts';

export interface TickFile {
  readonly code: string;
  readonly name: string;
  readonly path: string;
  /** Another venue's recording of the same pair (PAIR-VENUE.ticks…); undefined for the plain name. */
  readonly venue: string | undefined;
  /** UTC ms of its first and last line. */
  readonly firstTime: number;
  readonly lastTime: number;
}

type BarMinutes = 1 | 60 | 240;
export interface BarFile {
  readonly code: string;
  readonly path: string;
  readonly minutes: BarMinutes;
  /** Which price the bars are of; '' where the file does not say. */
  readonly of: string;
}

export interface Recordings {
  /** By code, each list in order of time and without overlap. */
  readonly ticks: ReadonlyMap<string, readonly TickFile[]>;
  readonly bars: readonly BarFile[];
  /** Sentences for the operator: what was left out and why. */
  readonly notes: readonly string[];
}

export interface RecordedTick {
  readonly time: number;
  readonly bid: Price;
  readonly ask: Price;
}

const TICK_NAME = /^([A-Z0-9]{3,16})(?:-([A-Z0-9]+))?\.ticks\.(?:.+\.)?csv\.gz$/;
const BAR_NAME = /^([A-Z0-9]{3,16})\.(m1|h1|h4)\.(?:(mid|bid|trade|ask)\.)?(?:.+\.)?csv\.gz$/;
const BAR_MINUTES: ReadonlyMap<string, BarMinutes> = new Map([
  ['m1', 1],
  ['h1', 60],
  ['h4', 240],
]);
const TICK_HEADER = 'time_ms,bid,ask';
const BAR_HEADER = 'time_ms,open,high,low,close,volume';
/** A folder with more files than this is not a folder of recordings. */
const MOST_FILES = 1_000;
/** A line longer than this is not a line of ours. */
const LONGEST_LINE = 4_096;

/** What `folder` holds for the known `codes`. Errors are one sentence that names the folder or the file. */
export async function findRecordings(folder: string, codes: ReadonlySet<string>): Promise<Result<Recordings, string>> {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch {
    return err(`REPLAY_DIR ${folder} cannot be read.`);
  }
  if (names.length > MOST_FILES) return err(`REPLAY_DIR ${folder} holds more than ${MOST_FILES} files.`);
  const notes: string[] = [];
  const found = new Map<string, TickFile[]>();
  for (const name of names) {
    const [, code, venue] = TICK_NAME.exec(name) ?? [];
    if (code === undefined) continue;
    if (!codes.has(code)) {
      notes.push(`${name} is left out: ${code} is no pair of ours.`);
      continue;
    }
    const file = await openTickFile(folder, name, code, venue);
    if (!file.ok) return file;
    if (file.value) found.set(code, [...(found.get(code) ?? []), file.value]);
    else notes.push(`${name} is left out: it holds no tick.`);
  }
  if (found.size === 0) return err(`REPLAY_DIR ${folder} holds no PAIR.ticks.*.csv.gz file of a known pair.`);
  const ticks = new Map<string, readonly TickFile[]>();
  for (const [code, files] of found) {
    const chain = chainOf(files, notes);
    if (!chain.ok) return chain;
    ticks.set(code, chain.value);
  }
  return ok({ ticks, bars: names.flatMap((name) => barFileOf(folder, name)), notes });
}

/** The files of one pair in order of time. Another venue's file gives way to a plain one; two equals that overlap are refused. */
function chainOf(files: readonly TickFile[], notes: string[]): Result<readonly TickFile[], string> {
  const chain: TickFile[] = [];
  const overlaps = (a: TickFile, b: TickFile): boolean => a.firstTime <= b.lastTime && b.firstTime <= a.lastTime;
  const plainFirst = [...files].sort((a, b) => Number(a.venue !== undefined) - Number(b.venue !== undefined));
  for (const file of plainFirst) {
    const rival = chain.find((other) => overlaps(other, file));
    if (!rival) chain.push(file);
    else if (rival.venue === undefined && file.venue !== undefined) {
      notes.push(`${file.name} is left out: ${rival.name} covers the same time.`);
    } else return err(`REPLAY_DIR holds ${rival.name} and ${file.name}, which overlap in time: keep one of them.`);
  }
  return ok(chain.sort((a, b) => a.firstTime - b.firstTime));
}

function barFileOf(folder: string, name: string): BarFile[] {
  const [, code, size, of = ''] = BAR_NAME.exec(name) ?? [];
  const minutes = size === undefined ? undefined : BAR_MINUTES.get(size);
  return code === undefined || minutes === undefined ? [] : [{ code, path: path.join(folder, name), minutes, of }];
}

async function openTickFile(
  folder: string,
  name: string,
  code: string,
  venue: string | undefined,
): Promise<Result<TickFile | undefined, string>> {
  const full = path.join(folder, name);
  try {
    let first: string | undefined;
    let last: string | undefined;
    for await (const lines of readLines(full, TICK_HEADER)) {
      first ??= lines[0];
      last = lines[lines.length - 1] ?? last;
    }
    if (first === undefined || last === undefined) return ok(undefined);
    const [firstTime, lastTime] = [timeOf(first), timeOf(last)];
    if (firstTime === undefined || lastTime === undefined)
      return err(`${name} has a first or last line without a time.`);
    return ok({ code, name, path: full, venue, firstTime, lastTime });
  } catch (error) {
    return err(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Batches of ticks in the order of the file, `undefined` for a line that cannot be read. One chunk of the file is in memory at a time. */
export async function* readTicks(file: string): AsyncGenerator<readonly (RecordedTick | undefined)[]> {
  for await (const lines of readLines(file, TICK_HEADER)) yield lines.map(tickOf);
}

/** Batches of bars; lines that cannot be read are left out. */
export async function* readBars(file: string): AsyncGenerator<readonly Bar[]> {
  for await (const lines of readLines(file, BAR_HEADER)) yield lines.flatMap((line) => barOf(line) ?? []);
}

function tickOf(line: string): RecordedTick | undefined {
  const [, bid, ask, extra] = line.split(',');
  const time = timeOf(line);
  const [bidUnits, askUnits] = [unitsOf(bid), unitsOf(ask)];
  if (time === undefined || bidUnits === undefined || askUnits === undefined || extra !== undefined) return undefined;
  return { time, bid: price(bidUnits), ask: price(askUnits) };
}

function barOf(line: string): Bar | undefined {
  const [, open, high, low, close, volume] = line.split(',');
  const time = timeOf(line);
  const [o, h, l, c] = [unitsOf(open), unitsOf(high), unitsOf(low), unitsOf(close)];
  if (time === undefined || o === undefined || h === undefined || l === undefined || c === undefined) return undefined;
  const count = Math.round(Number(volume));
  const known = Number.isSafeInteger(count) && count >= 0;
  return { time, open: price(o), high: price(h), low: price(l), close: price(c), volume: known ? count : 0 };
}

function timeOf(line: string): number | undefined {
  const time = Number(line.slice(0, Math.max(0, line.indexOf(','))) || 'NaN');
  return Number.isSafeInteger(time) && time >= 0 ? time : undefined;
}

function unitsOf(text: string | undefined): bigint | undefined {
  const parsed = parseDecimal(text ?? '');
  return parsed.ok ? parsed.value : undefined;
}

/** The lines after the header, a batch per unpacked chunk; a trailing carriage return is cut. Throws on another header or broken packing. */
async function* readLines(file: string, header: string): AsyncGenerator<readonly string[]> {
  const packed = createReadStream(file);
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  let rest = '';
  let headed = false;
  try {
    for await (const chunk of unpacked) {
      const parts = (rest + String(chunk)).split(/\r?\n/);
      rest = parts.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new Error('a line is far too long');
      if (!headed && parts.length > 0) {
        if (parts.shift() !== header) throw new Error(`its first line is not ${header}`);
        headed = true;
      }
      const lines = parts.filter((line) => line !== '');
      if (lines.length > 0) yield lines;
    }
    if (!headed && rest !== header) throw new Error(`its first line is not ${header}`);
    if (headed && rest !== '') yield [rest];
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}
