import type { Tick } from '@fairtick/engine/types';
import { formatUnits, price, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../market/index.ts';
import { moneyRate } from './rates.ts';

const EURUSD = CATALOGUE[0] ?? expect.fail('the catalogue is not empty');
const NOW = 1_800_000_000_000;

type Market = Parameters<typeof moneyRate>[1];

const tickAt = (mid: string, receivedTime: number): Tick => ({
  ...{ pairId: 7, seq: 3, logIndex: 41, sourceTime: receivedTime, receivedTime, source: 'kraken' },
  bid: price(readUnits(mid)),
  ask: price(readUnits(mid)),
});

function market(shape: { base: string; quote: string; tick?: Tick; state: ReturnType<Market['tradable']> }): Market {
  const { base, quote, tick, state } = shape;
  return {
    nowMs: NOW,
    pair: (id) => (id === 7 ? { ...EURUSD, base, quote, pricePrecision: 2 } : undefined),
    tradable: () => state,
    view: { logIndex: 41, quote: (id) => (id === 7 ? tick : undefined) },
  };
}

const priceOf = (...args: Parameters<typeof moneyRate>) => {
  const rate = moneyRate(...args);
  return rate.ok ? formatUnits(rate.value.usdPrice, 0, 12) : rate.error.error;
};

// money-staff.md H3 and §9.
describe('what one USD is worth outside', () => {
  test('a currency without a pair counts as USD', () => {
    const rate = moneyRate({ currency: 'USDT', pairId: undefined }, market({ base: '', quote: '', state: 'no_feed' }));
    expect(rate).toEqual({ ok: true, value: { usdPrice: 1_000_000_000_000n, tick: undefined, closed: false } });
  });

  test('1 / mid to 12 places where the currency is the base, the mid where it is the quote', () => {
    const btc = market({ base: 'BTC', quote: 'USD', tick: tickAt('109890', NOW - 1), state: 'open' });
    expect(priceOf({ currency: 'BTC', pairId: 7 }, btc)).toBe('0.000009100009');
    const yen = market({ base: 'USD', quote: 'JPY', tick: tickAt('150.13', NOW - 1), state: 'open' });
    expect(priceOf({ currency: 'JPY', pairId: 7 }, yen)).toBe('150.13');
  });

  test('the tick that says so is told', () => {
    const rate = moneyRate(
      { currency: 'BTC', pairId: 7 },
      market({ base: 'BTC', quote: 'USD', tick: tickAt('100000', NOW), state: 'open' }),
    );
    expect(rate.ok && rate.value.tick).toBe(41);
  });

  test.each(['stale', 'feed_down', 'no_feed', 'disabled', 'no_rate'] as const)('%s: refused', (state) => {
    const there = market({ base: 'EUR', quote: 'USD', tick: tickAt('1.08', NOW), state });
    expect(priceOf({ currency: 'EUR', pairId: 7 }, there)).toBe('RATE_OLD');
  });

  test('outside its hours the last tick counts for 96 hours, and says that it is closed', () => {
    const at = (age: number) =>
      moneyRate(
        { currency: 'EUR', pairId: 7 },
        market({ base: 'EUR', quote: 'USD', tick: tickAt('1.25', NOW - age), state: 'hours' }),
      );
    const weekend = at(96 * 3_600_000);
    expect(weekend.ok && weekend.value.closed).toBe(true);
    expect(at(96 * 3_600_000 + 1).ok).toBe(false);
  });

  test('a pair that does not turn the currency into USD is none', () => {
    const cross = market({ base: 'EUR', quote: 'GBP', tick: tickAt('0.85', NOW), state: 'open' });
    expect(priceOf({ currency: 'EUR', pairId: 7 }, cross)).toBe('CURRENCY_UNKNOWN');
    expect(priceOf({ currency: 'EUR', pairId: 8 }, cross)).toBe('CURRENCY_UNKNOWN');
    expect(priceOf({ currency: 'EUR', pairId: 7 }, market({ base: 'EUR', quote: 'USD', state: 'open' }))).toBe(
      'RATE_OLD',
    );
  });
});
