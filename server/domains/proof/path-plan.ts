// Which candles and ticks show an order's path in the fewest lines: the longest candles in which nothing qualifies, ticks where none fits. Asks for candles by
// the window; knows nothing of proofs.

import { endOf, type LogCandle } from '@fairtick/engine/log-candles';
import type { PathStage } from '@fairtick/engine/path-stages';
import { isQuiet } from '@fairtick/engine/verify-path';
import type { CandlePeriod } from '@fairtick/kernel/log/candle-entry';

export interface FoundCandle extends LogCandle {
  /** Place in the log of candles. */
  readonly index: number;
}

/** Numbers (after, through] of the pair, and what the order waited for then. */
export interface PlanSpan {
  readonly stage: PathStage;
  readonly after: number;
  readonly through: number;
}

export type PlanItem =
  | { readonly what: 'candle'; readonly candle: FoundCandle }
  | { readonly what: 'ticks'; readonly first: number; readonly last: number };

/** Candles of one period whose windows begin in [fromMs, toMs], by time. */
export type CandlesIn = (period: CandlePeriod, fromMs: number, toMs: number) => Promise<readonly FoundCandle[]>;

interface Gap {
  readonly first: number;
  readonly last: number;
  /** All its ticks were received in [fromMs, toMs]. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** In the order of numbers; `fromMs` and `toMs` enclose the ticks of all spans. */
export async function planPath(
  spans: readonly PlanSpan[],
  candlesIn: CandlesIn,
  fromMs: number,
  toMs: number,
): Promise<readonly PlanItem[]> {
  const items: PlanItem[] = [];
  for (const { first, last } of runsOf(spans))
    items.push(...(await cover({ first, last, fromMs, toMs }, ['day', 'hour', 'minute'], spans, candlesIn)));
  return items;
}

/** Spans that follow each other are one: a candle may lie in both. */
function runsOf(spans: readonly PlanSpan[]): readonly { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const { after, through } of spans) {
    const run = runs.at(-1);
    if (through <= after) continue;
    if (run && after <= run.last) run.last = Math.max(run.last, through);
    else runs.push({ first: after + 1, last: through });
  }
  return runs;
}

async function cover(
  gap: Gap,
  [period, ...shorter]: readonly CandlePeriod[],
  spans: readonly PlanSpan[],
  candlesIn: CandlesIn,
): Promise<readonly PlanItem[]> {
  const { first, last, fromMs, toMs } = gap;
  if (first > last) return [];
  if (period === undefined) return [{ what: 'ticks', first, last }];
  const inside = (await candlesIn(period, fromMs, toMs)).filter(
    (candle) => candle.firstSeq >= first && candle.lastSeq <= last && mayStand(candle, spans),
  );
  const items: PlanItem[] = [];
  let [next, since] = [first, fromMs];
  for (const candle of inside) {
    const before = { first: next, last: candle.firstSeq - 1, fromMs: since, toMs: candle.start };
    items.push(...(await cover(before, shorter, spans, candlesIn)), { what: 'candle', candle });
    [next, since] = [candle.lastSeq + 1, endOf(candle)];
  }
  return [...items, ...(await cover({ first: next, last, fromMs: since, toMs }, shorter, spans, candlesIn))];
}

/** Whether a candle says enough of its ticks: none of them decided anything, and none met what the order waited for. */
function mayStand(candle: LogCandle, spans: readonly PlanSpan[]): boolean {
  return spans.every(({ stage, after, through }) => {
    if (candle.lastSeq <= after || candle.firstSeq > through) return true;
    if (stage.sets && candle.lastSeq >= through) return false;
    return isQuiet(stage.waiting, { ...candle, what: 'candle', pair: '' });
  });
}
