// Both languages say the same things, and no screen speaks past them.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { untranslated } from '../../tests/harness/untranslated.ts';
import { en } from './en.ts';
import { loansEn } from './en-loans.ts';
import { hk } from './hk.ts';
import { loansHk } from './hk-loans.ts';
import { loadLanguage, textOf, textOrName } from './texts.ts';

await loadLanguage('hk');

const folder = fileURLToPath(new URL('..', import.meta.url));
const sources = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist|i18n)\/|\.test\./.test(name));
const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

const places = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();
/** Short codes and patterns that are the same in both. */
const SAME = new Set(['brand', 'column.uid']);

const side = (english: Readonly<Record<string, string>>, chinese: Readonly<Record<string, string>>) =>
  Object.entries(english).map(([key, text]) => ({ key, english: text, chinese: chinese[key] ?? '' }));
const both = [...side(en, hk), ...side(loansEn, loansHk)];

test('both languages fill the same places and leave no text empty', () => {
  const faults = both.filter(
    ({ english, chinese }) => String(places(english)) !== String(places(chinese)) || !english.trim() || !chinese.trim(),
  );
  expect(faults).toEqual([]);
});

test('Chinese is written in its own script', () => {
  const words = both.filter(
    ({ key, english }) => !SAME.has(key) && /\p{L}/u.test(english.replaceAll(/\{\{\w+\}\}/g, '')),
  );
  expect(words.length).toBeGreaterThan(200);
  expect(words.filter(({ chinese }) => !/\p{Script=Han}/u.test(chinese))).toEqual([]);
});

test('a text has its places filled, takes its plural form, and an unknown place stays to be seen', () => {
  expect(textOf('en', 'freeze.title', { uid: 'X' })).toBe('Freeze X');
  expect(textOf('en', 'freeze.title')).toBe('Freeze {{uid}}');
  expect(textOf('en', 'verification.same_card', { count: 1 })).toMatch(/^Another account has/);
  expect(textOf('en', 'verification.same_card', { count: 2 })).toMatch(/^Other accounts have/);
  expect(textOf('hk', 'verification.same_card', { count: 1 })).toMatch(/^其他帳戶/);
});

test('what the server names and the console does not know is shown by its name', () => {
  const t = (key: Parameters<typeof textOf>[1]): string => textOf('en', key);
  expect(textOrName(t, 'act', 'user_frozen')).toBe('User frozen');
  expect(textOrName(t, 'act', 'constructor')).toBe('constructor');
});

test('no screen shows a text that is not translated', () => {
  const screens = sources.filter((name) => name.endsWith('.tsx'));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.flatMap((name) => untranslated(read(name), name).map((text) => `${name}: ${text}`))).toEqual([]);
});
