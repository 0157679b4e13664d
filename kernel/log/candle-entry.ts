// The text of one candle in the public log, written and read: the extremes of a pair's bid and ask over a minute, an hour or a day of received time, and
// the numbers of the first and the last tick in it. Whoever holds a candle need not read the ticks between these numbers.

import { equalBytes, fromUtf8, utf8 } from '../bytes.ts';

export const CANDLE_PERIODS = ['minute', 'hour', 'day'] as const;
export type CandlePeriod = (typeof CANDLE_PERIODS)[number];

/** Windows begin at whole multiples of these since 1970-01-01 UTC. */
export const CANDLE_MS: Readonly<Record<CandlePeriod, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export interface CandleEntry {
  /** The pair's code, such as EURUSD. */
  readonly pair: string;
  readonly period: CandlePeriod;
  /** UTC ms: where the window begins. It ends before `start` + CANDLE_MS. */
  readonly start: number;
  /** Numbers within the pair of the window's first and last tick; every number between is in the window too. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Decimal text with exactly the pair's PricePrecision places. */
  readonly bidLow: string;
  readonly bidHigh: string;
  readonly askLow: string;
  readonly askHigh: string;
}

const HEADER = 'fairtick/candle/v1';
const MAX_ENTRY_BYTES = 512;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,31}$/;
const COUNT = /^(?:0|[1-9]\d{0,15})$/;
const PRICE = /^(?:0|[1-9]\d{0,21})(?:\.\d{1,8})?$/;

/** The bytes of the entry. Throws when a field has a form that could not be read back. */
export function encodeCandleEntry(entry: CandleEntry): Uint8Array<ArrayBuffer> {
  const bytes = utf8(candleEntryText(entry));
  if (!parseCandleEntry(bytes)) throw new Error('not a candle that the log can carry');
  return bytes;
}

const candleEntryText = (entry: CandleEntry): string => {
  const { pair, period, start, firstSeq, lastSeq, bidLow, bidHigh, askLow, askHigh } = entry;
  return `${[HEADER, pair, period, start, firstSeq, lastSeq, bidLow, bidHigh, askLow, askHigh].join('\n')}\n`;
};

/** The candle in an entry, or undefined unless the bytes are exactly what encodeCandleEntry writes for it. */
export function parseCandleEntry(bytes: Uint8Array): CandleEntry | undefined {
  if (bytes.length > MAX_ENTRY_BYTES) return undefined;
  const lines = decode(bytes)?.split('\n');
  if (lines?.length !== 11 || lines[0] !== HEADER || lines[10] !== '') return undefined;
  const [, pair = '', named = '', ...rest] = lines;
  const counts = rest.slice(0, 3);
  const prices = rest.slice(3, 7);
  const period = CANDLE_PERIODS.find((one) => one === named);
  if (!period || !NAME.test(pair) || !counts.every((text) => COUNT.test(text))) return undefined;
  if (!prices.every((text) => PRICE.test(text))) return undefined;
  const [start = 0, firstSeq = 0, lastSeq = 0] = counts.map(Number);
  if (start % CANDLE_MS[period] !== 0 || firstSeq > lastSeq) return undefined;
  const [bidLow = '', bidHigh = '', askLow = '', askHigh = ''] = prices;
  const entry = { pair, period, start, firstSeq, lastSeq, bidLow, bidHigh, askLow, askHigh };
  return equalBytes(utf8(candleEntryText(entry)), bytes) ? entry : undefined;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return fromUtf8(bytes);
  } catch {
    return undefined;
  }
}
