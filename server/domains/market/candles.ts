// Candles of the mid in six periods, in memory, folded from logged ticks. Gaps stay gaps. Knows neither the database nor the feed.

import { divideToPlaces, max, min, type Price, UNIT } from '@fairtick/kernel/decimal';
import { type Bar, MINUTE_MS, PERIOD_MINUTES, type PeriodMinutes } from './feed.ts';

export interface KeptCandle extends Bar {
  readonly pairId: number;
  readonly period: PeriodMinutes;
  /** The feed's name, or the label of the history it came from. */
  readonly source: string;
}

type Draft = { -readonly [K in keyof KeptCandle]: KeptCandle[K] };

/** How often a pair's bars of a period have changed: a caller that saw these numbers has seen every change. */
export interface BarChanges {
  /** The figures of the newest bar. */
  readonly newest: number;
  /** Anything else: another bar, or one more. */
  readonly others: number;
}

interface Series {
  bars: Draft[];
  newest: number;
  others: number;
}

/** Candles kept in memory for each pair; older ones are read from the database. 25 hours of minutes for the change of a day. */
export const KEPT: Readonly<Record<PeriodMinutes, number>> = {
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
const barStart = (timeMs: number, period: PeriodMinutes): number =>
  Math.floor(timeMs / (period * MINUTE_MS)) * period * MINUTE_MS;

export class CandleStore {
  readonly #series = new Map<string, Series>();
  readonly #dirty = new Set<Draft>();

  /** Candles as the database has them, oldest first; what is in memory already wins. */
  load(candles: readonly KeptCandle[]): void {
    for (const candle of candles) {
      const series = this.#seriesOf(candle.pairId, candle.period);
      const at = indexAtOrBefore(series.bars, candle.time);
      if (series.bars[at]?.time === candle.time) continue;
      series.bars.splice(at + 1, 0, { ...candle });
      series.others += 1;
    }
  }

  /** Bars from before the live ticks. They fill what is absent; the bar that ticks have begun already gets its earlier part. */
  addHistory(pairId: number, period: PeriodMinutes, bars: readonly Bar[], source: string): void {
    const series = this.#seriesOf(pairId, period);
    series.others += 1;
    for (const bar of bars) {
      const at = indexAtOrBefore(series.bars, bar.time);
      const known = series.bars[at];
      if (known?.time !== bar.time) {
        const draft = { ...bar, pairId, period, source };
        series.bars.splice(at + 1, 0, draft);
        this.#dirty.add(draft);
      } else if (known === series.bars.at(-1) && known.source !== source) {
        known.open = bar.open;
        known.high = max(known.high, bar.high);
        known.low = min(known.low, bar.low);
        known.source = source;
        this.#dirty.add(known);
      }
    }
    this.#cut(series.bars, period);
  }

  /** One logged tick: `timeMs` is its market time, `mid` has PricePrecision places. */
  fold(pairId: number, timeMs: number, mid: Price, source: string): void {
    for (const period of PERIOD_MINUTES) {
      const series = this.#seriesOf(pairId, period);
      const time = barStart(timeMs, period);
      const { bars } = series;
      const last = bars.length - 1;
      const at = last >= 0 && (bars[last]?.time ?? 0) <= time ? last : indexAtOrBefore(bars, time);
      const known = bars[at];
      if (known?.time === time) {
        if (at === last) series.newest += 1;
        else series.others += 1;
        known.high = max(known.high, mid);
        known.low = min(known.low, mid);
        known.close = mid;
        known.volume += 1;
        this.#dirty.add(known);
      } else {
        const draft: Draft = { pairId, period, time, open: mid, high: mid, low: mid, close: mid, volume: 1, source };
        bars.splice(at + 1, 0, draft);
        series.others += 1;
        this.#dirty.add(draft);
        this.#cut(bars, period);
      }
    }
  }

  /** The newest candles before `toMs` (exclusive, by start; the newest of all when undefined), oldest first, at most `limit`. Copies. */
  list(pairId: number, period: PeriodMinutes, limit: number, toMs?: number): readonly KeptCandle[] {
    const { bars } = this.#seriesOf(pairId, period);
    const end = toMs === undefined ? bars.length : indexAtOrBefore(bars, toMs - 1) + 1;
    return bars.slice(Math.max(0, end - limit), end).map((draft) => ({ ...draft }));
  }

  newest(pairId: number, period: PeriodMinutes): KeptCandle | undefined {
    const draft = this.#seriesOf(pairId, period).bars.at(-1);
    return draft && { ...draft };
  }

  changes(pairId: number, period: PeriodMinutes): BarChanges {
    const { newest, others } = this.#seriesOf(pairId, period);
    return { newest, others };
  }

  has(pairId: number): boolean {
    return PERIOD_MINUTES.some((period) => this.#seriesOf(pairId, period).bars.length > 0);
  }

  /** The price that stood 24 h before `nowMs`: the close of the last bar over by then, else the oldest price known. */
  dayAgo(pairId: number, nowMs: number): Price | undefined {
    for (const period of PERIOD_MINUTES) {
      const { bars } = this.#seriesOf(pairId, period);
      const found = bars[indexAtOrBefore(bars, nowMs - DAY_MS - period * MINUTE_MS)];
      if (found) return found.close;
    }
    return this.#seriesOf(pairId, 1).bars[0]?.open ?? this.#seriesOf(pairId, 1440).bars[0]?.open;
  }

  /** What has changed since the last call, as copies; `putBack` marks them again when they could not be stored. */
  takeDirty(): { readonly candles: readonly KeptCandle[]; readonly putBack: () => void } {
    const drafts = [...this.#dirty];
    this.#dirty.clear();
    return {
      candles: drafts.map((draft) => ({ ...draft })),
      putBack: () => {
        for (const draft of drafts) this.#dirty.add(draft);
      },
    };
  }

  /** All bars that were not over at this moment are to be stored, whatever was taken before. */
  storeSince(timeMs: number): void {
    for (const { bars } of this.#series.values())
      for (const bar of bars) if (bar.time + bar.period * MINUTE_MS > timeMs) this.#dirty.add(bar);
  }

  #seriesOf(pairId: number, period: PeriodMinutes): Series {
    const key = `${pairId} ${period}`;
    let series = this.#series.get(key);
    if (!series) {
      series = { bars: [], newest: 0, others: 0 };
      this.#series.set(key, series);
    }
    return series;
  }

  #cut(bars: Draft[], period: PeriodMinutes): void {
    if (bars.length > KEPT[period] + SLACK) bars.splice(0, bars.length - KEPT[period]);
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
