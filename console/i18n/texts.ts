// The texts of the console: whole sentences and labels, places {{named}}, plurals as `key_one` and `key_other` by Intl.

import { en } from './en.ts';
import type { Lang } from './lang.ts';

type PluralEnd = 'one' | 'other';
type Base<K extends string> = K extends `${infer Stem}_${PluralEnd}` ? Stem : K;
export type FullKey = keyof typeof en;
export type TextKey = Base<FullKey>;
export type Texts = Readonly<Record<FullKey, string>>;
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: TextValues) => string;

const loaded: { en: Texts; hk?: Texts } = { en };
export const LOCALES: Readonly<Record<Lang, string>> = { en: 'en-GB', hk: 'zh-HK' };
const PLURALS: Readonly<Record<Lang, Intl.PluralRules>> = {
  en: new Intl.PluralRules(LOCALES.en),
  hk: new Intl.PluralRules(LOCALES.hk),
};

/** Before anything is shown in it: whoever reads one language does not wait for the other. */
export async function loadLanguage(lang: Lang): Promise<void> {
  if (lang === 'hk') loaded.hk ??= (await import('./hk.ts')).hk;
}

const isKey = (key: string): key is FullKey => Object.hasOwn(en, key);

/** With its places filled; `count` chooses the plural. A place without a value stays to be seen. */
export const textOf = (lang: Lang, key: TextKey, values?: TextValues): string =>
  textAmong(loaded[lang] ?? en, lang, key, values);

/** The same, of texts that come with a screen of their own. */
export function textAmong(
  texts: Readonly<Record<string, string>>,
  lang: Lang,
  key: string,
  values: TextValues = {},
): string {
  const { count } = values;
  const form = typeof count === 'number' ? `${key}_${PLURALS[lang].select(count)}` : key;
  const text = [form, key, `${key}_other`].map((one) => texts[one]).find((one) => one !== undefined) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
}

/** For what the server names and the console may not know yet: the name itself then. */
export const textOrName = (t: Translate, prefix: string, name: string): string => {
  const key = `${prefix}.${name}`;
  return isKey(key) && isPlain(key) ? t(key) : name;
};

const isPlain = (key: FullKey): key is Extract<FullKey, TextKey> => !/_(one|other)$/.test(key);
