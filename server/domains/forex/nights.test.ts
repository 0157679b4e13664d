// Rule E83: which tick takes a night, its triggers and their order.

import type { ForexOrder, Pair, Proposal, QuoteView, Realm, Tick } from '@fairtick/engine/types';
import { amount, ONE_RATE, price, quantity, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../market/pairs.ts';
import { Nights } from './nights.ts';

/** Wednesday 17:00 New York. */
const EVENING_MS = Date.parse('2024-05-15T21:00:00Z');
const DAY_MS = 86_400_000;
const [eurusd] = CATALOGUE;
if (!eurusd) throw new Error('the catalogue is empty');

const tick = (logIndex: number, receivedTime: number): Tick => ({
  pairId: 1,
  seq: logIndex,
  logIndex,
  bid: price(1n),
  ask: price(1n),
  sourceTime: receivedTime,
  receivedTime,
  source: 'test',
});
const view = (): QuoteView => ({ logIndex: 0, quote: () => undefined });

const order = (
  id: Id,
  userId: Id,
  change: { realm?: Realm; through?: number; openedAt?: number } = {},
): ForexOrder => ({
  id,
  realm: change.realm ?? 'demo',
  userId,
  pairId: 1,
  side: 'buy',
  quantity: quantity(readUnits('1')),
  terms: {
    multiple: 100,
    marginMode: 2,
    contNum: quantity(1n),
    feeType: 1,
    feeRate: amount(0n),
    markup: price(0n),
    pricePrecision: 5,
    ratePairId: undefined,
    rateInverse: false,
    financingRate: amount(1n),
    financingNights: 'fx',
  },
  status: 'open',
  margin: amount(1n),
  fee: amount(0n),
  held: amount(1n),
  target: undefined,
  stopLoss: price(0n),
  takeProfit: price(0n),
  armedIndex: 0,
  createdTime: 0,
  placed: { rate: ONE_RATE, rateTickIndex: undefined },
  open: { price: price(1n), tickIndex: change.openedAt ?? 0, rate: ONE_RATE, rateTickIndex: undefined, time: 0 },
  close: undefined,
  result: amount(0n),
  openMarketTime: change.through ?? EVENING_MS - 1,
  financedThrough: change.through ?? EVENING_MS - 1,
  cancelledTime: undefined,
});

function book(pair: Partial<Pair> = {}) {
  const nights = new Nights({
    marketTime: ({ receivedTime }) => receivedTime,
    pair: () => ({ ...eurusd, ...pair }) as Pair,
  });
  const at = (one: Tick, orders: readonly ForexOrder[], found: readonly Proposal[] = []): string[] =>
    nights
      .at(one, found, orders, view)
      .map((call) => (call.kind === 'financing' ? `${call.realm} ${call.users}` : `${call.kind} ${call.userId}`));
  return { nights, at };
}

test('the first tick at or after 17:00 takes it; ticks before and after keep their triggers', () => {
  const { at } = book();
  const open = [order(1n, 7n)];
  expect(at(tick(1, EVENING_MS - 1), open)).toEqual([]);
  expect(at(tick(2, EVENING_MS), open)).toEqual(['demo 7', 'stop_out 7']);
  expect(at(tick(3, EVENING_MS), open)).toEqual([]);
  expect(at(tick(4, EVENING_MS + DAY_MS), [order(1n, 7n, { through: EVENING_MS })])).toEqual(['demo 7', 'stop_out 7']);
});

test('financing, exits, stop-outs by user, margin calls, pending orders', () => {
  const { at } = book();
  const now = tick(2, EVENING_MS);
  const of = (kind: 'stop_loss' | 'fill_pending', userId: Id): Proposal => ({
    kind,
    orderId: 1n,
    userId,
    realm: 'demo',
    tick: now,
    view: view(),
  });
  const whole = (kind: 'stop_out' | 'margin_call', userId: Id): Proposal => ({
    kind,
    userId,
    realm: 'demo',
    tick: now,
    view: view(),
  });
  const found = [
    of('stop_loss', 5n),
    whole('stop_out', 6n),
    whole('stop_out', 9n),
    whole('margin_call', 6n),
    of('fill_pending', 4n),
  ];
  expect(at(now, [order(1n, 7n), order(2n, 6n)], found)).toEqual([
    'demo 6,7',
    'stop_loss 5',
    'stop_out 6',
    'stop_out 7',
    'stop_out 9',
    'margin_call 6',
    'fill_pending 4',
  ]);
});

test('a tick of a pair that does not trade takes the night and stops nobody out', () => {
  expect(book({ enabled: false }).at(tick(1, EVENING_MS), [order(1n, 7n)])).toEqual(['demo 7']);
});

test('a hundred users a command, realms apart', () => {
  const orders = Array.from({ length: 150 }, (_, at) => order(BigInt(at), BigInt(1_000 + at)));
  const found = book({ enabled: false }).nights.at(
    tick(1, EVENING_MS),
    [],
    [...orders, order(900n, 1n, { realm: 'live' })],
    view,
  );
  expect(found.map((call) => call.kind === 'financing' && [call.realm, call.users?.length])).toEqual([
    ['live', 1],
    ['demo', 100],
    ['demo', 50],
  ]);
});

test('an order that a commit brings after its night’s tick is found late; one that opened with that tick is not', () => {
  const { nights, at } = book();
  const late = (one: ForexOrder): number => nights.late([one]).length;
  expect(late(order(1n, 7n))).toBe(0);
  at(tick(5, EVENING_MS), []);
  expect(late(order(1n, 7n))).toBe(1);
  expect(late(order(1n, 7n, { through: EVENING_MS }))).toBe(0);
  expect(late(order(1n, 7n, { openedAt: 5 }))).toBe(0);
  nights.reset();
  expect(late(order(1n, 7n))).toBe(0);
});
