// Candles of the public log as numbers: folded from ticks, joined to longer ones. No texts, no I/O. Rules E90 and E91.

import { max, min, type Price } from '@fairtick/kernel/decimal';
import { CANDLE_MS, type CandlePeriod } from '@fairtick/kernel/log/candle-entry';
import type { Tick } from './types.ts';

/** A pair's extremes over one window of received time, and the numbers of its first and last tick there. */
export interface LogCandle {
  readonly pairId: number;
  readonly period: CandlePeriod;
  /** UTC ms; a multiple of the period. */
  readonly start: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly bidLow: Price;
  readonly bidHigh: Price;
  readonly askLow: Price;
  readonly askHigh: Price;
}

export const windowOf = (period: CandlePeriod, timeMs: number): number => timeMs - (timeMs % CANDLE_MS[period]);

export const endOf = ({ period, start }: Pick<LogCandle, 'period' | 'start'>): number => start + CANDLE_MS[period];

/** The minutes of ticks that come in the order of the log; a window without a tick has none. Rule E90. */
export function minutesOf(
  ticks: readonly Pick<Tick, 'pairId' | 'seq' | 'bid' | 'ask' | 'receivedTime'>[],
): readonly LogCandle[] {
  const parts = ticks.map(({ pairId, seq, bid, ask, receivedTime }) => ({
    ...{ pairId, period: 'minute' as const, start: windowOf('minute', receivedTime), firstSeq: seq, lastSeq: seq },
    ...{ bidLow: bid, bidHigh: bid, askLow: ask, askHigh: ask },
  }));
  return joinCandles(parts, 'minute');
}

/** Candles joined to those of a longer period (or parts of windows to whole ones), ordered by `inLogOrder`. `parts` of a pair come by time. Rule E91. */
export function joinCandles(parts: readonly LogCandle[], period: CandlePeriod): readonly LogCandle[] {
  const joined = new Map<string, LogCandle>();
  for (const part of parts) {
    const start = windowOf(period, part.start);
    const key = `${part.pairId}/${start}`;
    const known = joined.get(key);
    joined.set(key, known ? both(known, part) : { ...part, period, start });
  }
  return [...joined.values()].sort(inLogOrder);
}

function both(a: LogCandle, b: LogCandle): LogCandle {
  return {
    ...a,
    lastSeq: b.lastSeq,
    bidLow: min(a.bidLow, b.bidLow),
    bidHigh: max(a.bidHigh, b.bidHigh),
    askLow: min(a.askLow, b.askLow),
    askHigh: max(a.askHigh, b.askHigh),
  };
}

/** By when windows end, shorter ones first, then by pair. */
export const inLogOrder = (a: LogCandle, b: LogCandle): number =>
  endOf(a) - endOf(b) || CANDLE_MS[a.period] - CANDLE_MS[b.period] || a.pairId - b.pairId;
