// The sums, on figures worked out by hand. Rules E30, E53 to E55, E72, E73.

import { amount, price, quantity, rate, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import {
  equityOf,
  feeOf,
  isMarginCall,
  isStopOut,
  marginOf,
  microGain,
  microOutcome,
  microResult,
  profitOf,
} from './formulas.ts';

const a = (text: string) => amount(readUnits(text));
const p = (text: string) => price(readUnits(text));
const q = (text: string) => quantity(readUnits(text));
const r = (text: string) => rate(readUnits(text, 12));
const lot = q('100000');

test('E72: margin by leverage is price x quantity x contract x rate / multiple, rounded up to 6 places', () => {
  expect(marginOf(q('0.1'), { marginMode: 2, contNum: lot, multiple: 100 }, p('1.10005'), r('1'))).toBe(a('110.005'));
  expect(marginOf(q('0.1'), { marginMode: 2, contNum: lot, multiple: 100 }, p('150.123'), r('0.006661204479'))).toBe(
    a('100.000001'),
  );
  expect(marginOf(q('1'), { marginMode: 2, contNum: q('1'), multiple: 3 }, p('1'), r('1'))).toBe(a('0.333334'));
});

test('E72: fixed margin is quantity x contract number, whatever the price', () => {
  expect(marginOf(q('0.25'), { marginMode: 1, contNum: q('1000'), multiple: 0 }, p('1.5'), r('1'))).toBe(a('250'));
});

test('E72: the fee is quantity x rate or margin x rate, half-even to 6 places', () => {
  expect(feeOf(q('0.25'), a('999'), { feeType: 1, feeRate: a('7.5') })).toBe(a('1.875'));
  expect(feeOf(q('0.25'), a('110.005'), { feeType: 2, feeRate: a('0.0005') })).toBe(a('0.055002'));
  expect(feeOf(q('0.25'), a('110.007'), { feeType: 2, feeRate: a('0.0005') })).toBe(a('0.055004'));
});

test('E73: the result is direction x move x quantity x contract x rate, half-even to 6 places', () => {
  expect(profitOf('buy', p('1.10005'), p('1.10105'), q('0.1'), lot, r('1'))).toBe(a('10'));
  expect(profitOf('sell', p('1.10005'), p('1.10105'), q('0.1'), lot, r('1'))).toBe(a('-10'));
  expect(profitOf('buy', p('150.1'), p('150.2'), q('0.1'), lot, r('0.006657789614'))).toBe(a('6.65779'));
  expect(profitOf('sell', p('150.1'), p('150.2'), q('0.1'), lot, r('0.006657789614'))).toBe(a('-6.65779'));
});

describe('E30: stop-out at half the used margin, margin call at all of it', () => {
  test('exactly at the edge counts', () => {
    expect(isStopOut(a('50'), a('100'))).toBe(true);
    expect(isStopOut(a('50.00000001'), a('100'))).toBe(false);
    expect(isStopOut(a('-1'), a('0'))).toBe(false);
    expect(isMarginCall(a('100'), a('100'))).toBe(true);
    expect(isMarginCall(a('100.00000001'), a('100'))).toBe(false);
  });

  test('levels and free margin', () => {
    const loss = equityOf({ available: a('900'), locked: a('100') }, a('-300'), a('100'), a('0'));
    expect(loss).toEqual({
      netValue: a('700'),
      floating: a('-300'),
      usedMargin: a('100'),
      freeMargin: a('600'),
      marginLevel: a('700'),
      hazardRate: a('14.29'),
    });
    expect(equityOf({ available: a('900'), locked: a('100') }, a('300'), a('100'), a('0')).freeMargin).toBe(a('900'));
    const ruined = equityOf({ available: a('0'), locked: a('100') }, a('-100'), a('100'), a('0'));
    expect(ruined.hazardRate).toBe(a('999.99'));
    const flat = equityOf({ available: a('5'), locked: a('0') }, a('0'), a('0'), a('0'));
    expect([flat.marginLevel, flat.hazardRate]).toEqual([undefined, a('0')]);
  });
});

test('E55: up wins above, down below, equal ties', () => {
  expect(microOutcome('up', p('1'), p('1.00001'))).toBe('win');
  expect(microOutcome('up', p('1'), p('0.99999'))).toBe('loss');
  expect(microOutcome('down', p('1'), p('0.99999'))).toBe('win');
  expect(microOutcome('down', p('1'), p('1.00001'))).toBe('loss');
  expect(microOutcome('down', p('1'), p('1'))).toBe('tie');
});

test('E55: gain to 2 places half-even; level 0 loses the stake, level 1 stake x ratio', () => {
  expect(microGain(a('10.01'), a('0.85'))).toBe(a('8.51'));
  expect(microGain(a('0.1'), a('0.85'))).toBe(a('0.08'));
  expect(microResult('win', a('10'), a('0.85'), 0)).toBe(a('8.5'));
  expect(microResult('loss', a('10'), a('0.85'), 0)).toBe(a('-10'));
  expect(microResult('loss', a('10'), a('0.85'), 1)).toBe(a('-8.5'));
  expect(microResult('loss', a('10'), a('1.2'), 1)).toBe(a('-10'));
  expect(microResult('tie', a('10'), a('0.85'), 0)).toBe(a('0'));
  expect(microResult('void', a('10'), a('0.85'), 1)).toBe(a('0'));
});
