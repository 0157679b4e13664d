import type { LanguageKey } from '@fairtick/contract/languages';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Headline,
  hasRead,
  isForDemo,
  isShown,
  needsSecond,
  newestFirst,
  pinnedFirst,
  type ShelfItem,
  shownUntil,
  textFor,
} from './rules.ts';

const text = (lang: LanguageKey, title: string = lang): Headline => ({
  ...{ lang, version: 1, title, summary: '', picture: undefined },
});
const item = (change: Partial<Omit<ShelfItem, 'texts'>>, ...langs: LanguageKey[]): ShelfItem => ({
  ...{ id: 1n, kind: 'announcement', about: 'notice', audience: 'all', publishTime: 1_000, expireTime: undefined },
  ...{ pinned: false, countries: [] },
  ...change,
  texts: new Map(langs.map((lang) => [lang, text(lang)])),
});
const visitor = (nowMs: number) => ({ nowMs, realm: undefined, country: undefined });

test.each<[LanguageKey, LanguageKey[], LanguageKey]>([
  ['ar', ['en', 'ar'], 'ar'],
  ['de', ['hk', 'en', 'ar'], 'en'],
  ['de', ['ar', 'hk'], 'hk'],
  ['de', ['ar'], 'ar'],
  ['hk', ['en', 'ar'], 'en'],
])('who reads %s gets, of %j, %s', (lang, there, got) => {
  expect(textFor(item({}, ...there), lang)?.lang).toBe(got);
});

test('an item is read from its moment on until its end, and never without a text', () => {
  const one = item({ expireTime: 2_000 }, 'en');
  expect([999, 1_000, 1_999, 2_000].map((now) => isShown(one, visitor(now)))).toEqual([false, true, true, false]);
  expect(isShown(item({}), visitor(5_000))).toBe(false);
});

test('until the moment that is named, time alone shows nothing else; at it, it may', () => {
  const times = fc.integer({ min: 0, max: 20 });
  const dates = fc.record({ publishTime: times, expireTime: fc.option(times, { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(dates, { maxLength: 5 }), times, (all, now) => {
      const items = all.map((one) => item(one, 'en'));
      const seen = (at: number) => items.map((one) => isShown(one, visitor(at)));
      const until = shownUntil(items, now);
      expect(until).toBeGreaterThan(now);
      for (let at = now; at < Math.min(until, 22); at += 1) expect(seen(at)).toEqual(seen(now));
    }),
  );
  expect(shownUntil([item({ publishTime: 5 }), item({ publishTime: 1, expireTime: 9 })], 4)).toBe(5);
  expect(shownUntil([item({ publishTime: 5 }), item({ publishTime: 1, expireTime: 9 })], 5)).toBe(9);
  expect(shownUntil([item({ publishTime: 5 })], 5)).toBe(Number.POSITIVE_INFINITY);
});

test('what is for one realm is read by its users alone', () => {
  const demo = item({ audience: 'demo' }, 'en');
  expect(isShown(demo, { nowMs: 5_000, realm: 'demo', country: undefined })).toBe(true);
  expect(isShown(demo, { nowMs: 5_000, realm: 'live', country: undefined })).toBe(false);
  expect(isShown(demo, visitor(5_000))).toBe(false);
});

test('terms are read by nobody before every complete language has them, and published by a second person', () => {
  expect(isShown(item({ about: 'terms' }, 'en', 'hk'), visitor(5_000))).toBe(false);
  expect(isShown(item({ about: 'terms' }, 'en', 'hk', 'ar'), visitor(5_000))).toBe(true);
  expect([
    needsSecond({ about: 'terms' }),
    needsSecond({ about: 'incident' }),
    needsSecond({ about: undefined }),
  ]).toEqual([...[true, false, false]]);
});

test('for demo accounts by its audience or by its title', () => {
  const all = item({}, 'en');
  expect(isForDemo(item({ audience: 'demo' }, 'en'), text('en', 'Hello'))).toBe(true);
  expect(isForDemo(all, text('en', 'DEMO'))).toBe(true);
  expect(isForDemo(all, text('en', 'Demo day'))).toBe(false);
});

test('the newest first, and what was published at one moment by its number', () => {
  const sorted = [item({ id: 1n }), item({ id: 3n }), item({ id: 2n, publishTime: 2_000 })].sort(newestFirst);
  expect(sorted.map(({ id }) => id)).toEqual([2n, 3n, 1n]);
});

test('terms are read by who has read a version that is read now; anything else once and for all', () => {
  const terms = item({ about: 'terms' }, 'en', 'hk');
  const reads = (lang: LanguageKey, version: number) => new Map([[1n, [{ lang, version }]]]);
  expect(hasRead(new Map(), terms)).toBe(false);
  expect(hasRead(reads('hk', 1), terms)).toBe(true);
  expect(hasRead(reads('hk', 2), terms)).toBe(false);
  expect(hasRead(reads('ar', 1), terms)).toBe(false);
  expect(hasRead(reads('hk', 2), item({ about: 'notice' }, 'en'))).toBe(true);
});

test('what is for some countries alone is read by who lives there, and by nobody who has said nothing', () => {
  const there = item({ countries: ['HK', 'SG'] }, 'en');
  const livingIn = (country: string | undefined) => isShown(there, { nowMs: 5_000, realm: 'live', country });
  expect([livingIn('SG'), livingIn('DE'), livingIn(''), livingIn(undefined)]).toEqual([true, false, false, false]);
  expect(isShown(item({}, 'en'), { nowMs: 5_000, realm: 'live', country: 'DE' })).toBe(true);
});

test('what is pinned stands above newer ones, and among themselves the newest first', () => {
  const items = [
    item({ id: 1n, publishTime: 5 }),
    item({ id: 2n, publishTime: 1, pinned: true }),
    item({ id: 3n, publishTime: 2, pinned: true }),
  ];
  expect(items.toSorted(pinnedFirst).map(({ id }) => id)).toEqual([3n, 2n, 1n]);
});
