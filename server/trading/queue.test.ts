// Rule E46 between calls: what a user's orders meet first by the log is decided first, and nobody waits for what is over.

import type { Proposal, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { expect, test } from 'vitest';
import { type Trigger, TriggerQueue } from './queue.ts';

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
  orders: new Set(),
  ...at(logIndex),
});
/** Joins, and tells whether that comes too soon. */
function joining(line: TriggerQueue, call: Trigger): { ticket: number; tooSoon: () => boolean } {
  const ticket = line.join(call);
  return { ticket, tooSoon: () => line.comesTooSoon(call, ticket) };
}

test('a call waits for an earlier one of the same user, and for none of another user', () => {
  const line = new TriggerQueue();
  const later = joining(line, of('stop_loss', 1n, 10));
  expect(later.tooSoon()).toBe(false);
  const earlier = joining(line, of('stop_loss', 2n, 9));
  line.join(of('stop_loss', 3n, 8, 8n));
  expect(later.tooSoon()).toBe(true);
  expect(earlier.tooSoon()).toBe(false);
  line.leave(of('stop_loss', 2n, 9), earlier.ticket);
  expect(later.tooSoon()).toBe(false);
});

test('what is decided holds nobody up, unless its batch is tried again', () => {
  const line = new TriggerQueue();
  const first = of('stop_loss', 1n, 9);
  const { ticket } = joining(line, first);
  const later = joining(line, of('stop_loss', 2n, 10));
  line.decides(first, ticket, true);
  expect(later.tooSoon()).toBe(false);
  line.decides(first, ticket, false);
  expect(later.tooSoon()).toBe(true);
});

test('within a tick a stop-out and a warning wait for stops, and not for fills', () => {
  for (const kind of ['stop_out', 'margin_call'] as const) {
    const line = new TriggerQueue();
    const call = joining(line, whole(kind, 9));
    line.join(of('fill_pending', 1n, 9));
    expect(call.tooSoon()).toBe(false);
    expect(joining(line, of('stop_loss', 2n, 9)).tooSoon()).toBe(false);
    expect(call.tooSoon()).toBe(true);
  }
});

test('a night waits for what any of its users met before, and not within its tick', () => {
  const line = new TriggerQueue();
  line.join(of('stop_loss', 1n, 9));
  expect(joining(line, night([6n, USER], 9)).tooSoon()).toBe(false);
  expect(joining(line, night([6n, USER], 10)).tooSoon()).toBe(true);
  expect(joining(line, night([6n], 10)).tooSoon()).toBe(false);
});

test('the newest call of an order counts: leaving of an older one leaves it there', () => {
  const line = new TriggerQueue();
  const filled = of('fill_pending', 1n, 8);
  const { ticket } = joining(line, filled);
  const stopped = joining(line, of('stop_loss', 1n, 9));
  expect(stopped.tooSoon()).toBe(false);
  const later = joining(line, of('stop_loss', 2n, 10));
  line.leave(filled, ticket);
  expect(later.tooSoon()).toBe(true);
  line.leave(of('stop_loss', 1n, 9), stopped.ticket);
  expect(later.tooSoon()).toBe(false);
});

test('nobody waits for an order that has ended, though its call is still in line', () => {
  const line = new TriggerQueue();
  const { ticket } = joining(line, of('stop_loss', 1n, 8));
  line.join(of('stop_loss', 2n, 9));
  const later = joining(line, of('stop_loss', 3n, 10));
  line.ended([{ id: 2n, userId: USER }]);
  expect(later.tooSoon()).toBe(true);
  line.ended([{ id: 1n, userId: USER }]);
  expect(later.tooSoon()).toBe(false);
  expect(line.isNewest(1n, ticket)).toBe(true);
  expect(line.decidedThrough(20)).toBe(7);
});

test('once all is read again, nobody waits for what was called before', () => {
  const line = new TriggerQueue();
  line.join(of('stop_loss', 1n, 8));
  line.clear();
  expect(joining(line, of('stop_loss', 2n, 10)).tooSoon()).toBe(false);
});

test('the expiry of an option waits for nothing and holds nothing up', () => {
  const line = new TriggerQueue();
  line.join(of('stop_loss', 1n, 8));
  const expiry: Proposal = { kind: 'micro_expiry', orderId: 5n, userId: USER, expiryTime: 1 };
  expect(joining(line, expiry).tooSoon()).toBe(false);
  line.leave(expiry, 1);
  line.clear();
  line.join(expiry);
  expect(joining(line, whole('stop_out', 9)).tooSoon()).toBe(false);
});
