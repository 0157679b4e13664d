// Rules E80 to E82.

import { type Amount, amount, ONE_RATE, type Quantity, quantity, rate, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { financingOf, nextEvening, nightName, nightsBetween } from './financing.ts';

const at = (text: string): number => Date.parse(text);
const a = (text: string): Amount => amount(readUnits(text));
const lots = (text: string): Quantity => quantity(readUnits(text));
const told = (nights: ReturnType<typeof nightsBetween>): string[] =>
  nights.map(({ day, times }) => `${nightName(day)} x${times}`);

describe('E80: a night is taken at 17:00 New York', () => {
  test('after the one moment, at or before the other, to the millisecond', () => {
    const summer = at('2024-06-11T21:00:00Z');
    expect(told(nightsBetween('fx', summer - 1, summer))).toEqual(['2024-06-11 x1']);
    expect(nightsBetween('fx', summer - 1, summer - 1)).toEqual([]);
    expect(nightsBetween('fx', summer, summer + 86_399_999)).toEqual([]);
    expect(nightsBetween('fx', summer - 1, summer)[0]?.timeMs).toBe(summer);
  });

  test('also where the clocks change', () => {
    expect(nextEvening(at('2024-03-08T22:30:00Z'))).toBe(at('2024-03-09T22:00:00Z'));
    expect(nextEvening(at('2024-03-09T22:00:00Z'))).toBe(at('2024-03-10T21:00:00Z'));
    expect(nextEvening(at('2024-11-02T21:00:00Z'))).toBe(at('2024-11-03T22:00:00Z'));
    expect(told(nightsBetween('daily', at('2024-03-09T21:59:59.999Z'), at('2024-03-10T21:00:00Z')))).toEqual([
      '2024-03-09 x1',
      '2024-03-10 x1',
    ]);
  });
});

describe('E81: which nights', () => {
  const week = [at('2024-05-12T12:00:00Z'), at('2024-05-19T12:00:00Z')] as const;
  test('currencies: Monday to Friday, three-fold on Wednesday', () => {
    expect(told(nightsBetween('fx', ...week))).toEqual([
      '2024-05-13 x1',
      '2024-05-14 x1',
      '2024-05-15 x3',
      '2024-05-16 x1',
      '2024-05-17 x1',
    ]);
  });
  test('metals, energy and indices: Monday to Friday', () => {
    expect(nightsBetween('weekdays', ...week).map(({ times }) => times)).toEqual([1, 1, 1, 1, 1]);
  });
  test('coins: every night, holidays too for all', () => {
    expect(nightsBetween('daily', ...week)).toHaveLength(7);
    expect(told(nightsBetween('fx', at('2024-12-25T12:00:00Z'), at('2024-12-26T12:00:00Z')))).toEqual([
      '2024-12-25 x3',
    ]);
  });
});

describe('E82: the sum', () => {
  test('lots x rate x times x conversion, half-even to 6 places, with its sign', () => {
    expect(financingOf(lots('2.5'), a('7.5'), 3, ONE_RATE)).toBe(a('56.25'));
    expect(financingOf(lots('2.5'), a('-7.5'), 1, rate(readUnits('0.0065', 12)))).toBe(a('-0.121875'));
    expect(financingOf(lots('0.01'), a('0.00005'), 1, ONE_RATE)).toBe(a('0'));
    expect(financingOf(lots('0.01'), a('0.00015'), 1, ONE_RATE)).toBe(a('0.000002'));
    expect(financingOf(lots('1'), a('0'), 3, ONE_RATE)).toBe(0n);
  });
});
