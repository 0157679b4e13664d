// Candles of the log against a slow model: for each pair and window all ticks of the tape are looked through.

import { price } from '@fairtick/kernel/decimal';
import { CANDLE_MS, CANDLE_PERIODS, type CandlePeriod } from '@fairtick/kernel/log/candle-entry';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { inLogOrder, joinCandles, type LogCandle, minutesOf } from './log-candles.ts';
import type { Tick } from './types.ts';

const TAPES = 60;
type TapeTick = Pick<Tick, 'pairId' | 'seq' | 'bid' | 'ask' | 'receivedTime'>;

function tapeOf(random: Random): readonly TapeTick[] {
  const seqs = [0, 0, 0];
  let receivedTime = 1_795_348_800_000 + random.below(90_000_000);
  return Array.from({ length: 400 }, () => {
    // Mostly within a minute, at times over hours and days.
    receivedTime += random.below(12) === 0 ? random.below(40_000_000) : random.below(40_000);
    const pairId = random.below(seqs.length);
    const bid = BigInt(100_000 + random.below(900)) * 1_000n;
    const seq = seqs[pairId] ?? 0;
    seqs[pairId] = seq + 1;
    return { pairId, seq, bid: price(bid), ask: price(bid + BigInt(random.below(20)) * 1_000n), receivedTime };
  });
}

/** One window at a time, one look at every tick for each. */
function slowly(tape: readonly TapeTick[], period: CandlePeriod): readonly LogCandle[] {
  const long = CANDLE_MS[period];
  const found: LogCandle[] = [];
  for (const pairId of [0, 1, 2]) {
    const starts = tape.map((tick) => Math.floor(tick.receivedTime / long) * long);
    for (const start of new Set(starts)) {
      const inside = tape.filter(
        (tick) => tick.pairId === pairId && tick.receivedTime >= start && tick.receivedTime < start + long,
      );
      if (inside.length === 0) continue;
      const lowest = (all: readonly bigint[]) => price(all.toSorted((a, b) => Number(a - b))[0] ?? 0n);
      const highest = (all: readonly bigint[]) => price(all.toSorted((a, b) => Number(b - a))[0] ?? 0n);
      const [bids, asks, seqs] = [inside.map((t) => t.bid), inside.map((t) => t.ask), inside.map((t) => t.seq)];
      found.push({
        ...{ pairId, period, start, firstSeq: Math.min(...seqs), lastSeq: Math.max(...seqs) },
        ...{ bidLow: lowest(bids), bidHigh: highest(bids), askLow: lowest(asks), askHigh: highest(asks) },
      });
    }
  }
  return found.sort(inLogOrder);
}

test('E90, E91: minutes from ticks, hours from minutes and days from hours are what a look at every tick finds', () => {
  for (let seed = 0; seed < TAPES; seed += 1) {
    const tape = tapeOf(seededRandom(seed));
    const minutes = minutesOf(tape);
    const hours = joinCandles(minutes, 'hour');
    const days = joinCandles(hours, 'day');
    for (const [i, made] of [minutes, hours, days].entries())
      expect(made).toEqual(slowly(tape, CANDLE_PERIODS[i] ?? 'minute'));
  }
});
