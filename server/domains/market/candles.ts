// Candles of the mid in six periods, in memory, folded from logged ticks. Gaps stay gaps. Knows neither the database nor the feed.

import { divideToPlaces, max, min, type Price, UNIT } from '@fairtick/kernel/decimal';
import { type Bar, MINUTE_MS, PERIODS, type Period } from './feed.ts';

export interface Candle extends Bar {
  readonly pairId: number;
  readonly period: Period;
  /** The feed's name, or the label of the history it came from. */
  readonly source: string;
}

type Draft = { -readonly [K in keyof Candle]: Candle[K] };

/** Candles kept in memory for each pair; older ones are read from the database. 25 hours of minutes for the change of a day. */
export const KEPT: Readonly<Record<Period, number>> = {
  1: 1_500,
  5: 1_000,
  15: 1_000,
  30: 1_000,
  60: 1_000,
  1440: 500,
};
/** How far a series may outgrow that before it is cut. */
const SLACK = 200;
const DAY_MS = 86_400_000;

/** UTC ms of the start of the bar that holds `timeMs`; a day is a UTC day. */
export const barStart = (timeMs: number, period: Period): number =>
  Math.floor(timeMs / (period * MINUTE_MS)) * period * MINUTE_MS;

export class CandleStore {
  readonly #series = new Map<string, Draft[]>();
  readonly #dirty = new Set<Draft>();

  /** Candles as the database has them, oldest first; what is in memory already wins. */
  load(candles: readonly Candle[]): void {
    for (const candle of candles) {
      const series = this.#seriesOf(candle.pairId, candle.period);
      const at = indexAtOrBefore(series, candle.time);
      if (series[at]?.time !== candle.time) series.splice(at + 1, 0, { ...candle });
    }
  }

  /** Bars from before the live ticks. They fill what is absent; the bar that ticks have begun already gets its earlier part. */
  addHistory(pairId: number, period: Period, bars: readonly Bar[], source: string): void {
    const series = this.#seriesOf(pairId, period);
    for (const bar of bars) {
      const at = indexAtOrBefore(series, bar.time);
      const known = series[at];
      if (known?.time !== bar.time) {
        const draft = { ...bar, pairId, period, source };
        series.splice(at + 1, 0, draft);
        this.#dirty.add(draft);
      } else if (known === series[series.length - 1] && known.source !== source) {
        known.open = bar.open;
        known.high = max(known.high, bar.high);
        known.low = min(known.low, bar.low);
        known.source = source;
        this.#dirty.add(known);
      }
    }
    this.#cut(series, period);
  }

  /** One logged tick: `timeMs` is its market time, `mid` has PricePrecision places. */
  fold(pairId: number, timeMs: number, mid: Price, source: string): void {
    for (const period of PERIODS) {
      const series = this.#seriesOf(pairId, period);
      const time = barStart(timeMs, period);
      const at =
        series.length > 0 && (series[series.length - 1]?.time ?? 0) <= time
          ? series.length - 1
          : indexAtOrBefore(series, time);
      const known = series[at];
      if (known?.time === time) {
        known.high = max(known.high, mid);
        known.low = min(known.low, mid);
        known.close = mid;
        known.volume += 1;
        this.#dirty.add(known);
      } else {
        const draft: Draft = { pairId, period, time, open: mid, high: mid, low: mid, close: mid, volume: 1, source };
        series.splice(at + 1, 0, draft);
        this.#dirty.add(draft);
        this.#cut(series, period);
      }
    }
  }

  /** The newest candles before `toMs` (exclusive, by start; the newest of all when undefined), oldest first, at most `limit`. Copies. */
  list(pairId: number, period: Period, limit: number, toMs?: number): readonly Candle[] {
    const series = this.#seriesOf(pairId, period);
    const end = toMs === undefined ? series.length : indexAtOrBefore(series, toMs - 1) + 1;
    return series.slice(Math.max(0, end - limit), end).map((draft) => ({ ...draft }));
  }

  newest(pairId: number, period: Period): Candle | undefined {
    const draft = this.#seriesOf(pairId, period).at(-1);
    return draft && { ...draft };
  }

  has(pairId: number): boolean {
    return PERIODS.some((period) => this.#seriesOf(pairId, period).length > 0);
  }

  /** The price that stood 24 h before `nowMs`: the close of the last bar over by then, else the oldest price known. */
  dayAgo(pairId: number, nowMs: number): Price | undefined {
    for (const period of PERIODS) {
      const series = this.#seriesOf(pairId, period);
      const found = series[indexAtOrBefore(series, nowMs - DAY_MS - period * MINUTE_MS)];
      if (found) return found.close;
    }
    return this.#seriesOf(pairId, 1)[0]?.open ?? this.#seriesOf(pairId, 1440)[0]?.open;
  }

  /** What has changed since the last call, as copies; `putBack` marks them again when they could not be stored. */
  takeDirty(): { readonly candles: readonly Candle[]; readonly putBack: () => void } {
    const drafts = [...this.#dirty];
    this.#dirty.clear();
    return {
      candles: drafts.map((draft) => ({ ...draft })),
      putBack: () => {
        for (const draft of drafts) this.#dirty.add(draft);
      },
    };
  }

  #seriesOf(pairId: number, period: Period): Draft[] {
    const key = `${pairId} ${period}`;
    let series = this.#series.get(key);
    if (!series) {
      series = [];
      this.#series.set(key, series);
    }
    return series;
  }

  #cut(series: Draft[], period: Period): void {
    if (series.length > KEPT[period] + SLACK) series.splice(0, series.length - KEPT[period]);
  }
}

/** Percent from `before` to `now`, in 1e-8 units, half-even to 2 places. `before` > 0. */
export function changePercent(before: Price, now: Price): bigint {
  return divideToPlaces((now - before) * 100n * UNIT, before, 2);
}

/** Index of the last entry that starts at or before `time`; -1 when none does. */
function indexAtOrBefore(series: readonly Draft[], time: number): number {
  let low = 0;
  let high = series.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((series[middle]?.time ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
