// What the market says to the outside has the contract's shape, with prices at each pair's own places.

import { candle as candleShape, pairTerms, tradePair } from '@fairtick/contract/http/market';
import { amount, price, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { PERIOD_MINUTES } from './feed.ts';
import { CATALOGUE, CATEGORIES } from './pairs.ts';
import { periodName, periodOf, toCandle, toCategory, toPairTerms, toTradePair } from './views.ts';

const [eurusd] = CATALOGUE;
if (!eurusd) throw new Error('the catalogue is empty');
const at = (text: string) => price(readUnits(text));

describe('under the contract’s names', () => {
  test('every pair is a trade pair, with and without a quote', () => {
    for (const pair of CATALOGUE) {
      const status = { marketStatus: 0, reason: 'stale', asOf: 0 } as const;
      expect(tradePair.safeParse(toTradePair(pair, status, undefined)).error).toBeUndefined();
    }
    const tick = {
      pairId: 1,
      seq: 0,
      logIndex: 0,
      bid: at('1.1'),
      ask: at('1.1001'),
      sourceTime: 5,
      receivedTime: 6,
      source: 'kraken',
    };
    const quotation = { tick, open: at('1'), close: at('1.10005'), change: readUnits('10') };
    const shown = toTradePair(eurusd, { marketStatus: 1, reason: 'open', asOf: 0 }, quotation);
    expect(tradePair.safeParse(shown).error).toBeUndefined();
    expect(shown).toMatchObject({
      Id: 1,
      MarketStatus: 1,
      ForexQuotations: { Open: '1.00000', Close: '1.10005', Change: '10.00', Bid: '1.10000', Ask: '1.10010', Time: 6 },
      HasForexMultiple: [{ Value: 10 }, { Value: 20 }, { Value: 50 }, { Value: 100 }, { Value: 200 }],
      ForexContNum: '100000',
      ForexMinCont: '0.01',
      Pip: '0.01',
      RatePairId: null,
    });
  });

  test('what is public beside: hours on the market’s clock, holidays, markup, financing', () => {
    for (const pair of CATALOGUE) expect(pairTerms.safeParse(toPairTerms(pair, 0, 500)).error).toBeUndefined();
    const utc = (text: string): number => Date.parse(text);
    const terms = {
      markup: at('0.0001'),
      financingBuy: amount(readUnits('7.5')),
      financingSell: amount(readUnits('-2')),
    };
    // A Saturday in summer: New York is four hours behind.
    const rest = toPairTerms({ ...eurusd, ...terms }, utc('2024-05-18T12:00:00Z'), 800);
    expect(rest).toMatchObject({
      Hours: 'fx',
      TimeZone: 'America/New_York',
      InHours: false,
      NextOpen: utc('2024-05-19T21:00:00Z'),
      NextClose: utc('2024-05-24T21:00:00Z'),
      Holidays: ['01-01', '12-25'],
      Markup: '0.0001',
      FinancingBuy: '7.5',
      FinancingSell: '-2',
      FreshMs: 800,
    });
    const open = toPairTerms(eurusd, utc('2024-05-22T12:00:00Z'), undefined);
    expect(open).toMatchObject({
      InHours: true,
      FreshMs: null,
      NextClose: rest.NextClose,
      NextOpen: utc('2024-05-26T21:00:00Z'),
    });
    const always = toPairTerms({ ...eurusd, hours: 'always' }, 0, undefined);
    expect(always).toMatchObject({ InHours: true, NextOpen: null, NextClose: null, Holidays: [] });
  });

  test('a candle', () => {
    const bar = {
      pairId: 1,
      period: 5,
      time: 300_000,
      open: at('1'),
      high: at('1.2'),
      low: at('0.9'),
      close: at('1.1'),
    } as const;
    const shown = toCandle({ ...bar, volume: 7, source: 'simulated-history' }, 5);
    expect(candleShape.safeParse(shown).error).toBeUndefined();
    expect(shown).toEqual({
      Time: 300_000,
      Open: '1.00000',
      High: '1.20000',
      Low: '0.90000',
      Close: '1.10000',
      Volume: 7,
      Source: 'simulated-history',
    });
  });

  test('the six periods have their names', () => {
    expect(PERIOD_MINUTES.map(periodName)).toEqual(['1min', '5min', '15min', '30min', '60min', '1day']);
    for (const period of PERIOD_MINUTES) expect(periodOf(periodName(period))).toBe(period);
  });

  test('every category has a text in the caller’s language', () => {
    expect(CATEGORIES.map((category) => toCategory(category, 'en').NameShowTrans)).toEqual([
      'Forex',
      'Metals',
      'Energy',
      'Indices',
      'Crypto',
    ]);
  });
});
