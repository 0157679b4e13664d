// What a batch takes: users' commands first, a written number of triggered ones, and the commands of each user in the order of arrival.

import type { Id } from '@fairtick/kernel/ids';
import { expect, test } from 'vitest';
import { BATCH_LIMIT, CommandQueue, QUEUE_LIMIT, TRIGGERED_LIMIT } from './queue.ts';

interface One {
  readonly command: { readonly owners: readonly Id[]; readonly key?: string };
  readonly name: string;
}
const asked = (owner: number, name: string): One => ({ command: { owners: [BigInt(owner)], key: name }, name });
const triggered = (owner: number, name: string): One => ({ command: { owners: [BigInt(owner)] }, name });

function queueOf(...all: readonly One[]): CommandQueue<One> {
  const queue = new CommandQueue<One>();
  for (const one of all) queue.push(one);
  return queue;
}
const names = (all: readonly One[]): string[] => all.map(({ name }) => name);

test("a user's command does not wait behind triggered commands, however many there are", () => {
  const burst = Array.from({ length: 10_000 }, (_, n) => triggered(n, `expiry ${n}`));
  const queue = queueOf(...burst, asked(20_000, 'tap'));
  const first = names(queue.take());
  expect(first[0]).toBe('tap');
  expect(first).toHaveLength(1 + TRIGGERED_LIMIT);
  expect(queue.length).toBe(10_000 - TRIGGERED_LIMIT);
});

test('a user with a triggered command waits behind it, and the next command behind the first', () => {
  const burst = Array.from({ length: TRIGGERED_LIMIT }, (_, n) => triggered(n + 10, `stop ${n}`));
  const queue = queueOf(...burst, triggered(1, 'stop-out'), asked(1, 'close'), asked(1, 'open'), asked(2, 'other'));
  expect(names(queue.take()).slice(0, 2)).toEqual(['other', 'stop 0']);
  expect(names(queue.take())).toEqual(['stop-out', 'close', 'open']);
  queue.push(asked(1, 'later'));
  queue.push(triggered(9, 'expiry'));
  expect(names(queue.take())).toEqual(['later', 'expiry']);
});

test("triggered commands keep their order and are not starved by users' commands", () => {
  const queue = queueOf(triggered(1, 'a'), triggered(2, 'b'), triggered(1, 'c'));
  for (let n = 0; n < 2 * BATCH_LIMIT; n += 1) queue.push(asked(100 + n, `tap ${n}`));
  const first = names(queue.take());
  expect(first).toHaveLength(BATCH_LIMIT);
  expect(first.slice(-3)).toEqual(['a', 'b', 'c']);
});

test("users' commands have room however many triggered ones wait, and triggered ones however many of users' wait", () => {
  const queue = new CommandQueue<One>();
  for (let n = 0; n < QUEUE_LIMIT; n += 1) queue.push(triggered(n, `stop ${n}`));
  expect(queue.hasRoomFor(asked(1, 'tap').command)).toBe(true);
  for (let n = 0; n < QUEUE_LIMIT; n += 1) queue.push(asked(QUEUE_LIMIT + n, `tap ${n}`));
  expect(queue.hasRoomFor(asked(1, 'tap').command)).toBe(false);
  expect(queue.hasRoomFor(triggered(1, 'stop').command)).toBe(true);
});

test('many commands of users: a full batch, then the rest, in the order of arrival', () => {
  const queue = queueOf(...Array.from({ length: BATCH_LIMIT + 2 }, (_, n) => asked(n, String(n))));
  expect(queue.take()).toHaveLength(BATCH_LIMIT);
  expect(names(queue.take())).toEqual([String(BATCH_LIMIT), String(BATCH_LIMIT + 1)]);
  expect(queue.length).toBe(0);
});
