import { amount, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { gaugeLevel, marginLevel, marginUse, usedShare } from './margin-use.ts';

const account = (netValue: string, usedMargin: string) => ({
  netValue: amount(readUnits(netValue)),
  usedMargin: amount(readUnits(usedMargin)),
});
const use = (netValue: string, usedMargin: string) => marginUse(account(netValue, usedMargin));

test('margin is amber above 30 % of the account and red above 70 %, to the last place', () => {
  expect([use('1000', '0'), use('1000', '300'), use('1000', '300.00000001')]).toEqual(['calm', 'calm', 'amber']);
  expect([use('1000', '700'), use('1000', '700.00000001'), use('1000', '5000')]).toEqual(['amber', 'red', 'red']);
  expect([use('0', '0.01'), use('-5', '100'), use('-5', '0')]).toEqual(['red', 'red', 'calm']);
});

test('share and level of an account, and what a gauge makes of it', () => {
  expect(usedShare(account('1000', '333.333'))).toBe(readUnits('33.33'));
  expect(usedShare(account('-1', '10'))).toBeUndefined();
  expect(marginLevel(account('1000', '333.333'))).toBe(readUnits('300'));
  expect(marginLevel(account('1000', '0'))).toBeUndefined();
  expect(gaugeLevel(marginLevel(account('-50', '100')))).toBe(-50);
  expect([gaugeLevel(readUnits('7979.79')), gaugeLevel(undefined)]).toEqual([7979.79, undefined]);
});
