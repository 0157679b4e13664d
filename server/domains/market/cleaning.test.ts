// Rules §5, cleaning: what is dropped, what is held, and that nothing real is lost.

import { price, readUnits } from '@fairtick/kernel/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cleaner, type CleanQuote } from './cleaning.ts';

const quote = (bid: string, ask: string, sourceTime: number): CleanQuote => ({
  bid: price(readUnits(bid)),
  ask: price(readUnits(ask)),
  sourceTime,
});
const cleaner = (last?: CleanQuote): Cleaner =>
  new Cleaner({ pricePrecision: 5, maxJumpPercent: 20, futureLimitMs: 2_000 }, last);
const NOW = 1_000_000;

describe('§5 cleaning', () => {
  test('a zero spread is real, a crossed one is dropped and counted', () => {
    const c = cleaner();
    expect(c.accept(quote('1.10000', '1.10000', 1), NOW).length).toBe(1);
    expect(c.accept(quote('1.10001', '1.10000', 2), NOW)).toEqual([]);
    expect(c.counts().crossed).toBe(1);
  });

  test('a price that no market has is dropped before anything can hold it', () => {
    const c = cleaner();
    expect(c.accept(quote('9999999.9', '10000000', 1), NOW)).toEqual([]);
    expect(c.counts().invalid).toBe(1);
    expect(c.accept(quote('9999999.8', '9999999.9', 2), NOW).length).toBe(1);
  });

  test('older than the last by source time is dropped; the same time is not', () => {
    const c = cleaner();
    c.accept(quote('1.1', '1.2', 10), NOW);
    expect(c.accept(quote('1.1', '1.19', 10), NOW).length).toBe(1);
    expect(c.accept(quote('1.1', '1.18', 9), NOW)).toEqual([]);
    expect(c.counts().older).toBe(1);
  });

  test('zero, negative, too precise, far-future and repeated quotes are dropped, each under its own count', () => {
    const c = cleaner();
    c.accept(quote('1.1', '1.2', 10), NOW);
    for (const bad of [
      quote('0', '1.2', 11),
      quote('-1', '1.2', 11),
      quote('1.100001', '1.2', 11),
      quote('1.1', '1.2', NOW + 2_001),
      quote('1.1', '1.2', 10),
    ]) {
      expect(c.accept(bad, NOW)).toEqual([]);
    }
    expect(c.counts()).toEqual({ invalid: 2, precision: 1, crossed: 0, future: 1, older: 0, duplicate: 1, jump: 0 });
  });

  test('a jump of more than 20 % waits; a second near it within 5 s makes both real, in order', () => {
    const c = cleaner(quote('1', '1', 0));
    const first = quote('1.20001', '1.20001', 1_000);
    const second = quote('1.3', '1.3', 6_000);
    expect(c.accept(first, NOW)).toEqual([]);
    expect(c.accept(second, NOW)).toEqual([first, second]);
    expect(c.counts().jump).toBe(0);
  });

  test('exactly 20 % is no jump', () => {
    expect(cleaner(quote('1', '1', 0)).accept(quote('1.2', '1.2', 1), NOW).length).toBe(1);
    expect(cleaner(quote('1', '1', 0)).accept(quote('0.8', '0.8', 1), NOW).length).toBe(1);
  });

  test('a second one after 5 s confirms nothing and is held itself', () => {
    const c = cleaner(quote('1', '1', 0));
    c.accept(quote('2', '2', 1_000), NOW);
    expect(c.accept(quote('2', '2', 6_001), NOW)).toEqual([]);
    expect(c.counts().jump).toBe(1);
    expect(c.accept(quote('2', '2', 6_002), NOW).length).toBe(2);
  });

  test('a normal quote drops the held one; a spike the other way replaces it', () => {
    const c = cleaner(quote('1', '1', 0));
    c.accept(quote('2', '2', 1), NOW);
    expect(c.accept(quote('1.01', '1.01', 2), NOW).length).toBe(1);
    expect(c.counts().jump).toBe(1);
    c.accept(quote('2', '2', 3), NOW);
    expect(c.accept(quote('0.5', '0.5', 4), NOW)).toEqual([]);
    expect(c.counts().jump).toBe(2);
    expect(c.accept(quote('0.51', '0.51', 5), NOW).length).toBe(2);
  });

  test('on any input: what comes out never goes back in time, is never crossed, and every quote is kept, dropped or held', () => {
    const any = fc.record({
      bid: fc.integer({ min: -1, max: 400 }),
      spread: fc.integer({ min: -2, max: 3 }),
      step: fc.integer({ min: -3, max: 4_000 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (inputs) => {
        const c = cleaner();
        let time = 0;
        const real: CleanQuote[] = [];
        for (const { bid, spread, step } of inputs) {
          time += step;
          const units = BigInt(bid) * 1_000_000n;
          const next = { bid: price(units), ask: price(units + BigInt(spread) * 1_000n), sourceTime: time };
          real.push(...c.accept(next, NOW));
        }
        const dropped = Object.values(c.counts()).reduce((sum, n) => sum + n, 0);
        const held = inputs.length - dropped - real.length;
        expect(held === 0 || held === 1).toBe(true);
        real.forEach((tick, i) => {
          expect(tick.bid <= tick.ask && tick.bid > 0n).toBe(true);
          expect(tick.sourceTime >= (real[i - 1]?.sourceTime ?? tick.sourceTime)).toBe(true);
        });
      }),
    );
  });
});
