import { beforeEach, describe, expect, test } from 'vitest';
import { currentTexts, loadTexts, onTexts, switchLanguage, type Texts, textOf } from './i18n.ts';

const texts = (lang: Texts['lang'], home: Record<string, string>): Texts => ({ lang, files: { home } });

describe('a text', () => {
  test('has its places filled; an unknown place stays to be seen', () => {
    expect(textOf(texts('en', { a: '{{x}} of {{y}}' }), 'home', 'a', { x: 1 })).toBe('1 of {{y}}');
  });
  test('takes the plural form of its language', () => {
    const forms = { n_zero: 'zero', n_one: 'one', n_two: 'two', n_few: 'few', n_many: 'many', n_other: 'other' };
    const ar = [0, 1, 2, 3, 11, 100].map((count) => textOf(texts('ar', forms), 'home', 'n', { count }));
    expect(ar).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
    expect(textOf(texts('en', forms), 'home', 'n', { count: 1 })).toBe('one');
    expect(textOf(texts('hk', forms), 'home', 'n', { count: 1 })).toBe('other');
  });
  test('gives each value a direction of its own where the sentence runs right to left', () => {
    expect(textOf(texts('ar', { a: 'ب {{x}}' }), 'home', 'a', { x: '1 US$' })).toBe('ب \u20661 US$\u2069');
    expect(textOf(texts('ar', { a: '{{x}}' }), 'home', 'a', { x: 'شراء' })).toBe('\u2068شراء\u2069');
    const [money, date] = ['\u200F1,143.62 US$', '22\u200F/11\u200F/2026'];
    expect(textOf(texts('ar', { a: '{{x}}' }), 'home', 'a', { x: money })).toBe(`\u2066${money}\u2069`);
    expect(textOf(texts('ar', { a: '{{x}}' }), 'home', 'a', { x: date })).toBe(`\u2068${date}\u2069`);
  });
  test('does not read a value as a pattern', () => {
    expect(textOf(texts('en', { a: '<{{x}}>' }), 'home', 'a', { x: '$& {{x}}' })).toBe('<$& {{x}}>');
  });
});

describe('switching', () => {
  beforeEach(() => switchLanguage('hk'));

  test('shows nothing of the new language before all of it has come', async () => {
    await loadTexts('shell', 'home');
    const seen: string[] = [];
    const stop = onTexts(() =>
      seen.push(textOf(currentTexts(), 'home', 'login') + textOf(currentTexts(), 'shell', 'retry')),
    );
    await switchLanguage('en');
    stop();
    expect(seen).toEqual(['Log inTry again']);
  });
  test('keeps what a screen loads while the switch is under way', async () => {
    await loadTexts('shell');
    await Promise.all([switchLanguage('en'), loadTexts('login')]);
    expect(textOf(currentTexts(), 'login', 'submit')).toBe('Log in');
    expect(textOf(currentTexts(), 'shell', 'retry')).toBe('Try again');
  });
  test('the last wish wins, and a language without texts of its own is English', async () => {
    await loadTexts('shell');
    await Promise.all([switchLanguage('ar'), switchLanguage('de')]);
    expect(currentTexts().lang).toBe('en');
  });
});
