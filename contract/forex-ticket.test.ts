// The checks of an order's numbers that server and browser share.

import { type Price, price, quantity, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { marginRefusal, readMultiple, readQuantity, readStops, readTarget } from './forex-ticket.ts';

const at = (text: string): Price => price(readUnits(text));
const NOW = at('1.1');
const bounds = { minQuantity: readUnits('0.01'), quantityStep: readUnits('0.01'), maxQuantity: readUnits('50') };

describe('a quantity', () => {
  test('is taken on a step within the bounds, both ends included', () => {
    for (const text of ['0.01', '50', '1.230']) expect(readQuantity(text, bounds)).toMatchObject({ ok: true });
    expect(readQuantity('1.5', bounds)).toEqual({ ok: true, value: quantity(readUnits('1.5')) });
  });

  test.each([
    ['0.009', { error: 'QUANTITY_BELOW_MIN', params: { min: '0.01' } }],
    ['1.005', { error: 'QUANTITY_STEP', params: { step: '0.01' } }],
    ['50.01', { error: 'QUANTITY_ABOVE_MAX', params: { max: '50' } }],
    ['0', { error: 'VALUE_ZERO', params: { field: 'cont' } }],
  ])('%s is refused with its bound', (text, error) => {
    expect(readQuantity(text, bounds)).toEqual({ ok: false, error });
  });
});

test('a multiple is one of those offered, and 0 where the margin is fixed', () => {
  const offer = { marginMode: 2, multiples: [50, 100] } as const;
  expect(readMultiple('100', offer)).toEqual({ ok: true, value: 100 });
  expect(readMultiple('99', offer)).toMatchObject({ error: { error: 'MULTIPLE_NOT_OFFERED' } });
  expect(readMultiple('100', { ...offer, multiples: [] })).toMatchObject({ error: { error: 'NO_LEVERAGE' } });
  expect(readMultiple('', { ...offer, marginMode: 1 })).toEqual({ ok: true, value: 0 });
});

test.each([
  ['buy', '1.09999', 'limit'],
  ['buy', '1.10001', 'stop'],
  ['sell', '1.10001', 'limit'],
  ['sell', '1.09999', 'stop'],
] as const)('a %s with its target at %s against 1.1 is a %s', (side, text, kind) => {
  expect(readTarget(text, side, NOW, 5)).toEqual({ ok: true, value: { price: at(text), kind } });
});

test('a target is no target where the order would open at once, and no price lies at ten million', () => {
  expect(readTarget('1.1', 'buy', NOW, 5)).toMatchObject({ error: { error: 'TARGET_REACHED' } });
  expect(readTarget('9999999.99999', 'buy', NOW, 5)).toMatchObject({ ok: true });
  expect(readTarget('10000000', 'buy', NOW, 5)).toMatchObject({ error: { error: 'VALUE_TOO_LARGE' } });
});

describe('stops', () => {
  const said = (side: 'buy' | 'sell', stopLoss: string, takeProfit: string): string => {
    const read = readStops({ stopLoss, takeProfit }, side, NOW, 5);
    return read.ok ? 'ok' : read.error.error;
  };

  test('stand on opposite sides of the reference, by the side of the order, and not at it', () => {
    expect([said('buy', '1.09999', '1.10001'), said('sell', '1.10001', '1.09999')]).toEqual(['ok', 'ok']);
    for (const loss of ['1.1', '1.10001']) expect(said('buy', loss, '')).toBe('STOP_LOSS_SIDE');
    for (const loss of ['1.1', '1.09999']) expect(said('sell', loss, '')).toBe('STOP_LOSS_SIDE');
    for (const profit of ['1.1', '1.09999']) expect(said('buy', '', profit)).toBe('TAKE_PROFIT_SIDE');
    for (const profit of ['1.1', '1.10001']) expect(said('sell', '', profit)).toBe('TAKE_PROFIT_SIDE');
  });

  test('may be absent; what can’t be read is named before what stands wrong', () => {
    expect(readStops({ stopLoss: '', takeProfit: '0' }, 'buy', NOW, 5)).toEqual({
      ok: true,
      value: { stopLoss: price(0n), takeProfit: price(0n) },
    });
    expect(said('buy', '2', 'x')).toBe('VALUE_NOT_A_NUMBER');
  });
});

test('margin and fee may take all that is free, and not a unit more', () => {
  expect(marginRefusal(100n, 100n)).toBeUndefined();
  expect(marginRefusal(101n, 100n)?.error).toBe('MARGIN_INSUFFICIENT');
});
