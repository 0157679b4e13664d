import { expect, test } from 'vitest';
import { type CreditTerms, creditFor as creditOf } from './credit.ts';

const terms: CreditTerms = {
  ...{ heldFor: '', usdPrice: '1', least: '10', lastDay: '0', twoPeople: '10000' },
  ...{ txid: 'ab12', sameTransaction: [] },
};
const creditFor = (amount: string, of: CreditTerms, booked?: string) =>
  creditOf({ amount, reference: 'ab12:0' }, of, booked);

test('what is credited is the server’s own figure, half-even to two places', () => {
  expect(creditFor('250.00', { ...terms, usdPrice: '0.92' })?.usd).toBe('271.74');
  expect(creditFor('0.015', { ...terms, usdPrice: '0.000009100009' })?.usd).toBe('1648.35');
  expect(creditFor(' 30000 ', { ...terms, usdPrice: '150.125' })?.usd).toBe('199.83');
});

test('two people from the limit on, by the sum of 24 hours, and always where two claim it', () => {
  expect(creditFor('9999.99', terms)?.takesTwo).toBe(false);
  expect(creditFor('10000', terms)?.takesTwo).toBe(true);
  expect(creditFor('100', { ...terms, lastDay: '9900' })?.takesTwo).toBe(true);
  expect(creditFor('100', { ...terms, heldFor: 'claimed_twice' })?.takesTwo).toBe(true);
  // Whoever claimed it first is not held for it, but another claim of the same transaction counts.
  const claimed = { ...terms, sameTransaction: ['10000007'] };
  const typed = (reference: string) => creditOf({ amount: '100', reference }, claimed)?.takesTwo;
  expect(['ab12:0', ' 0xAB12:7', 'ab121:0', 'cd34:0'].map(typed)).toEqual([true, true, false, false]);
  // What was booked is credited as that, with a rate of now and without one.
  expect(creditFor('900', { ...terms, usdPrice: '' }, '978.26')?.usd).toBe('978.26');
  expect(creditFor('900', { ...terms, usdPrice: '0.5' }, '9999.99')).toMatchObject({ usd: '9999.99', takesTwo: false });
  expect(creditFor('900', terms, '10000.00')?.takesTwo).toBe(true);
});

test('less than the least is said before it is refused, and what is no amount is none', () => {
  expect([creditFor('9.99', terms)?.belowLeast, creditFor('10', terms)?.belowLeast]).toEqual([true, false]);
  expect(creditFor('0.004', { ...terms, least: '0' })).toEqual({ usd: '0.00', takesTwo: false, belowLeast: true });
  for (const typed of ['', 'ten', '-5', '0', `1.${'1'.repeat(19)}`]) expect(creditFor(typed, terms)).toBeUndefined();
  // A token may count more decimals than money has.
  expect(creditFor(`10.${'1'.repeat(18)}`, terms)?.usd).toBe('10.11');
  expect(creditFor('100', { ...terms, usdPrice: '' })).toBeUndefined();
});
