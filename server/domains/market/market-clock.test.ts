// Where the market's clock stands: by the feed, and by the ticks that are logged.

import type { Tick } from '@fairtick/engine/types';
import { ManualClock } from '@fairtick/kernel/clock';
import { price } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import type { FeedName } from './feed.ts';
import { MarketClock } from './market-clock.ts';

/** The wall clock, and where a recording stands. */
const NOW = 1_000_000;
const RECORDED = 5_000;

const tick = (source: FeedName, sourceTime: number): Tick => ({
  pairId: 1,
  seq: 0,
  logIndex: 0,
  bid: price(1n),
  ask: price(1n),
  sourceTime,
  receivedTime: NOW,
  source,
});

function setUp({ following = false, last = [] as readonly Tick[] } = {}): MarketClock {
  const source = {
    name: 'replay',
    following,
    marketNow: () => RECORDED,
    passed: (wantedMs: number) => wantedMs,
  } as const;
  return new MarketClock(new ManualClock(NOW), source, { newestReceivedMs: 0 }, last);
}

test('the clock is the feed’s own; a decision sees it no earlier than the newest tick', () => {
  const clock = setUp();
  clock.logged(tick('replay', RECORDED - 1));
  expect([clock.now(), clock.notBeforeTicks()]).toEqual([RECORDED, RECORDED]);
  clock.logged(tick('replay', RECORDED + 7));
  expect([clock.now(), clock.notBeforeTicks()]).toEqual([RECORDED, RECORDED + 7]);
  clock.logged(tick('replay', RECORDED + 3));
  expect(clock.notBeforeTicks()).toBe(RECORDED + 7);
});

test('the ticks of before the start count, those of another feed do not', () => {
  expect(setUp({ last: [tick('replay', RECORDED + 9)] }).notBeforeTicks()).toBe(RECORDED + 9);
  expect(setUp({ last: [tick('kraken', RECORDED + 9)] }).notBeforeTicks()).toBe(RECORDED);
});

test('a recording that another server plays stands where its newest tick stands', () => {
  const clock = setUp({ following: true });
  clock.logged(tick('replay', RECORDED + 7));
  expect(clock.now()).toBe(RECORDED + 7);
});
