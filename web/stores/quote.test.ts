// A quote moves as its last tick did; the list of pairs keeps its objects while terms stay.

import type { TradePair } from '@fairtick/contract/http/market';
import { describe, expect, test } from 'vitest';
import { mergePairs, quoteFromTick } from './quote.ts';

describe('quotes', () => {
  const tick = (close: string, index: number) => ({
    symbol: 'EURUSD',
    quotation: { open: '1', close, bid: close, ask: close, time: index, index },
    change: '0.1',
    status: 'open' as const,
  });

  test('the move is that of the last tick that moved the price', () => {
    const first = quoteFromTick(tick('1.1', 1), undefined);
    const up = quoteFromTick(tick('1.2', 2), first);
    const same = quoteFromTick(tick('1.2', 3), up);
    const down = quoteFromTick(tick('1.15', 4), same);
    expect([first.move, up.move, same.move, down.move]).toEqual(['none', 'up', 'up', 'down']);
  });
});

describe('pairs', () => {
  const pair = (id: number, markup: string, close: string) =>
    ({ Id: id, Markup: markup, ForexQuotations: { Close: close }, MarketStatus: 1, StatusReason: 'open' }) as TradePair;

  test('a new price keeps the object, new terms replace it', () => {
    const before = [pair(1, '0', '1.1'), pair(2, '0', '2.2')];
    expect(mergePairs(before, [pair(1, '0', '9.9'), pair(2, '0', '9.9')])).toBe(before);
    const merged = mergePairs(before, [pair(1, '0', '9.9'), pair(2, '0.1', '9.9')]);
    expect(merged[0]).toBe(before[0]);
    expect(merged[1]?.Markup).toBe('0.1');
  });
});
