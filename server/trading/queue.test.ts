// Rule E46 between triggers: those of one user's orders are decided in the order of the log, and none waits for an order that has ended.

import type { Proposal, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { expect, test } from 'vitest';
import { TriggerQueue } from './queue.ts';
import { copyClosing, copyStopping, type Trigger } from './trigger.ts';

const at = (logIndex: number) => ({
  realm: 'demo' as const,
  tick: { logIndex } as Tick,
  view: { logIndex, quote: () => undefined },
});
const USER = 7n;
const of = (kind: 'stop_loss' | 'fill_pending', orderId: Id, logIndex: number, userId = USER): Proposal => ({
  kind,
  orderId,
  userId,
  ...at(logIndex),
});
const whole = (kind: 'stop_out' | 'margin_call', logIndex: number): Proposal => ({
  kind,
  userId: USER,
  ...at(logIndex),
});
const night = (users: readonly Id[], logIndex: number): Trigger => ({
  kind: 'financing',
  users,
  ...at(logIndex),
});
/** Joins, and tells whether that comes too soon. */
function joining(queue: TriggerQueue, trigger: Trigger): { ticket: number; tooSoon: (batch?: object) => boolean } {
  const ticket = queue.join(trigger);
  return { ticket, tooSoon: (batch = {}) => queue.comesTooSoon(trigger, ticket, batch) };
}

test('a call waits for an earlier one of the same user, and for none of another user', () => {
  const queue = new TriggerQueue();
  const later = joining(queue, of('stop_loss', 1n, 10));
  expect(later.tooSoon()).toBe(false);
  const earlier = joining(queue, of('stop_loss', 2n, 9));
  queue.join(of('stop_loss', 3n, 8, 8n));
  expect(later.tooSoon()).toBe(true);
  expect(earlier.tooSoon()).toBe(false);
  queue.leave(of('stop_loss', 2n, 9), earlier.ticket);
  expect(later.tooSoon()).toBe(false);
});

test('what a batch has decided holds up nobody in that batch, and everybody in the next, should it have been rolled back', () => {
  const queue = new TriggerQueue();
  const first = of('stop_loss', 1n, 9);
  const { ticket } = joining(queue, first);
  const later = joining(queue, of('stop_loss', 2n, 10));
  const batch = {};
  queue.decides(first, ticket, batch);
  expect(later.tooSoon(batch)).toBe(false);
  expect(later.tooSoon()).toBe(true);
});

test('what a batch has filled holds up the later ticks of its user: those in between may have set the position off', () => {
  const queue = new TriggerQueue();
  const fill = of('fill_pending', 1n, 3);
  const { ticket } = joining(queue, fill);
  const later = joining(queue, whole('stop_out', 5));
  const atOnce = joining(queue, whole('stop_out', 3));
  const batch = {};
  queue.decides(fill, ticket, batch);
  expect(later.tooSoon(batch)).toBe(true);
  expect(atOnce.tooSoon(batch)).toBe(false);
  queue.leave(fill, ticket);
  expect(later.tooSoon(batch)).toBe(false);
});

test('within a tick a stop-out and a warning wait for stops, and not for fills', () => {
  for (const kind of ['stop_out', 'margin_call'] as const) {
    const queue = new TriggerQueue();
    const call = joining(queue, whole(kind, 9));
    queue.join(of('fill_pending', 1n, 9));
    expect(call.tooSoon()).toBe(false);
    expect(joining(queue, of('stop_loss', 2n, 9)).tooSoon()).toBe(false);
    expect(call.tooSoon()).toBe(true);
  }
});

test('a night waits for what any of its users met before, and not within its tick', () => {
  const queue = new TriggerQueue();
  queue.join(of('stop_loss', 1n, 9));
  expect(joining(queue, night([6n, USER], 9)).tooSoon()).toBe(false);
  expect(joining(queue, night([6n, USER], 10)).tooSoon()).toBe(true);
  expect(joining(queue, night([6n], 10)).tooSoon()).toBe(false);
});

test('the newest call of an order counts: leaving of an older one leaves it there', () => {
  const queue = new TriggerQueue();
  const filled = of('fill_pending', 1n, 8);
  const { ticket } = joining(queue, filled);
  const stopped = joining(queue, of('stop_loss', 1n, 9));
  expect(stopped.tooSoon()).toBe(false);
  const later = joining(queue, of('stop_loss', 2n, 10));
  queue.leave(filled, ticket);
  expect(later.tooSoon()).toBe(true);
  queue.leave(of('stop_loss', 1n, 9), stopped.ticket);
  expect(later.tooSoon()).toBe(false);
});

test('nobody waits for an order that has ended, though its trigger is still in the queue', () => {
  const queue = new TriggerQueue();
  const { ticket } = joining(queue, of('stop_loss', 1n, 8));
  queue.join(of('stop_loss', 2n, 9));
  const later = joining(queue, of('stop_loss', 3n, 10));
  queue.ended(USER, 2n);
  expect(later.tooSoon()).toBe(true);
  queue.ended(USER, 1n);
  expect(later.tooSoon()).toBe(false);
  expect(queue.isNewest(1n, ticket)).toBe(true);
  expect(queue.decidedThrough(20)).toBe(7);
});

test('once everything is read again, nobody waits for an earlier trigger', () => {
  const queue = new TriggerQueue();
  queue.join(of('stop_loss', 1n, 8));
  queue.clear();
  expect(joining(queue, of('stop_loss', 2n, 10)).tooSoon()).toBe(false);
});

test('the expiry of an option waits for nothing and holds nothing up', () => {
  const queue = new TriggerQueue();
  queue.join(of('stop_loss', 1n, 8));
  const expiry: Proposal = { kind: 'micro_expiry', orderId: 5n, userId: USER, expiryTime: 1 };
  expect(joining(queue, expiry).tooSoon()).toBe(false);
  queue.leave(expiry, 1);
  queue.clear();
  queue.join(expiry);
  expect(joining(queue, whole('stop_out', 9)).tooSoon()).toBe(false);
});

test('E121 the stop of a relation waits for the stops of orders at its tick, a stop-out for it, and neither it nor the end of a copy for each other both', () => {
  const queue = new TriggerQueue();
  const stopping = { kind: 'copy_stop', userId: USER, line: copyStopping(5n), ...at(9) };
  const stop = joining(queue, stopping);
  const order = joining(queue, of('stop_loss', 1n, 9));
  const out = joining(queue, whole('stop_out', 9));
  const closing = joining(queue, { kind: 'copy_close', userId: USER, line: copyClosing(3n, 5n), place: 9 });
  const filled = joining(queue, of('fill_pending', 4n, 9));
  expect([stop, order, out, closing, filled].map(({ tooSoon }) => tooSoon())).toEqual([true, false, true, true, false]);
  queue.leave(of('stop_loss', 1n, 9), order.ticket);
  expect([stop, out, closing].map(({ tooSoon }) => tooSoon())).toEqual([false, true, true]);
  expect(queue.hasSetOff({ id: 8n, status: 'open', originId: 4n, followId: 5n })).toBe(true);
  expect(queue.hasSetOff({ id: 8n, status: 'open', originId: 4n, followId: 6n })).toBe(false);
  queue.leave(stopping, stop.ticket);
  expect(queue.hasSetOff({ id: 8n, status: 'open', originId: 4n, followId: 5n })).toBe(false);
  expect(closing.tooSoon()).toBe(false);
});
