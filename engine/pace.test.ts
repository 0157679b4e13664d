// Rules E131, E132: how old a quote may be, and what holds new orders. The fast one says what the slow one says.

import { price } from '@fairtick/kernel/decimal';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { type OpeningBounds, Pace } from './pace.ts';
import { slowHold, slowLimitMs } from './reference/pace.ts';
import type { Tick } from './types.ts';

const NOON = 1_715_774_400_000;
const BOUNDS: OpeningBounds = { spread: 20n, jump: 50n };

const tickAt = (seq: number, receivedTime: number, bid: number, ask: number, source = 'kraken'): Tick => ({
  ...{ pairId: 1, seq, logIndex: seq, bid: price(BigInt(bid) * 1_000n), ask: price(BigInt(ask) * 1_000n) },
  ...{ sourceTime: receivedTime, receivedTime, source },
});

function paced(ticks: readonly Tick[]): Pace {
  const pace = new Pace();
  for (const tick of ticks) pace.take(tick);
  return pace;
}
const every = (gapMs: number, count: number): Tick[] =>
  Array.from({ length: count }, (_, at) => tickAt(at, NOON + at * gapMs, 110_000, 110_005));

test('E131: four median gaps, at least half a second and at most two; two while little is known', () => {
  expect(paced(every(10, 100)).limitMs()).toBe(500);
  expect(paced(every(125, 100)).limitMs()).toBe(500);
  expect(paced(every(126, 100)).limitMs()).toBe(504);
  expect(paced(every(400, 100)).limitMs()).toBe(1_600);
  expect(paced(every(500, 100)).limitMs()).toBe(2_000);
  expect(paced(every(9_000, 100)).limitMs()).toBe(2_000);
  expect(paced(every(200, 20)).limitMs()).toBe(2_000);
  expect(paced(every(200, 21)).limitMs()).toBe(800);
  expect(paced([...every(10, 500).slice(0, 400), ...every(400, 600).slice(400)]).limitMs()).toBe(1_600);
});

test('E131: the pair’s own setting goes before, and prices that are not live have no such limit', () => {
  expect(paced(every(10, 100)).limitMs(3_000)).toBe(3_000);
  for (const source of ['simulated', 'replay']) {
    const pace = paced(every(10, 100).map((tick) => ({ ...tick, source })));
    const said = [pace.limitMs(), pace.limitMs(3_000), pace.hold(NOON + 14_000, BOUNDS)];
    expect(said).toEqual([undefined, undefined, undefined]);
  }
});

test('E131: at the limit a quote is old, a millisecond before it is not', () => {
  const pace = paced(every(200, 100));
  const newest = NOON + 99 * 200;
  expect([pace.hold(newest + 799, BOUNDS), pace.hold(newest + 800, BOUNDS)]).toEqual([undefined, 'old']);
});

test('E132: a spread above the bound holds until a narrower one comes, a jump for five seconds', () => {
  const calm = tickAt(0, NOON, 100_000, 100_000);
  const hold = (ticks: readonly Tick[], afterMs: number) => paced(ticks).hold(NOON + afterMs, BOUNDS, 10_000);
  const wide = tickAt(1, NOON + 100, 99_900, 100_101);
  expect(hold([calm, tickAt(1, NOON + 100, 99_900, 100_100)], 100)).toBe(undefined);
  expect(hold([calm, wide], 9_000)).toBe('spread');
  expect(hold([calm, wide, tickAt(2, NOON + 200, 99_900, 100_100)], 200)).toBe(undefined);
  expect(hold([calm, tickAt(1, NOON + 100, 100_500, 100_500)], 100)).toBe(undefined);
  const jumped = [calm, tickAt(1, NOON + 100, 100_501, 100_501), tickAt(2, NOON + 200, 100_502, 100_502)];
  expect([hold(jumped, 200), hold(jumped, 5_099), hold(jumped, 5_100)]).toEqual(['jump', 'jump', undefined]);
  const back = [...jumped, tickAt(3, NOON + 5_100, 100_502, 100_502)];
  expect(hold(back, 5_100)).toBe(undefined);
});

function tape(random: Random): Tick[] {
  let time = NOON;
  let mid = 100_000;
  return Array.from({ length: 2 + random.below(160) }, (_, at) => {
    time += random.below([1, 300, 2_000, 8_000][random.below(4)] ?? 1);
    mid += random.below(5) === 0 ? random.below(1_400) - 700 : random.below(21) - 10;
    const half = random.below(9) === 0 ? random.below(160) : random.below(8);
    return tickAt(at, time, mid - half, mid + half, random.below(60) === 0 ? 'another' : 'kraken');
  });
}

test('E131, E132: the same as the slow model, on random tapes', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 80; round += 1) {
    const ticks = tape(random);
    const pace = new Pace();
    for (const [at, tick] of ticks.entries()) {
      pace.take(tick);
      const seen = ticks.slice(0, at + 1);
      const now = tick.receivedTime + random.below(3_000);
      const own = random.below(3) === 0 ? 1_000 + random.below(9_000) : undefined;
      expect([pace.limitMs(own), pace.hold(now, BOUNDS, own)]).toEqual([
        slowLimitMs(seen, own),
        slowHold(seen, now, BOUNDS, own),
      ]);
    }
  }
});
