// A steady clock: time that decides never goes back and never stands still, whatever the wall clock does.

import { expect, test } from 'vitest';
import { ManualClock, steadyClock } from './clock.ts';

const START_MS = Date.UTC(2024, 4, 15, 12);
const HOUR_MS = 3_600_000;

test('follows the wall while that goes forward, jumps included', () => {
  const wall = new ManualClock(START_MS);
  const steady = steadyClock(wall, 0);
  expect(steady.now()).toBe(START_MS);
  wall.advance(1_000);
  expect(steady.now()).toBe(START_MS + 1_000);
  wall.jump(HOUR_MS);
  expect(steady.now()).toBe(START_MS + 1_000 + HOUR_MS);
});

test('runs on when the wall goes back by an hour: a quote goes stale and an option expires all the same', () => {
  const wall = new ManualClock(START_MS);
  const steady = steadyClock(wall, 0);
  wall.jump(-HOUR_MS);
  expect(steady.now()).toBe(START_MS);
  wall.advance(15_000);
  expect(steady.now()).toBe(START_MS + 14_850);
});

test('the wall catches up with it: a hundredth of the time that passes', () => {
  const wall = new ManualClock(START_MS);
  const steady = steadyClock(wall, 0);
  wall.jump(-1_000);
  wall.advance(99_000);
  expect(steady.now()).toBeGreaterThan(wall.now());
  wall.advance(2_000);
  expect(steady.now()).toBe(wall.now());
});

test('begins no earlier than it is told, so that a restart does not go back behind the log', () => {
  const steady = steadyClock(new ManualClock(START_MS), START_MS + HOUR_MS);
  expect(steady.now()).toBe(START_MS + HOUR_MS);
});
