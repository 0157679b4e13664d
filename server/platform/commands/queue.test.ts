// Whom a batch takes: taps first, a written number of called commands, and everybody's own in the order of arrival.

import type { Id } from '@fairtick/kernel/ids';
import { expect, test } from 'vitest';
import { BATCH_LIMIT, CALLED_LIMIT, CommandQueue, QUEUE_LIMIT } from './queue.ts';

interface One {
  readonly command: { readonly owners: readonly Id[]; readonly key?: string };
  readonly name: string;
}
const tap = (owner: number, name: string): One => ({ command: { owners: [BigInt(owner)], key: name }, name });
const call = (owner: number, name: string): One => ({ command: { owners: [BigInt(owner)] }, name });

function lineOf(...all: readonly One[]): CommandQueue<One> {
  const line = new CommandQueue<One>();
  for (const one of all) line.push(one);
  return line;
}
const names = (all: readonly One[]): string[] => all.map(({ name }) => name);

test('a tap does not wait behind what was called for before, however much that is', () => {
  const burst = Array.from({ length: 10_000 }, (_, n) => call(n, `expiry ${n}`));
  const line = lineOf(...burst, tap(20_000, 'tap'));
  const first = names(line.take());
  expect(first[0]).toBe('tap');
  expect(first).toHaveLength(1 + CALLED_LIMIT);
  expect(line.length).toBe(10_000 - CALLED_LIMIT);
});

test('a tap of a user for whom something is called waits behind that, and the next tap behind the first', () => {
  const burst = Array.from({ length: CALLED_LIMIT }, (_, n) => call(n + 10, `stop ${n}`));
  const line = lineOf(...burst, call(1, 'stop-out'), tap(1, 'close'), tap(1, 'open'), tap(2, 'other'));
  expect(names(line.take()).slice(0, 2)).toEqual(['other', 'stop 0']);
  expect(names(line.take())).toEqual(['stop-out', 'close', 'open']);
  line.push(tap(1, 'later'));
  line.push(call(9, 'expiry'));
  expect(names(line.take())).toEqual(['later', 'expiry']);
});

test('what is called for keeps its order and is not starved by taps', () => {
  const line = lineOf(call(1, 'a'), call(2, 'b'), call(1, 'c'));
  for (let n = 0; n < 2 * BATCH_LIMIT; n += 1) line.push(tap(100 + n, `tap ${n}`));
  const first = names(line.take());
  expect(first).toHaveLength(BATCH_LIMIT);
  expect(first.slice(-3)).toEqual(['a', 'b', 'c']);
});

test('there is room for a tap however much is called for, and for what is called for however many taps wait', () => {
  const line = new CommandQueue<One>();
  for (let n = 0; n < QUEUE_LIMIT; n += 1) line.push(call(n, `stop ${n}`));
  expect(line.hasRoomFor(tap(1, 'tap').command)).toBe(true);
  for (let n = 0; n < QUEUE_LIMIT; n += 1) line.push(tap(QUEUE_LIMIT + n, `tap ${n}`));
  expect(line.hasRoomFor(tap(1, 'tap').command)).toBe(false);
  expect(line.hasRoomFor(call(1, 'stop').command)).toBe(true);
});

test('taps in numbers: a full batch, then the rest, in the order of arrival', () => {
  const line = lineOf(...Array.from({ length: BATCH_LIMIT + 2 }, (_, n) => tap(n, String(n))));
  expect(line.take()).toHaveLength(BATCH_LIMIT);
  expect(names(line.take())).toEqual([String(BATCH_LIMIT), String(BATCH_LIMIT + 1)]);
  expect(line.length).toBe(0);
});
