import { expect, test } from 'vitest';
import { settingsFrom } from './settings.ts';

test('without a choice the language is that of the browser, and the theme that of the system', () => {
  expect(settingsFrom(undefined, 'zh-HK')).toEqual({ lang: 'hk', theme: 'system' });
  expect(settingsFrom(undefined, 'de')).toEqual({ lang: 'en', theme: 'system' });
});

test('a broken store loses only what cannot be read', () => {
  expect(settingsFrom({ lang: 'ar', theme: 'dark' }, 'en')).toEqual({ lang: 'en', theme: 'dark' });
  expect(settingsFrom({ lang: 'hk', theme: 7 }, 'en')).toEqual({ lang: 'hk', theme: 'system' });
});
