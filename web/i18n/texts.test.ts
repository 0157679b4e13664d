// The three complete languages say the same things, each in its own plural forms; and no screen speaks past them.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPLETE_LANGUAGES, languageOf } from '@fairtick/contract/languages';
import { describe, expect, test } from 'vitest';
import { untranslated } from '../../tests/harness/untranslated.ts';

const webFolder = fileURLToPath(new URL('..', import.meta.url));
const uiFolder = fileURLToPath(new URL('../../ui', import.meta.url));
const textFolder = path.join(webFolder, 'i18n', 'texts');
const PLURAL = /_(zero|one|two|few|many|other)$/;

const read = (lang: string, file: string): Record<string, string> =>
  JSON.parse(fs.readFileSync(path.join(textFolder, lang, file), 'utf8'));
const namespaces = fs.readdirSync(path.join(textFolder, 'en'));

const stems = (texts: Record<string, string>): string[] =>
  [...new Set(Object.keys(texts).map((key) => key.replace(PLURAL, '')))].sort();
const places = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();

describe.each(namespaces)('%s', (file) => {
  const english = read('en', file);

  test.each(COMPLETE_LANGUAGES)('%s has every key and no other', (lang) => {
    expect(stems(read(lang, file))).toEqual(stems(english));
  });

  test.each(COMPLETE_LANGUAGES)('%s has every plural form its readers need', (lang) => {
    const forms = new Intl.PluralRules(languageOf(lang).locale).resolvedOptions().pluralCategories;
    const texts = read(lang, file);
    const plurals = new Set(
      Object.keys(texts)
        .filter((key) => PLURAL.test(key))
        .map((key) => key.replace(PLURAL, '')),
    );
    for (const stem of plurals) for (const form of forms) expect(texts).toHaveProperty([`${stem}_${form}`]);
  });

  test.each(COMPLETE_LANGUAGES)('%s fills no place that English does not know, and leaves no text empty', (lang) => {
    const texts = read(lang, file);
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${lang} ${key}`).not.toBe('');
      const stem = key.replace(PLURAL, '');
      const known = places(english[key] ?? english[`${stem}_other`] ?? english[stem] ?? '');
      // "One pair" needs no number: places may be left out in plural forms only.
      const used = places(text);
      if (PLURAL.test(key)) expect(known, `${lang} ${key}`).toEqual(expect.arrayContaining(used));
      else expect(used, `${lang} ${key}`).toEqual(known);
    }
  });

  test.each(COMPLETE_LANGUAGES.filter((lang) => lang !== 'en'))('%s is written in its own script', (lang) => {
    const script = lang === 'hk' ? /\p{Script=Han}/u : /\p{Script=Arabic}/u;
    const own = Object.entries(read(lang, file)).filter(([key, text]) => text === english[key] && !script.test(text));
    expect(own.map(([key]) => key).filter((key) => !SAME_EVERYWHERE.has(key))).toEqual([]);
  });
});

/** Names and bare patterns that are the same in every language. */
const SAME_EVERYWHERE = new Set(['brand', 'asset.SOL', 'uid', 'account.uid', 'pair.name', 'rate.line', 'claimed']);

const sources = [webFolder, uiFolder].flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => path.join(folder, name)),
);

test('no screen or component shows a text that is not translated', () => {
  expect(sources.length).toBeGreaterThan(30);
  const found = sources.flatMap((file) =>
    untranslated(fs.readFileSync(file, 'utf8'), file).map((text) => `${path.basename(file)}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('the search for untranslated texts finds what it should', () => {
  const source = `const A = () => <p title="Hello" className="px-4">Hi there {x ? 'yes please' : "—"} {\`Dear \${name}\`}</p>;`;
  expect(untranslated(source, 'a.tsx').sort()).toEqual(['Dear', 'Hello', 'Hi there', 'yes please']);
  expect(
    untranslated('const A = () => <b aria-label={t("x")} className={c ? "a" : "b"}>•••• {t("x")}</b>;', 'a.tsx'),
  ).toEqual([]);
});
