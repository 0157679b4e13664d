// Candles as the chart draws them, and how fetched, older and running ones come together. Pure. Floats here only place pixels.

import type { Candle, Period } from '@fairtick/contract/http/market';
import type { KlineUpdate } from '@fairtick/contract/socket/messages';

export interface Bar {
  /** Start, UTC seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Made up to give a fresh install a past to look at. */
  readonly madeUp: boolean;
}

const PERIOD_SECONDS: Readonly<Record<Period, number>> = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1800,
  '60min': 3600,
  '1day': 86_400,
};

type Ohlc = Pick<Candle, 'Time' | 'Open' | 'High' | 'Low' | 'Close'>;

function barOf(candle: Ohlc, madeUp: boolean): Bar {
  return {
    time: Math.floor(candle.Time / 1000),
    open: Number(candle.Open),
    high: Number(candle.High),
    low: Number(candle.Low),
    close: Number(candle.Close),
    madeUp,
  };
}

export const barsOf = (candles: readonly Candle[]): readonly Bar[] =>
  candles.map((candle) => barOf(candle, candle.Source === 'simulated-history'));

export const barOfUpdate = (kline: KlineUpdate['kline']): Bar => barOf(kline, false);

/** Both in one row, oldest first, each time once; of two with the same time the one in `newer` stays. */
export function joinBars(older: readonly Bar[], newer: readonly Bar[]): readonly Bar[] {
  const byTime = new Map<number, Bar>();
  for (const bar of older) byTime.set(bar.time, bar);
  for (const bar of newer) byTime.set(bar.time, bar);
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** stale: older than what is shown. gap: bars between are missing and must be fetched. */
export type BarFit = 'first' | 'replace' | 'append' | 'stale' | 'gap';

export function fitOf(last: Bar | undefined, bar: Bar, period: Period): BarFit {
  if (!last) return 'first';
  if (bar.time < last.time) return 'stale';
  if (bar.time === last.time) return 'replace';
  return bar.time - last.time <= PERIOD_SECONDS[period] ? 'append' : 'gap';
}
