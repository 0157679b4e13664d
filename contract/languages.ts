// The 18 languages: the product's own keys (which mostly name countries), the tag Intl understands, the name as its readers write it.

export const LANGUAGES = [
  { key: 'hk', locale: 'zh-HK', text: '繁體中文', rtl: false },
  { key: 'en', locale: 'en', text: 'English', rtl: false },
  { key: 'jp', locale: 'ja', text: '日本語', rtl: false },
  { key: 'kr', locale: 'ko', text: '한국어', rtl: false },
  { key: 'th', locale: 'th-TH-u-ca-gregory', text: 'ไทย', rtl: false },
  { key: 'vn', locale: 'vi', text: 'Tiếng Việt', rtl: false },
  { key: 'fr', locale: 'fr', text: 'Français', rtl: false },
  { key: 'de', locale: 'de', text: 'Deutsch', rtl: false },
  { key: 'ru', locale: 'ru', text: 'Русский', rtl: false },
  { key: 'spa', locale: 'es', text: 'Español', rtl: false },
  { key: 'pt', locale: 'pt', text: 'Português', rtl: false },
  { key: 'ar', locale: 'ar', text: 'العربية', rtl: true },
  { key: 'it', locale: 'it', text: 'Italiano', rtl: false },
  { key: 'tr', locale: 'tr', text: 'Türkçe', rtl: false },
  { key: 'id', locale: 'id', text: 'Bahasa Indonesia', rtl: false },
  { key: 'my', locale: 'ms', text: 'Melayu', rtl: false },
  { key: 'hi', locale: 'hi', text: 'हिन्दी', rtl: false },
  { key: 'cs', locale: 'cs', text: 'Čeština', rtl: false },
] as const;

export type LanguageKey = (typeof LANGUAGES)[number]['key'];
export const DEFAULT_LANGUAGE: LanguageKey = 'hk';
/** Languages whose texts are complete; the others read English until theirs are written, and say so. */
export const COMPLETE_LANGUAGES: readonly LanguageKey[] = ['hk', 'en', 'ar'];

/** The language a `lang` header or stored setting names; 'tw' is the older name of hk. Unknown: the default. */
export function languageKey(text: string | undefined): LanguageKey {
  const key = text === 'tw' ? 'hk' : text;
  return LANGUAGES.find((language) => language.key === key)?.key ?? DEFAULT_LANGUAGE;
}

/** Of a first visit: the first of the browser's languages (tags as `navigator.languages` has them) that is one of ours, else the default. */
export function firstLanguage(tags: readonly string[]): LanguageKey {
  const spoken = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? '';
  const known = tags.map((tag) => LANGUAGES.find(({ locale }) => spoken(locale) === spoken(tag)));
  return known.find((language) => language !== undefined)?.key ?? DEFAULT_LANGUAGE;
}

export const languageOf = (key: LanguageKey): (typeof LANGUAGES)[number] =>
  LANGUAGES.find((language) => language.key === key) ?? LANGUAGES[0];
