// What a chart shows before a replay's first tick: recorded bars of the same folder that were over by then, summed to the six periods.

import { max, min } from '@fairtick/kernel/decimal';
import { type Bar, type FeedSink, MINUTE_MS, PERIOD_MINUTES, type PeriodMinutes } from '../feed.ts';
import { type BarFile, type Recordings, readBars } from './recordings.ts';

/** Which price is nearest to the mid the charts show. */
const PREFERENCE = ['mid', 'bid', '', 'trade', 'ask'];
/** Bars kept of one file: five weeks of minutes. */
const MOST_BARS = 50_000;
/** Bars given for one period. */
const MOST_GIVEN = 1_500;

/** Gives history for the `missing` codes; a broken bar file gives none of its own and stops nothing. */
export async function writeRecordedHistory(
  recordings: Recordings,
  missing: ReadonlySet<string>,
  sink: FeedSink,
): Promise<void> {
  for (const [code, files] of recordings.ticks) {
    const firstTick = files[0]?.firstTime;
    if (firstTick === undefined || !missing.has(code)) continue;
    const sizes = [1, 60, 240] as const;
    const bars = new Map<number, readonly Bar[]>();
    let of = '';
    for (const minutes of sizes) {
      const chosen = preferred(recordings.bars.filter((file) => file.code === code && file.minutes === minutes));
      const read = await readBefore(chosen, firstTick);
      if (read.length === 0) continue;
      bars.set(minutes, read);
      of = of || (chosen[0]?.of ?? '');
    }
    const source = of === '' ? 'replay-history' : `replay-history-${of}`;
    for (const period of PERIOD_MINUTES) {
      const summed = sumTo(period, bars).slice(-MOST_GIVEN);
      if (summed.length > 0) sink.history(code, period, summed, source);
    }
  }
}

function preferred(files: readonly BarFile[]): readonly BarFile[] {
  const best = PREFERENCE.find((of) => files.some((file) => file.of === of));
  return files.filter((file) => file.of === best);
}

async function readBefore(files: readonly BarFile[], untilMs: number): Promise<readonly Bar[]> {
  const byTime = new Map<number, Bar>();
  for (const file of files) {
    try {
      for await (const batch of readBars(file.path)) {
        for (const bar of batch) {
          if (bar.time + file.minutes * MINUTE_MS <= untilMs) byTime.set(bar.time, bar);
        }
      }
    } catch {
      // The folder's ticks are what counts; a chart without this past is still right.
    }
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time).slice(-MOST_BARS);
}

/** Bars of `period` from the sizes that fit into it; where several cover a bar the coarsest speaks, being the least likely cut short. */
function sumTo(period: PeriodMinutes, bars: ReadonlyMap<number, readonly Bar[]>): readonly Bar[] {
  const span = period * MINUTE_MS;
  const summed = new Map<number, Bar>();
  for (const [minutes, own] of bars) {
    if (minutes > period || period % minutes !== 0) continue;
    const fresh = new Map<number, Bar>();
    for (const bar of own) {
      const time = Math.floor(bar.time / span) * span;
      const before = fresh.get(time);
      fresh.set(time, before ? joined(before, bar) : { ...bar, time });
    }
    for (const [time, bar] of fresh) summed.set(time, bar);
  }
  return [...summed.values()].sort((a, b) => a.time - b.time);
}

const joined = (first: Bar, next: Bar): Bar => ({
  time: first.time,
  open: first.open,
  high: max(first.high, next.high),
  low: min(first.low, next.low),
  close: next.close,
  volume: first.volume + next.volume,
});
