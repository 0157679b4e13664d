// Waiting ends in time whatever the work does, and nothing is left behind.

import { ManualClock } from '@fairtick/kernel/clock';
import { expect, test } from 'vitest';
import { Deadlines, LATE } from './deadlines.ts';

test('work in time gives its value or its error', async () => {
  const deadlines = new Deadlines(new ManualClock(0), 1_000);
  expect(await deadlines.race(Promise.resolve(7))).toBe(7);
  await expect(deadlines.race(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(deadlines.waiting).toBe(0);
});

test('work that does not end is late, not before the limit and not after the step that follows it', async () => {
  const clock = new ManualClock(0);
  const deadlines = new Deadlines(clock, 1_000, 100);
  clock.advance(50);
  let told: unknown;
  const raced = deadlines.race(new Promise<never>(() => {})).then((value) => {
    told = value;
  });
  clock.advance(999);
  expect(deadlines.waiting).toBe(1);
  clock.advance(101);
  await raced;
  expect(told).toBe(LATE);
  expect(deadlines.waiting).toBe(0);
});

test('an error after the deadline disturbs nobody', async () => {
  const clock = new ManualClock(0);
  const deadlines = new Deadlines(clock, 100, 10);
  const work = Promise.withResolvers<number>();
  const raced = deadlines.race(work.promise);
  clock.advance(200);
  expect(await raced).toBe(LATE);
  work.reject(new Error('too late to matter'));
  await expect(work.promise).rejects.toThrow();
});
