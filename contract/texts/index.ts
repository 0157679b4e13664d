// Says something in a language. The languages that are not complete yet read English.

import type { ErrorName } from '../errors.ts';
import { type LanguageKey, languageOf } from '../languages.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { hk } from './hk.ts';
import type { TextKey, Texts } from './keys.ts';

export type TextParams = Readonly<Record<string, string>>;

const LANGUAGES: Partial<Record<LanguageKey, Texts>> = { en, hk, ar };

const OPTIONAL = /\[([^\]]*)\]/g;
const PLACEHOLDER = /\{(\w+)\}/g;
/** First strong isolate and its end: a number or a code inside right-to-left text keeps its own order. */
const ISOLATE = '\u2068';
const ISOLATE_END = '\u2069';

/** Whether a text of that name exists. */
const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);

/**
 * The sentence of `key` with its placeholders filled. A part in square brackets disappears when one of its values is missing; a missing
 * value outside brackets shows as an ellipsis. `field` is translated when it names a field of the contract, `locks` as `lockWords` says them,
 * `rejection` as `rejectionWords` does, `why` as the reason of a cancellation, `skipped` as that of a copy that was not made; `words` were typed by a person, in any language.
 */
export function text(lang: LanguageKey, key: TextKey, params: TextParams = {}): string {
  const complete = LANGUAGES[lang];
  const texts = complete ?? en;
  const rtl = complete !== undefined && languageOf(lang).rtl;
  const filled = (name: string): string | undefined => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || value === '') return undefined;
    const fieldKey = `field.${value}`;
    if (name === 'field' && isTextKey(fieldKey)) return texts[fieldKey];
    if (name === 'locks') return lockWords(lang, value);
    if (name === 'rejection') return rejectionWords(lang, value);
    const whyKey = `cancelled.${value}`;
    if (name === 'why' && isTextKey(whyKey)) return texts[whyKey];
    const skippedKey = `skipped.${value}`;
    if (name === 'skipped' && isTextKey(skippedKey)) return texts[skippedKey];
    return rtl || name === 'words' ? `${ISOLATE}${value}${ISOLATE_END}` : value;
  };
  return texts[key]
    .replace(OPTIONAL, (_, part: string) =>
      [...part.matchAll(PLACEHOLDER)].every(([, name = '']) => filled(name) !== undefined) ? part : '',
    )
    .replace(PLACEHOLDER, (_, name: string) => filled(name) ?? '…');
}

/** What a freeze locks in the reader's words. A name that this server has no words for is said as it is. */
export function lockWords(lang: LanguageKey, names: string): string {
  const complete = LANGUAGES[lang];
  const texts = complete ?? en;
  const words = names.split(',').map((name) => {
    const key = `lock.${name}`;
    return isTextKey(key) ? texts[key] : name;
  });
  return new Intl.ListFormat(languageOf(complete ? lang : 'en').locale, { type: 'conjunction' }).format(words);
}

/** Why documents were not accepted, in the reader's words. */
export function rejectionWords(lang: LanguageKey, code: string): string {
  const key = `rejection.${code}`;
  return isTextKey(key) ? (LANGUAGES[lang] ?? en)[key] : code;
}

export const errorText = (lang: LanguageKey, error: ErrorName, params?: TextParams): string =>
  text(lang, `error.${error}`, params);
