// Ticks are handed on in the order of the log, each once, without a hole, whatever NATS loses, repeats or brings late.

import type { Tick } from '@fairtick/engine/types';
import { ManualClock } from '@fairtick/kernel/clock';
import { price } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { Follow } from './follow.ts';

const tick = (logIndex: number): Tick => ({
  pairId: 1,
  seq: logIndex,
  logIndex,
  bid: price(1n),
  ask: price(1n),
  sourceTime: 0,
  receivedTime: 0,
  source: 'test',
});

/** What it has begun to read by itself is there. */
const read = (): Promise<void> => new Promise((resume) => setImmediate(resume));

function world() {
  const clock = new ManualClock(0);
  const log: Tick[] = [];
  const taken: number[] = [];
  const reads = { count: 0, fail: false };
  const follow = new Follow({
    clock,
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    newest: () => taken.at(-1) ?? -1,
    take: ({ logIndex }) => taken.push(logIndex),
    ticksAfter: async (logIndex) => {
      reads.count += 1;
      if (reads.fail) throw new Error('no database');
      return log.filter((one) => one.logIndex > logIndex);
    },
  });
  const grow = (through: number): Tick[] => {
    while (log.length <= through) log.push(tick(log.length));
    return log;
  };
  return { clock, follow, grow, taken, reads };
}

test('as they come; what was heard before is passed over', () => {
  const { follow, grow, taken, reads } = world();
  const log = grow(3);
  follow.hear(log.slice(0, 2));
  follow.hear(log.slice(1, 4));
  expect(taken).toEqual([0, 1, 2, 3]);
  expect(reads.count).toBe(0);
});

test('a hole is filled from the log, with all that comes meanwhile', async () => {
  const { follow, grow, taken } = world();
  follow.hear(grow(1));
  const log = grow(9);
  follow.hear(log.slice(5, 7));
  follow.hear(log.slice(7, 9));
  expect(taken).toEqual([0, 1]);
  await read();
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('so is what the server that takes prices in has logged and nobody told of', async () => {
  const { follow, grow, taken } = world();
  follow.hear(grow(1));
  grow(4);
  follow.reaches(4);
  await read();
  expect(taken).toEqual([0, 1, 2, 3, 4]);
});

test('in silence the log is read each second; without the database nothing is certain any more', async () => {
  const { clock, follow, grow, taken, reads } = world();
  follow.hear(grow(0));
  follow.reaches(0);
  expect(follow.inStep).toBe(true);
  clock.advance(1_001);
  grow(1);
  follow.look();
  await read();
  expect(taken).toEqual([0, 1]);
  reads.fail = true;
  clock.advance(2_999);
  follow.look();
  await read();
  expect(follow.inStep).toBe(true);
  clock.advance(1);
  expect(follow.inStep).toBe(false);
});
