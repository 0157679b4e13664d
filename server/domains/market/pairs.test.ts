// The catalogue holds what the engine relies on: fixed ids, every quote currency convertible, settings that survive the table.

import { describe, expect, test } from 'vitest';
import { CATALOGUE, CATEGORIES, pairOfSettings, settingsOf } from './pairs.ts';

describe('the catalogue', () => {
  test('has 24 pairs with ids and codes of their own, each in a category', () => {
    expect(CATALOGUE.length).toBe(24);
    expect(new Set(CATALOGUE.map((pair) => pair.id)).size).toBe(24);
    expect(new Set(CATALOGUE.map((pair) => pair.code)).size).toBe(24);
    for (const pair of CATALOGUE) expect(CATEGORIES.some((category) => category.id === pair.categoryId)).toBe(true);
  });

  test('§6: every pair not quoted in USD names the pair that converts it, the right way round', () => {
    for (const pair of CATALOGUE) {
      if (pair.quote === 'USD') {
        expect(pair.ratePairId).toBeUndefined();
        continue;
      }
      const rate = CATALOGUE.find((other) => other.id === pair.ratePairId);
      expect([rate?.base, rate?.quote]).toEqual(pair.rateInverse ? ['USD', pair.quote] : [pair.quote, 'USD']);
    }
  });

  test('§6: the least quantity is a whole number of steps and below the most', () => {
    for (const pair of CATALOGUE) {
      expect(pair.minQuantity % pair.quantityStep).toBe(0n);
      expect(pair.maxQuantity > pair.minQuantity).toBe(true);
    }
  });

  test('goes through the table and back unchanged', () => {
    for (const pair of CATALOGUE) {
      const stored: unknown = JSON.parse(JSON.stringify(settingsOf(pair)));
      expect(pairOfSettings(pair.id, pair.code, stored)).toEqual({ ok: true, value: pair });
    }
  });

  test('a spoilt row is refused with a sentence that names pair and field', () => {
    const pair = CATALOGUE[0];
    if (!pair) throw new Error('the catalogue is empty');
    const settings = { ...settingsOf(pair), feeRate: 'NaN' };
    expect(pairOfSettings(1, 'EURUSD', settings)).toEqual({
      ok: false,
      error: 'Pair EURUSD: feeRate is not a decimal text',
    });
    expect(pairOfSettings(1, 'EURUSD', { ...settingsOf(pair), multiples: ['x'] }).ok).toBe(false);
    expect(pairOfSettings(1, 'EURUSD', { ...settingsOf(pair), markup: '0.000001' }).ok).toBe(false);
    expect(pairOfSettings(1, 'EURUSD', { ...settingsOf(pair), enabled: 'yes' }).ok).toBe(false);
    expect(pairOfSettings(1, 'EURUSD', null).ok).toBe(false);
  });
});
