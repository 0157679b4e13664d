// The tables of the loans' sums, worked out by hand with exact fractions.

import { amount, COIN_PLACES, formatUnits, rate, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import {
  coinToPay,
  type LoanTerms,
  loanApr,
  loanDaysBegun,
  loanDaysLate,
  loanDue,
  loanDueMs,
  loanInterest,
  loanPenalty,
} from './loans.ts';

const a = (text: string) => amount(readUnits(text));
const DAY = 86_400_000;
const PAID_OUT = Date.UTC(2026, 2, 28, 13, 5, 7, 11);
const TERMS: LoanTerms = { amount: a('1000'), period: 30, interestRate: 25, freePeriod: 7, penaltyRate: 25 };

test.each([
  ['1000', 25, 30, 7, '57.50', '1057.50'],
  ['1000', 25, 30, 0, '75.00', '1075.00'],
  ['1000', 25, 7, 7, '0.00', '1000.00'],
  ['1000', 25, 5, 7, '0.00', '1000.00'],
  ['333.33', 25, 30, 7, '19.17', '352.50'],
  ['100.01', 15, 14, 3, '1.65', '101.66'],
  ['50.50', 20, 11, 1, '1.01', '51.51'],
  ['999.99', 33, 60, 10, '165.00', '1164.99'],
  ['10.00', 25, 5, 0, '0.12', '10.12'],
  ['30.00', 25, 5, 0, '0.38', '30.38'],
  ['2500', 8, 90, 0, '180.00', '2680.00'],
])(
  '%s at %i for %i days, %i of them free, costs %s',
  (principal, interestRate, period, freePeriod, interest, total) => {
    const terms = { amount: a(principal), period, interestRate, freePeriod, penaltyRate: 0 };
    expect(formatUnits(loanInterest(terms, period), 2)).toBe(interest);
    expect(formatUnits(loanDue(terms, PAID_OUT, loanDueMs(PAID_OUT, period)).total, 2)).toBe(total);
  },
);

test.each([
  [1, '0.00'],
  [7, '0.00'],
  [8, '2.50'],
  [14, '17.50'],
  [15, '20.00'],
  [29, '55.00'],
  [30, '57.50'],
])('repaid on day %i, 1000 cost %s', (day, interest) => {
  for (const at of [PAID_OUT + (day - 1) * DAY + 1, PAID_OUT + day * DAY]) {
    expect(loanDaysBegun(PAID_OUT, at)).toBe(day);
    expect(formatUnits(loanDue(TERMS, PAID_OUT, at).interest, 2)).toBe(interest);
  }
});

test('a day is 24 hours: 14 of them and one ms are day 15, over a change of the clocks too, and the first is begun at once', () => {
  expect(loanDaysBegun(PAID_OUT, PAID_OUT + 14 * DAY)).toBe(14);
  expect(loanDaysBegun(PAID_OUT, PAID_OUT + 14 * DAY + 1)).toBe(15);
  expect(loanDaysBegun(PAID_OUT, PAID_OUT)).toBe(1);
  expect(loanDaysBegun(PAID_OUT, PAID_OUT - DAY)).toBe(1);
});

test.each([
  [0, '0.00'],
  [1, '2.50'],
  [2, '5.00'],
  [3, '7.50'],
  [40, '100.00'],
  [400, '942.50'],
])('%i full days late cost %s', (days, penalty) => {
  const late = PAID_OUT + (30 + days) * DAY;
  for (const at of [late, late + DAY - 1]) {
    expect(loanDaysLate(loanDueMs(PAID_OUT, 30), at)).toBe(days);
    const due = loanDue(TERMS, PAID_OUT, at);
    expect([formatUnits(due.interest, 2), formatUnits(due.penalty, 2), due.daysLate]).toEqual(['57.50', penalty, days]);
    expect(due.total).toBe(TERMS.amount + due.interest + due.penalty);
  }
});

test('the cap leaves nothing below zero', () => {
  expect(loanPenalty(TERMS, 10, a('1000'))).toBe(0n);
  expect(loanPenalty(TERMS, 10, a('1000.01'))).toBe(0n);
  expect(loanPenalty(TERMS, 10, a('999.99'))).toBe(a('0.01'));
});

test.each([
  ['1000', '57.50', 30, 974],
  ['1000', '75', 30, 1411],
  ['1000', '17.50', 7, 1471],
  ['1000', '132.50', 60, 1132],
  ['2500', '180', 90, 326],
  ['1000', '15', 30, 199],
  ['1000', '3', 30, 37],
  ['1000', '912.50', 365, 913],
  ['1000', '0', 30, 0],
  ['10', '0', 365, 0],
  ['1000', '200', 546, 130],
])('%s for an interest of %s over %i days is %i tenths of a percent a year', (principal, interest, days, tenths) => {
  expect(loanApr(a(principal), a(interest), days)).toBe(tenths);
});

test('a year that costs less than half a tenth of a percent is 0.0 %', () => {
  expect(loanApr(a('10000'), a('4.99'), 365)).toBe(0);
  expect(loanApr(a('10000'), a('5'), 365)).toBe(1);
});

test.each([
  ['1', 6, '1057.500000'],
  ['0.9998', 6, '1057.288500'],
  ['0.00001052', 8, '0.01112490'],
  ['0.000301', 6, '0.318308'],
])('1057.50 USD at %s to %i places are %s', (usdPrice, places, coins) => {
  expect(formatUnits(coinToPay(a('1057.50'), rate(readUnits(usdPrice, 12)), places), places, COIN_PLACES)).toBe(coins);
});

test.each([
  // Rate, penalty rate, term, free days; the day, and what is due on it.
  [0, 100, 7, 0, 10, '1000.00'],
  [25, 25, 5, 10, 14, '1010.00'],
  [25, 25, 5, 10, 15, '1025.00'],
  [25, 25, 5, 0, 14, '1035.00'],
])(
  'within 14 days nothing is due but the days begun: at %i and %i, %i days, %i free, on day %i',
  (interestRate, penaltyRate, period, freePeriod, day, total) => {
    const terms = { amount: a('1000'), period, interestRate, freePeriod, penaltyRate };
    expect(formatUnits(loanDue(terms, PAID_OUT, PAID_OUT + day * DAY).total, 2)).toBe(total);
  },
);
