// Whether a tick may end or fill an order at all: the pipeline asks this for proposals that a change of the order has overtaken.

import { amount, ONE_RATE, price, quantity, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { isTriggered } from './trigger-rule.ts';
import type { ForexOrder, Tick } from './types.ts';

const at = (text: string) => price(readUnits(text));

const tick = (logIndex: number, bid: string, ask: string): Tick => ({
  pairId: 1,
  seq: logIndex,
  logIndex,
  bid: at(bid),
  ask: at(ask),
  sourceTime: 0,
  receivedTime: 0,
  source: 'test',
});

const ARMED = 10;

const order = (change: Partial<ForexOrder> = {}): ForexOrder => ({
  id: 1n,
  realm: 'demo',
  userId: 2n,
  pairId: 1,
  side: 'buy',
  quantity: quantity(readUnits('1')),
  terms: {
    multiple: 100,
    marginMode: 2,
    contNum: quantity(readUnits('100000')),
    feeType: 1,
    feeRate: amount(0n),
    markup: price(0n),
    pricePrecision: 5,
    ratePairId: undefined,
    rateInverse: false,
    financingRate: amount(0n),
    financingNights: 'fx',
  },
  status: 'open',
  margin: amount(readUnits('1100')),
  fee: amount(0n),
  held: amount(readUnits('1100')),
  target: undefined,
  stopLoss: at('1.1'),
  takeProfit: at('1.2'),
  armedIndex: ARMED,
  createdTime: 0,
  placed: { rate: ONE_RATE, rateTickIndex: undefined },
  open: { price: at('1.15'), tickIndex: 5, rate: ONE_RATE, rateTickIndex: undefined, time: 0 },
  close: undefined,
  result: amount(0n),
  openMarketTime: 0,
  financedThrough: 0,
  cancelledTime: undefined,
  ...change,
});

describe('a stop', () => {
  test('that was set after the tick is not reached by it, however far the tick went', () => {
    for (const index of [ARMED - 1, ARMED]) {
      expect(isTriggered(order(), 'stop_loss', tick(index, '1.0', '1.0'))).toBe(false);
      expect(isTriggered(order(), 'take_profit', tick(index, '1.3', '1.3'))).toBe(false);
    }
    expect(isTriggered(order(), 'stop_loss', tick(ARMED + 1, '1.0', '1.0'))).toBe(true);
    expect(isTriggered(order(), 'take_profit', tick(ARMED + 1, '1.3', '1.3'))).toBe(true);
  });

  test('is reached at its price, not beside it', () => {
    const next = ARMED + 1;
    expect(isTriggered(order(), 'stop_loss', tick(next, '1.10000', '1.10010'))).toBe(true);
    expect(isTriggered(order(), 'stop_loss', tick(next, '1.10001', '1.10011'))).toBe(false);
    expect(isTriggered(order({ side: 'sell' }), 'stop_loss', tick(next, '1.09980', '1.10000'))).toBe(true);
    expect(isTriggered(order({ side: 'sell' }), 'stop_loss', tick(next, '1.09980', '1.09999'))).toBe(false);
  });

  test('that was taken away, or whose order has ended, is not reached', () => {
    const far = tick(ARMED + 1, '1.0', '1.0');
    expect(isTriggered(order({ stopLoss: price(0n) }), 'stop_loss', far)).toBe(false);
    for (const status of ['pending', 'closed', 'cancelled'] as const)
      expect(isTriggered(order({ status }), 'stop_loss', far)).toBe(false);
  });
});

test('a target that was set after the tick is not reached by it', () => {
  const pending = order({ status: 'pending', open: undefined, target: { price: at('1.1'), kind: 'limit' } });
  expect(isTriggered(pending, 'fill_pending', tick(ARMED, '1.0', '1.0'))).toBe(false);
  expect(isTriggered(pending, 'fill_pending', tick(ARMED + 1, '1.0', '1.0'))).toBe(true);
  expect(isTriggered({ ...pending, status: 'cancelled' }, 'fill_pending', tick(ARMED + 1, '1.0', '1.0'))).toBe(false);
});
