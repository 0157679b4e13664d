// The public log of candles: one entry for each pair and window in which a tick was received, written once the log of ticks has passed the window's end. How far
// it reaches moves with its entries in one transaction, so a window is closed once, whoever closes it and whenever they die.

import { endOf, inLogOrder, joinCandles, type LogCandle, windowOf } from '@fairtick/engine/log-candles';
import { formatFixed, parseDecimal, price } from '@fairtick/kernel/decimal';
import { CANDLE_MS, type CandleEntry, encodeCandleEntry, parseCandleEntry } from '@fairtick/kernel/log/candle-entry';
import type { Queries } from '../../../platform/database/pools.ts';
import {
  type EntryStore,
  type LogOptions,
  type PlacedEntries,
  plainStore,
  TransparencyError,
  TransparencyLog,
} from '../../../platform/transparency/index.ts';
import type { PairText } from '../ticks/stored-entry.ts';
import {
  CANDLES_LOG,
  type CandleState,
  readCandleRows,
  readCandleState,
  readMinutes,
  readReceivedFrom,
  writeCandlePlaces,
} from './table.ts';

/** As TICK_LOG_ORIGIN: first line of each checkpoint and name of the key. */
const CANDLES_LOG_ORIGIN = 'fairtick.log/candles';
/** Places of ticks that one transaction folds at most, but for a minute that has more. */
const TICKS_AT_ONCE = 20_000;

/** Pairs by id, as entries write them. Every pair of the log must be among them. */
export type PairTexts = ReadonlyMap<number, PairText>;

/** Takes the start of a minute that the log of ticks has reached; answers up to where windows are closed now, which may be less: then ask again. */
export type CandlesLog = TransparencyLog<number, number>;

type Options = Pick<LogOptions<number, number, undefined>, 'pool' | 'clock' | 'keys' | 'onError'> & {
  readonly pairs: PairTexts;
};

/** See TransparencyLog.open. */
export const openCandlesLog = ({ pairs, ...options }: Options): Promise<CandlesLog> =>
  TransparencyLog.open({ ...options, origin: CANDLES_LOG_ORIGIN, store: candleStore(pairs) });

function candleStore(pairs: PairTexts): EntryStore<number, number, undefined> {
  const plain = plainStore(CANDLES_LOG, 'candles');
  return {
    ...plain,
    refusal: (through) => (through % CANDLE_MS.minute === 0 ? undefined : 'windows end with a minute'),
    lockHead: async (tx) => {
      const head = await plain.lockHead(tx);
      const place = async (asked: readonly number[]): Promise<PlacedEntries<number, undefined>> => {
        // Read under the lock: what another server has closed meanwhile is closed.
        const state = await readCandleState(tx);
        const closed = await closeWindows(tx, pairs, state, Math.max(...asked));
        const placed = await head.place(
          closed.candles.map((candle) => encodeCandleEntry(entryOf(candle, pairs))),
          undefined,
        );
        return {
          ...placed,
          logged: asked.map(() => closed.through),
          write: async (tiles) => {
            if (closed.candles.length === 0) return;
            await placed.write(tiles);
            await writeCandlePlaces(tx, head.size, closed.candles, closed);
          },
        };
      };
      return { size: head.size, place };
    },
  };
}

interface Closed extends Omit<CandleState, 'begins'> {
  /** In the order in which they are logged. */
  readonly candles: readonly LogCandle[];
}

/** The candles of windows that end behind `state.through` and up to `wanted`, or up to an earlier minute where many ticks wait. */
async function closeWindows(tx: Queries, pairs: PairTexts, state: CandleState, wanted: number): Promise<Closed> {
  const { begins, nextIndex } = state;
  if (wanted <= state.through) return { candles: [], through: state.through, nextIndex };
  const through = await reachable(tx, state, wanted);
  const read = await readMinutes(tx, nextIndex, through);
  const candles = [...read.minutes];
  for (const [part, whole] of [
    ['minute', 'hour'],
    ['hour', 'day'],
  ] as const) {
    // Windows that begin before the first tick that is known whole are left out.
    const first = Math.max(windowOf(whole, state.through), windowOf(whole, begins + CANDLE_MS[whole] - 1));
    const end = windowOf(whole, through);
    if (first >= end) continue;
    const known = await readCandleRows(tx, [...pairs.keys()], part, first, end);
    const fresh = candles.filter(({ period, start }) => period === part && start >= first && start < end);
    const parts = [...known.map(candleOf), ...fresh].sort((a, b) => a.start - b.start);
    candles.push(...joinCandles(parts, whole));
  }
  return { candles: candles.sort(inLogOrder), through, nextIndex: read.nextIndex };
}

/** The start of a minute up to which one transaction folds: `wanted`, unless more ticks wait than it should take. */
async function reachable(tx: Queries, { nextIndex }: CandleState, wanted: number): Promise<number> {
  const beyond = await readReceivedFrom(tx, nextIndex + TICKS_AT_ONCE);
  if (beyond === undefined || beyond >= wanted) return wanted;
  const first = (await readReceivedFrom(tx, nextIndex)) ?? beyond;
  const afterFirst = endOf({ period: 'minute', start: windowOf('minute', first) });
  return Math.min(wanted, Math.max(windowOf('minute', beyond), afterFirst));
}

function entryOf(candle: LogCandle, pairs: PairTexts): CandleEntry {
  const pair = pairs.get(candle.pairId);
  if (!pair) throw new TransparencyError('corrupt', `a tick of an unknown pair ${candle.pairId}`);
  const { period, start, firstSeq, lastSeq } = candle;
  const text = (units: bigint): string => formatFixed(units, pair.pricePrecision);
  return {
    ...{ pair: pair.code, period, start, firstSeq, lastSeq },
    ...{ bidLow: text(candle.bidLow), bidHigh: text(candle.bidHigh) },
    ...{ askLow: text(candle.askLow), askHigh: text(candle.askHigh) },
  };
}

/** A logged candle as numbers. Throws `corrupt` for what is none. */
export function candleOf({ pairId, entry, index }: { pairId: number; entry: Uint8Array; index: number }): LogCandle {
  const said = parseCandleEntry(entry);
  if (!said) throw new TransparencyError('corrupt', `entry ${index} of the candles is no candle`);
  return { pairId, ...numbersOf(said) };
}

/** What an entry says, its prices in units of 1e-8. */
export function numbersOf(said: CandleEntry): Omit<LogCandle, 'pairId'> {
  const units = (text: string) => {
    const read = parseDecimal(text);
    if (!read.ok) throw new TransparencyError('corrupt', `${text} is no price`);
    return price(read.value);
  };
  const { period, start, firstSeq, lastSeq } = said;
  return {
    ...{ period, start, firstSeq, lastSeq },
    ...{ bidLow: units(said.bidLow), bidHigh: units(said.bidHigh) },
    ...{ askLow: units(said.askLow), askHigh: units(said.askHigh) },
  };
}
