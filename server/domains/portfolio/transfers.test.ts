// The most that may leave a forex account, by exact figures.

import type { Tradability } from '@fairtick/contract/tradability';
import type { Tick } from '@fairtick/engine/types';
import { type Amount, amount, formatUnits, ONE_RATE, price, quantity, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import type { MarketAt } from '../market/index.ts';
import { mostOutOfForex } from './transfers.ts';

const units = (text: string): Amount => amount(readUnits(text));

/** One pair in USD, at this price. */
function marketAt(bid: string, tradable: Tradability): MarketAt {
  const at = price(readUnits(bid));
  const tick: Tick = {
    ...{ logIndex: 1, pairId: 1, seq: 0, bid: at, ask: at, source: 'test' },
    ...{ sourceTime: 1, receivedTime: 1 },
  };
  return {
    view: { logIndex: 1, quote: () => tick },
    nowMs: 1,
    marketMs: 1,
    pair: () => undefined,
    precision: () => 8,
    tradable: () => tradable,
    openingHold: () => undefined,
  };
}

interface Row {
  readonly available: string;
  readonly locked: string;
  readonly floating: string;
  readonly short?: string;
  readonly tradable?: Tradability;
}

/** One position of one lot at 10,000 whose margin is what is locked and what is short; none where nothing is. */
function most({ available, locked, floating, short = '0', tradable = 'open' }: Row): string {
  const margin = amount(units(locked) + units(short));
  const position = {
    pairId: 1,
    side: 'buy',
    status: 'open',
    quantity: quantity(readUnits('1')),
    margin,
    held: units(locked),
    terms: { contNum: quantity(readUnits('1')), markup: price(0n), ratePairId: undefined, rateInverse: false },
    open: { price: price(readUnits('10000')), rate: ONE_RATE },
  } as const;
  const now = formatUnits(readUnits('10000') + readUnits(floating));
  const account = { available: units(available), locked: units(locked) };
  return formatUnits(mostOutOfForex(account, margin === 0n ? [] : [position], marketAt(now, tradable)), 2);
}

describe('what is available, less a floating loss and less margin that is no longer held', () => {
  test.each<[Row, string]>([
    [{ available: '500', locked: '0', floating: '0' }, '500.00'],
    [{ available: '1000', locked: '1100.20', floating: '-250.75' }, '749.25'],
    // A gain that is not booked is nobody's yet.
    [{ available: '1000', locked: '1100.20', floating: '300' }, '1000.00'],
    [{ available: '1000', locked: '1100.20', floating: '-1000' }, '0.00'],
    [{ available: '1000', locked: '1100.20', floating: '-1000.01' }, '0.00'],
    [{ available: '800', locked: '900', floating: '-100', short: '200' }, '500.00'],
    [{ available: '0.000001', locked: '0', floating: '0' }, '0.000001'],
  ])('%o leaves %s', (row, expected) => {
    expect(most(row)).toBe(expected);
  });
});

describe('while the pair of a position is closed, a margin level of 150 stays', () => {
  const row = { available: '1000', locked: '1000', floating: '0' } as const;

  test.each<Tradability>(['hours', 'stale', 'disabled', 'no_feed', 'no_rate'])('%s', (tradable) => {
    // 2,000 less 1.5 x 1,000.
    expect(most({ ...row, tradable })).toBe('500.00');
    expect(most(row)).toBe('1000.00');
  });

  test('the result at the last tick counts, gain or loss, and what is free bounds it too', () => {
    expect(most({ ...row, floating: '-100', tradable: 'hours' })).toBe('400.00');
    expect(most({ ...row, floating: '100', tradable: 'hours' })).toBe('600.00');
    expect(most({ ...row, floating: '5000', tradable: 'hours' })).toBe('1000.00');
    expect(most({ ...row, floating: '-500', tradable: 'hours' })).toBe('0.00');
    expect(most({ ...row, floating: '-500.01', tradable: 'hours' })).toBe('0.00');
  });

  test('half a unit of the smallest is not left out', () => {
    // 1.5 x 0.000001 is 0.0000015.
    expect(most({ available: '1', locked: '0.000001', floating: '0', tradable: 'hours' })).toBe('0.9999995');
    expect(most({ available: '1', locked: '0.00000001', floating: '0', tradable: 'hours' })).toBe('0.99999999');
  });

  test('where no position is, nothing has to stay', () => {
    expect(most({ available: '500', locked: '0', floating: '0', tradable: 'hours' })).toBe('500.00');
  });
});
