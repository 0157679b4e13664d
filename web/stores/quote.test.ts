// A tick wakes only what shows it; the list of pairs keeps its objects while terms stay.

import type { TradePair } from '@fairtick/contract/http/market';
import { describe, expect, test } from 'vitest';
import { KeyedStore } from './keyed-store.ts';
import { mergePairs, quoteFromTick } from './quote.ts';
import { settingsFrom } from './settings.ts';

describe('keyed store', () => {
  test('wakes the listeners of changed keys once a flush, and no others', () => {
    const flushes: (() => void)[] = [];
    const store = new KeyedStore<number, string>((flush) => flushes.push(flush));
    const woken: string[] = [];
    store.subscribe(1, () => woken.push('one'));
    const leave = store.subscribe(2, () => woken.push('two'));
    store.set(1, 'a');
    store.set(1, 'b');
    expect(flushes).toHaveLength(1);
    flushes[0]?.();
    expect(woken).toEqual(['one']);
    expect(store.get(1)).toBe('b');
    leave();
    store.set(2, 'c');
    flushes[1]?.();
    expect(woken).toEqual(['one']);
  });
});

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

describe('settings', () => {
  test('what can not be read falls back field by field', () => {
    const read = settingsFrom({ theme: 'dark', period: '2min', chartZone: 'Mars/Base', lang: 'tw', microAmount: 5 });
    expect(read).toMatchObject({ theme: 'dark', period: '5min', chartZone: 'Asia/Tokyo', lang: 'hk', microAmount: '' });
    expect(settingsFrom(undefined).theme).toBe('system');
  });
});
