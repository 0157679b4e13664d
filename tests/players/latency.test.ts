// What somebody knows ahead is worth much where an option opens before it, and nothing where it opens behind it; on prices that go anywhere.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { betsOf, gainOf, type OpeningRule, type RecordedMarket } from './latency.ts';

/** Three hours, a tick every 200 ms, each a step up or down. */
function walk(seed: number): RecordedMarket {
  const random = seededRandom(seed);
  const market = { name: 'walk', times: [] as number[], mids: [] as number[], halves: [] as number[] };
  let mid = 1_000_000;
  for (let at = 0; at < 54_000; at += 1) {
    mid += random.below(11) - 5;
    market.times.push(at * 200);
    market.mids.push(mid);
    market.halves.push(2);
  }
  return market;
}

const markets = [1, 2, 3].map(walk);
const gain = (aheadMs: number, rule: OpeningRule): number =>
  gainOf(
    markets.map((market) => betsOf(market, aheadMs, 30, rule)),
    { strength: 0.2, side: 1 },
    0.8,
  ).mean;

test('three seconds of knowledge pay at the newest price and at the next tick, and not behind them', () => {
  expect(gain(3_000, 'newest')).toBeGreaterThan(0.1);
  expect(gain(3_000, { delayMs: 0 })).toBeGreaterThan(0.1);
  expect(gain(3_000, { delayMs: 3_000 })).toBeLessThan(0);
  expect(gain(3_000, { delayMs: 1_000 })).toBeGreaterThan(0);
});

test('of two opposite plans one wins what the other loses, but for what the house keeps', () => {
  const bets = markets.map((market) => betsOf(market, 3_000, 30, { delayMs: 3_000 }));
  const [one, other] = [gainOf(bets, { strength: 0, side: 1 }, 1), gainOf(bets, { strength: 0, side: -1 }, 1)];
  expect(one.bets).toBe(other.bets);
  expect(one.mean).toBeCloseTo(-other.mean, 10);
});
