import { describe, expect, test } from 'vitest';
import {
  dayOf,
  dueNext,
  grouped,
  namesForCall,
  namesFromCall,
  readLoan,
  savedAgainst,
  sliderAmount,
  sliderStep,
  withdrawalEnd,
} from './loans.ts';

const DAY = 86_400_000;
const config = {
  ...{ id: 1, loan_period: 30, min_amount: '100.00', max_amount: '1000.00' },
  ...{ interest_rate: 25, free_period: 7, penalty_rate: 25 },
};

describe('an amount', () => {
  test.each([
    ['', 'missing'],
    ['x', 'unreadable'],
    ['100.001', 'places'],
    ['0', 'none'],
    ['99.99', 'below'],
    ['1000.01', 'above'],
    ['9'.repeat(30), 'above'],
  ])('%j is %s', (typed, fault) => {
    expect(readLoan(typed, config)).toEqual({ fault });
  });

  test('has its whole cost in view', () => {
    expect(readLoan('1000', config)).toEqual({
      sum: {
        ...{ amount: '1000.00', days: 30, free: 7, paidDays: 23, rate: '0.25', interest: '57.50', day: '2.50' },
        ...{ total: '1057.50', apr: '97.4', lateRate: '0.25', lateDay: '2.50' },
      },
    });
    expect(readLoan('1000', { ...config, free_period: 0 })).toMatchObject({ sum: { apr: '141.1', interest: '75.00' } });
    expect(readLoan('1000', { ...config, free_period: 40 })).toMatchObject({
      sum: { apr: '0.0', interest: '0.00', free: 30, paidDays: 0 },
    });
  });

  test('and its place on a slider', () => {
    expect([0, 50, 99, 100].map((step) => sliderAmount(step, config))).toEqual([
      '100.00',
      '550.00',
      '991.00',
      '1000.00',
    ]);
    expect(['', '100', '550', '1000', '5000', '1'].map((typed) => sliderStep(typed, config))).toEqual([
      0, 0, 50, 100, 100, 0,
    ]);
    expect(sliderStep('100', { ...config, max_amount: '100.00' })).toBe(0);
  });
});

describe('a loan that runs', () => {
  const loan = { ...config, amount: '1000.00', reviewed_at: 0 };
  test('costs more from the next day on', () => {
    expect(dueNext(loan, 7 * DAY)).toBe('1002.50');
    expect(dueNext(loan, 30 * DAY)).toBe('1057.50');
    expect(dueNext(loan, 31 * DAY)).toBe('1060.00');
  });
  test('says its day and until when it may be withdrawn from', () => {
    expect([0, 1, DAY, DAY + 1, 99 * DAY].map((ms) => dayOf(loan, ms))).toEqual([1, 1, 1, 2, 30]);
    expect(withdrawalEnd(loan, 14 * DAY - 1)).toBe(14 * DAY);
    expect(withdrawalEnd(loan, 14 * DAY)).toBeUndefined();
    expect(withdrawalEnd({ reviewed_at: null }, 0)).toBeUndefined();
  });
  test('saves what the rest of its term would cost', () => {
    expect(savedAgainst('57.50', '20.00')).toBe('37.50');
    expect(savedAgainst('57.50', '60.00')).toBe('0.00');
  });
});

test('the call has the names the other way round', () => {
  expect(namesForCall({ first: 'Ada', last: 'Lovelace' })).toEqual({ name: 'Lovelace', last_name: 'Ada' });
  expect(namesFromCall({ name: 'Lovelace', last_name: 'Ada' })).toEqual({ first: 'Ada', last: 'Lovelace' });
});

test('a fingerprint is read in fours', () => {
  expect(grouped('0123456789')).toBe('0123 4567 89');
});
