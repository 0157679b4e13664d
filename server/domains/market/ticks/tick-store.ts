// Ticks as entries of their log: which it can carry, their places, their numbers within the pair, their text.

import type { Tick } from '@fairtick/engine/types';
import { formatFixed, formatUnits, type Price } from '@fairtick/kernel/decimal';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { encodeTickEntry, isTickName } from '@fairtick/kernel/log/tick-entry';
import type { Queries } from '../../../platform/database/pools.ts';
import {
  type EntryStore,
  type PlacedEntries,
  sha256,
  TransparencyError,
} from '../../../platform/transparency/index.ts';
import {
  lockTickHead,
  readLeaves,
  readNextSeqs,
  readTickHead,
  readTickRows,
  TICK_LOG,
  type TickHead,
  type TickRow,
  writeTicks,
} from './log-table.ts';
import { type PairText, storedEntry } from './stored-entry.ts';

/** A cleaned tick that is not yet in the log. */
export interface NewTick {
  readonly pairId: number;
  /** The pair's code, as the entry has it. */
  readonly code: string;
  /** 0 to 8; the prices carry no more places. */
  readonly pricePrecision: number;
  /** 0 < bid <= ask. */
  readonly bid: Price;
  readonly ask: Price;
  /** UTC ms. */
  readonly sourceTime: number;
  /** UTC ms; raised to that of the tick before it in the log where it is lower. */
  readonly receivedTime: number;
  readonly source: string;
}

export interface TickStoreOptions {
  /** The newest logIndex up to which every trigger was decided, -1 for none; stored with each batch. */
  readonly evaluatedThrough: () => number;
  /** How a pair is written in entries: asked for entries that are rebuilt from stored ticks. */
  readonly pairOf: (pairId: number) => PairText | undefined;
}

/** The next number of each pair. Absent pairs must be asked for under the lock. */
type NextSeqs = ReadonlyMap<number, number>;

export function tickStore({ evaluatedThrough, pairOf }: TickStoreOptions): EntryStore<NewTick, Tick, NextSeqs> {
  return {
    log: TICK_LOG,
    refusal: (tick) =>
      isCarried(tick) ? undefined : `a tick of pair ${tick.pairId} has a form that the log cannot carry`,
    readSize: async (db) => (await readTickHead(db)).size,
    readLeaves,
    readEntries: async (db, from, to) => (await readTickRows(db, from, to)).map((row) => loggedEntry(row, pairOf)),
    lockHead: async (tx) => {
      const head = await lockTickHead(tx);
      // Never beyond the log, whatever the engine says.
      const decided = (): number => {
        const evaluated = evaluatedThrough();
        return Math.min(Number.isSafeInteger(evaluated) ? evaluated : -1, head.size - 1);
      };
      return { size: head.size, place: (ticks, known) => placeTicks(tx, head, ticks, known ?? new Map(), decided) };
    },
  };
}

/** The entry as it was logged. */
function loggedEntry(row: TickRow, pairOf: TickStoreOptions['pairOf']): Uint8Array {
  const pair = pairOf(row.pairId);
  if (!pair) throw new TransparencyError('corrupt', `a tick of an unknown pair ${row.pairId}`);
  const entry = storedEntry(row, pair);
  if (entry) return entry;
  throw new TransparencyError('corrupt', `tick ${row.seq} of ${pair.code} is not what its hash says`);
}

async function placeTicks(
  tx: Queries,
  head: TickHead,
  ticks: readonly NewTick[],
  known: NextSeqs,
  evaluatedThrough: () => number,
): Promise<PlacedEntries<Tick, NextSeqs>> {
  const nextSeqs = new Map(known);
  const unknown = [...new Set(ticks.map((tick) => tick.pairId))].filter((pairId) => !nextSeqs.has(pairId));
  if (unknown.length > 0) {
    for (const [pairId, next] of await readNextSeqs(tx, unknown)) nextSeqs.set(pairId, next);
  }
  const rows: TickRow[] = [];
  const logged: Tick[] = [];
  let { lastReceivedTime } = head;
  for (const tick of ticks) {
    lastReceivedTime = Math.max(lastReceivedTime, tick.receivedTime);
    const seq = nextSeqs.get(tick.pairId) ?? 0;
    nextSeqs.set(tick.pairId, seq + 1);
    const { pairId, bid, ask, sourceTime, source } = tick;
    const logIndex = head.size + logged.length;
    const placed: Tick = { pairId, seq, logIndex, bid, ask, sourceTime, receivedTime: lastReceivedTime, source };
    logged.push(placed);
    const leaf = leafHash(sha256, entryOf(tick, seq, lastReceivedTime));
    rows.push({ ...placed, bid: formatUnits(bid), ask: formatUnits(ask), leafHash: leaf });
  }
  return {
    logged,
    leaves: rows.map((row) => row.leafHash),
    memory: nextSeqs,
    write: (tiles) => writeTicks(tx, head, rows, tiles, evaluatedThrough()),
  };
}

function entryOf(tick: NewTick, seq: number, receivedTime: number): Uint8Array {
  return encodeTickEntry({
    pair: tick.code,
    seq,
    bid: formatFixed(tick.bid, tick.pricePrecision),
    ask: formatFixed(tick.ask, tick.pricePrecision),
    sourceTime: tick.sourceTime,
    receivedTime,
    source: tick.source,
  });
}

const MAX_PRICE_UNITS = 10n ** 30n;
const isTime = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function isCarried(tick: NewTick): boolean {
  const { pairId, code, pricePrecision, bid, ask, source } = tick;
  if (!Number.isInteger(pairId) || !Number.isInteger(pricePrecision) || pricePrecision < 0 || pricePrecision > 8)
    return false;
  if (!isTickName(code) || !isTickName(source) || !isTime(tick.sourceTime) || !isTime(tick.receivedTime)) return false;
  const step = 10n ** BigInt(8 - pricePrecision);
  return bid > 0n && ask >= bid && ask < MAX_PRICE_UNITS && bid % step === 0n && ask % step === 0n;
}
