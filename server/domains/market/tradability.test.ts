// Why a pair does not trade: each reason at its edge, and which of several is told.

import { price } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { type PairAtMoment, tradability } from './tradability.ts';

/** A Wednesday and a Saturday. */
const NOON = Date.UTC(2026, 2, 4, 12);
const SATURDAY = Date.UTC(2026, 2, 7, 12);
const RATE_PAIR = 7;

const rateTick = {
  pairId: RATE_PAIR,
  seq: 0,
  logIndex: 0,
  bid: price(1n),
  ask: price(1n),
  sourceTime: 0,
  receivedTime: 0,
  source: 'test',
};
const none = { quote: () => undefined };
const trading: PairAtMoment = {
  pair: { enabled: true, hours: 'fx', ratePairId: RATE_PAIR },
  feed: 'up',
  tick: { receivedTime: NOON - 14_999 },
  quotes: { quote: (pairId) => (pairId === RATE_PAIR ? rateTick : undefined) },
  nowMs: NOON,
  marketMs: NOON,
};

test('a pair trades while everything it needs is there; the age of its rate does not matter', () => {
  expect(tradability(trading)).toBe('open');
  expect(tradability({ ...trading, pair: { enabled: true, hours: 'fx', ratePairId: undefined }, quotes: none })).toBe(
    'open',
  );
});

test.each([
  ['disabled', { pair: undefined }],
  ['disabled', { pair: { enabled: false, hours: 'fx', ratePairId: RATE_PAIR } }],
  ['no_feed', { feed: 'none' }],
  ['feed_down', { feed: 'down' }],
  ['hours', { marketMs: SATURDAY }],
  ['stale', { tick: { receivedTime: NOON - 15_000 } }],
  ['stale', { tick: undefined }],
  ['no_rate', { quotes: none }],
] as const)('%s', (reason, change) => {
  expect(tradability({ ...trading, ...change })).toBe(reason);
});

test('of several reasons the first in this order is told', () => {
  const all: PairAtMoment = { ...trading, feed: 'down', marketMs: SATURDAY, tick: undefined, quotes: none };
  expect(tradability({ ...all, pair: undefined })).toBe('disabled');
  expect(tradability(all)).toBe('feed_down');
  expect(tradability({ ...all, feed: 'up' })).toBe('hours');
  expect(tradability({ ...all, feed: 'up', marketMs: NOON })).toBe('stale');
});
