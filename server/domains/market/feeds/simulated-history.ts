// A past for the simulated market: the same process run backwards from the present price, fine bars near the end, coarse ones further back.

import { isOpen } from '@fairtick/engine/hours';
import type { Pair } from '@fairtick/engine/types';
import { price, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { seededRandom } from '@fairtick/kernel/random';
import { type Bar, MINUTE_MS, PERIOD_MINUTES, type PeriodMinutes } from '../feed.ts';
import { PriceModel, ticksPerSecondAt } from './simulated-model.ts';

/** How many bars of each period a fresh market shows at once. */
const HISTORY_BARS: Readonly<Record<PeriodMinutes, number>> = {
  1: 1_440,
  5: 1_000,
  15: 800,
  30: 800,
  60: 800,
  1440: 365,
};
/** Steps within one bar, from which its high and low come. */
const STEPS = 8;
/** Keeps the past's randomness apart from the future's. */
const HISTORY_SALT = 0x5eed_0e5;

export interface HistoryRequest {
  readonly seed: number;
  readonly pairs: readonly Pair[];
  /** UTC ms; the last bar of each period is the one that holds it. */
  readonly endTime: number;
  /** Mids at endTime by code: every history ends exactly there. */
  readonly mids: ReadonlyMap<string, number>;
  /** With 'market' no bar lies in a pair's closed hours. */
  readonly hours: 'always' | 'market';
}

export type PairHistory = ReadonlyMap<PeriodMinutes, readonly Bar[]>;

/** Bars of all six periods by code, oldest first; coarser bars are sums of the finer ones they cover. Same request, same bars. */
export function simulatedHistory(request: HistoryRequest): ReadonlyMap<string, PairHistory> {
  const model = new PriceModel(seededRandom(request.seed ^ HISTORY_SALT), request.mids);
  const builders = request.pairs.map((pair) => new HistoryBuilder(pair, request, model));
  let end = request.endTime;
  PERIOD_MINUTES.forEach((period, i) => {
    const span = period * MINUTE_MS;
    const wider = (PERIOD_MINUTES[i + 1] ?? period) * MINUTE_MS;
    const from = Math.floor((request.endTime - HISTORY_BARS[period] * span) / wider) * wider;
    while (end > from) {
      const start = Math.floor((end - 1) / span) * span;
      const stepMs = (end - start) / STEPS;
      for (const builder of builders) builder.close();
      for (let step = 0; step < STEPS; step += 1) {
        model.advance(stepMs, end - (step + 0.5) * stepMs);
        for (const builder of builders) builder.step();
      }
      for (const builder of builders) builder.open(period, start, end - start);
      end = start;
    }
  });
  return new Map(builders.map((builder) => [builder.code, builder.finish()]));
}

interface Draft {
  readonly time: number;
  open: number;
  high: number;
  low: number;
  readonly close: number;
  volume: number;
}

/** Collects one pair's bars from the newest to the oldest, in whole points. */
class HistoryBuilder {
  readonly code: string;
  readonly #pair: Pair;
  readonly #request: HistoryRequest;
  readonly #model: PriceModel;
  readonly #scale: number;
  readonly #drafts = new Map<PeriodMinutes, Draft[]>(PERIOD_MINUTES.map((period) => [period, []]));
  #close = 0;
  #high = 0;
  #low = 0;
  #last = 0;

  constructor(pair: Pair, request: HistoryRequest, model: PriceModel) {
    this.code = pair.code;
    this.#pair = pair;
    this.#request = request;
    this.#model = model;
    this.#scale = 10 ** pair.pricePrecision;
  }

  /** Starts the bar that ends at the model's present. */
  close(): void {
    this.#close = this.#points();
    this.#high = this.#close;
    this.#low = this.#close;
  }

  step(): void {
    this.#last = this.#points();
    this.#high = Math.max(this.#high, this.#last);
    this.#low = Math.min(this.#low, this.#last);
  }

  /** Ends the bar at its start and adds it to its own and every coarser period. */
  open(period: PeriodMinutes, time: number, spanMs: number): void {
    const middle = time + (period * MINUTE_MS) / 2;
    if (this.#request.hours === 'market' && !isOpen(this.#pair.hours, middle)) return;
    const volume = Math.max(1, Math.round((ticksPerSecondAt(this.code, time) * spanMs) / 1_000));
    for (const [coarse, drafts] of this.#drafts) {
      if (coarse < period) continue;
      const bucket = Math.floor(time / (coarse * MINUTE_MS)) * coarse * MINUTE_MS;
      const newest = drafts[drafts.length - 1];
      if (newest?.time === bucket) {
        newest.open = this.#last;
        newest.high = Math.max(newest.high, this.#high);
        newest.low = Math.min(newest.low, this.#low);
        newest.volume += volume;
      } else {
        drafts.push({
          time: bucket,
          open: this.#last,
          high: this.#high,
          low: this.#low,
          close: this.#close,
          volume,
        });
      }
    }
  }

  finish(): PairHistory {
    const step = 10n ** BigInt(UNIT_PLACES - this.#pair.pricePrecision);
    const units = (points: number) => price(BigInt(points) * step);
    const finished = new Map<PeriodMinutes, readonly Bar[]>();
    for (const [period, drafts] of this.#drafts) {
      const bars = drafts.slice(0, HISTORY_BARS[period]).reverse();
      finished.set(
        period,
        bars.map((bar) => ({
          time: bar.time,
          open: units(bar.open),
          high: units(bar.high),
          low: units(bar.low),
          close: units(bar.close),
          volume: bar.volume,
        })),
      );
    }
    return finished;
  }

  #points(): number {
    return Math.max(1, Math.round(this.#model.mid(this.code) * this.#scale));
  }
}
