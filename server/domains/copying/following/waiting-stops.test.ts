import { price } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import type { Trigger } from '../../../trading/trigger.ts';
import type { CopyEvent } from './columns.ts';
import { OpenCopies } from './open-copies.ts';
import { WaitingStops } from './waiting-stops.ts';

const TRADER = 7n;
const ORDER = 70n;

/** As many copies of each order as said: relation and user n + 1 of each. */
function begun(copies: number, orders: readonly bigint[] = [ORDER], open = new OpenCopies()) {
  for (const orderId of orders)
    for (let n = 1n; n <= copies; n += 1n)
      open.put({
        id: orderId * 100_000n + n,
        originId: orderId,
        followId: n,
        userId: n,
        realm: 'live',
        status: 'open',
      });
  const replaced: number[] = [];
  const stops = new WaitingStops(open, ({ number }) => replaced.push(number));
  return { open, stops, replaced };
}

const moved = (number: number, place: number, orderId = ORDER): CopyEvent => ({
  ...{ id: BigInt(number), traderId: TRADER, number, kind: 'stops', orderId, place, time: place },
  ...{ netValue: undefined, stopLoss: price(BigInt(number)), takeProfit: price(0n), barred: undefined, done: false },
});
const setOff = (userId: bigint, place: number): Trigger => ({ kind: 'stop_out', userId, place });
const IDLE = () => false;
const told = (outgoing: ReturnType<WaitingStops['due']>) =>
  outgoing.map(({ event, followers }) => [event.number, followers.map(({ userId }) => Number(userId))]);

test('of changes that follow each other fast only the newest goes out, at a pace that the number of copies sets', () => {
  const { stops, replaced } = begun(1_500);
  let commands = 0;
  for (let second = 0; second < 10; second += 1)
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const place = second * 10 + tenth;
      stops.at(place, []);
      expect(stops.add(moved(place + 1, place))).toEqual([]);
      for (const { followers } of stops.due(second * 1_000 + tenth * 100, IDLE)) commands += followers.length;
    }
  // At 0, 3, 6 and 9 seconds, and not a hundred times.
  expect(commands).toBe(4 * 1_500);
  expect([stops.size, replaced.length]).toEqual([1, 95]);
  expect(told(stops.due(12_000, IDLE)).map(([number]) => number)).toEqual([100]);
});

test('what a tick sets off goes behind every change before it, and no other copy is told of it for that', () => {
  const { stops } = begun(3);
  stops.at(4, []);
  stops.add(moved(1, 4));
  expect(told(stops.at(5, [setOff(9n, 5)]))).toEqual([]);
  expect(told(stops.at(6, [setOff(2n, 6), setOff(2n, 6)]))).toEqual([[1, [2]]]);
  expect(told(stops.due(0, IDLE))).toEqual([[1, [1, 3]]]);
});

test('a change that is told of behind a tick goes at once to whom that tick concerned', () => {
  const { stops } = begun(3);
  stops.at(5, [setOff(3n, 5)]);
  expect(told(stops.add(moved(1, 5)))).toEqual([]);
  expect(told(stops.add(moved(2, 4)))).toEqual([[2, [3]]]);
});

test('a change is replaced only once every tick before the newer one was looked at', () => {
  const { stops, replaced } = begun(2);
  stops.at(1, []);
  stops.add(moved(1, 1));
  stops.add(moved(2, 3));
  expect(replaced).toEqual([]);
  expect(told(stops.at(2, [setOff(1n, 2)]))).toEqual([[1, [1]]]);
  stops.at(3, []);
  expect(replaced).toEqual([1]);
  expect(told(stops.due(0, IDLE))).toEqual([[2, [1, 2]]]);
});

test('a closing takes along what waits; whose relation ended before a change is not told of it, nor is one without a copy', () => {
  const { open, stops } = begun(4);
  open.ended(2n, 0);
  open.put({ id: ORDER * 100_000n + 3n, originId: ORDER, followId: 3n, userId: 3n, realm: 'live', status: 'closed' });
  stops.add(moved(1, 1));
  expect(told(stops.take(ORDER))).toEqual([[1, [1, 4]]]);
  expect(told(stops.due(0, IDLE))).toEqual([]);
});

test('the pace is the trader’s, over all their orders; a busy one waits', () => {
  const { stops } = begun(1_000, [70n, 71n]);
  stops.add(moved(1, 1, 70n));
  stops.add(moved(2, 1, 71n));
  expect(stops.due(0, () => true)).toEqual([]);
  expect(told(stops.due(0, IDLE)).map(([number]) => number)).toEqual([1]);
  expect(stops.due(1_999, IDLE)).toEqual([]);
  expect(told(stops.due(2_000, IDLE)).map(([number]) => number)).toEqual([2]);
});

test('a copy that opens behind a change takes it at once', () => {
  const { open, stops } = begun(1);
  stops.add(moved(1, 1));
  open.put({ id: 9n, originId: ORDER, followId: 5n, userId: 5n, realm: 'live', status: 'open' });
  expect(told(stops.opened(ORDER, 5n))).toEqual([[1, [5]]]);
});

/** Counts the copies that are gone through. */
class Counting extends OpenCopies {
  looked = 0;

  override of(event: Parameters<OpenCopies['of']>[0]) {
    const all = super.of(event);
    this.looked += all.length;
    return all;
  }

  override one(...asked: Parameters<OpenCopies['one']>) {
    this.looked += 1;
    return super.one(...asked);
  }
}

test('what concerns one copy looks at that one, however many there are of the order', () => {
  const copies = 10_000;
  const open = new Counting();
  const { stops } = begun(copies, [ORDER], open);
  stops.at(4, []);
  stops.add(moved(1, 4));
  open.looked = 0;
  const outgoing = stops.at(
    5,
    Array.from({ length: copies }, (_, n) => setOff(BigInt(n + 1), 5)),
  );
  for (let n = 1n; n <= copies; n += 1n) stops.opened(ORDER, n);
  expect([outgoing.length, open.looked]).toEqual([copies, 2 * copies]);
});
