// The texts of the app: one language at a time, only the files asked for. Keys are flat, places {{named}}, plurals by CLDR through
// Intl. Why not i18next: docs/decisions/texts-by-intl.md.

import { COMPLETE_LANGUAGES, DEFAULT_LANGUAGE, type LanguageKey, languageOf } from '@fairtick/contract/languages';
import type { Namespace, TextValues } from './texts.ts';

type TextFile = Readonly<Record<string, string>>;

/** Of one language. A file of a screen is named by its path from there. */
interface LanguageTexts {
  readonly first: Readonly<Record<string, TextFile>>;
  readonly later: Readonly<Record<string, () => Promise<TextFile>>>;
}

const languages = import.meta.glob<LanguageTexts>('./languages/*.ts');

/** What is shown now. Replaced whole when the language or the loaded files change, never altered. */
export interface Texts {
  readonly lang: LanguageKey;
  readonly files: Readonly<Partial<Record<Namespace, TextFile>>>;
}

let shown: Texts = { lang: DEFAULT_LANGUAGE, files: {} };
/** What is among the texts shown. */
const loaded = new Set<Namespace>();
/** The language last asked for; `shown` follows when its texts have come. */
let wanted: LanguageKey = DEFAULT_LANGUAGE;
const listeners = new Set<() => void>();
const plurals = new Map<string, Intl.PluralRules>();

/** The language whose texts are shown for a chosen one: itself when complete, else English. */
export const textLanguage = (lang: LanguageKey): LanguageKey => (COMPLETE_LANGUAGES.includes(lang) ? lang : 'en');

export const currentTexts = (): Texts => shown;

export function onTexts(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function show(texts: Texts): void {
  shown = texts;
  for (const listener of listeners) listener();
}

async function read(lang: LanguageKey, namespaces: readonly Namespace[]): Promise<Texts['files']> {
  const texts = await languages[`./languages/${lang}.ts`]?.();
  const pairs = await Promise.all(
    namespaces.map(async (namespace) => {
      const file = texts?.first[namespace] ?? (await texts?.later[`../texts/${lang}/${namespace}.json`]?.());
      if (!file) throw new Error(`no texts ${lang}/${namespace}`);
      return [namespace, file] as const;
    }),
  );
  return Object.fromEntries(pairs);
}

/** Fetches texts of the current language; a screen asks for its own before it shows. Throws when they don't come. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  const { lang } = shown;
  const missing = namespaces.filter((namespace) => !shown.files[namespace]);
  if (missing.length === 0) return;
  const more = await read(lang, missing);
  // The language changed meanwhile: what came is of the old one.
  if (shown.lang !== lang) return loadTexts(...namespaces);
  for (const namespace of missing) loaded.add(namespace);
  show({ lang, files: { ...shown.files, ...more } });
}

/** Shows a language, after its texts for everything loaded so far have come. A newer wish wins over a slower older one. */
export async function switchLanguage(chosen: LanguageKey): Promise<void> {
  const lang = textLanguage(chosen);
  wanted = lang;
  if (lang === shown.lang) return;
  let files: Texts['files'] = {};
  // A screen may load more of the old language while these are on their way: again, until nothing shown is missing.
  for (;;) {
    const missing = [...loaded].filter((namespace) => !files[namespace]);
    if (missing.length === 0) break;
    files = { ...files, ...(await read(lang, missing)) };
    if (wanted !== lang) return;
  }
  show({ lang, files });
}

/** The text of a key with its places filled. `count` chooses the plural form. A key that is not there is shown as it is. */
export function textOf(texts: Texts, namespace: Namespace, key: string, values: TextValues = {}): string {
  const file = texts.files[namespace];
  const { count } = values;
  const form = typeof count === 'number' ? file?.[`${key}_${pluralForm(texts.lang, count)}`] : undefined;
  const text = form ?? file?.[key];
  return text === undefined
    ? key
    : text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => isolated(texts.lang, String(values[name] ?? place)));
}

/** A letter, or the mark that Intl puts after each part of a date: it is read from the right. */
const FROM_THE_RIGHT = /[\u0620-\u064A]|\d\u200F/;

/**
 * In a right-to-left sentence "1,143.62 US$" would come apart, so each value keeps a direction of its own: words and dates by their first
 * letter or mark (Unicode FSI), figures and codes left to right (LRI), for Intl begins some of them with a right-to-left mark.
 */
const isolated = (lang: LanguageKey, value: string): string =>
  languageOf(lang).rtl ? `${FROM_THE_RIGHT.test(value) ? '\u2068' : '\u2066'}${value}\u2069` : value;

/** By the rules of the locale, not of our key: `my` is Malay. */
function pluralForm(lang: LanguageKey, count: number): Intl.LDMLPluralRule {
  const { locale } = languageOf(lang);
  let rules = plurals.get(locale);
  if (!rules) {
    rules = new Intl.PluralRules(locale);
    plurals.set(locale, rules);
  }
  return rules.select(count);
}
