// Times as text for a reader: fields of the contract that end in Tran, ST or Handler.

import { type LanguageKey, languageOf } from '@fairtick/contract/languages';

const formats = new Map<LanguageKey, Intl.DateTimeFormat>();
/** The newest text of each language: most times asked for are of this second. */
const newest = new Map<LanguageKey, { readonly second: number; readonly text: string }>();

/** Date and time to the second in UTC, said so in the text, in the language's own form. '' for no time. */
export function timeText(timeMs: number | null | undefined, lang: LanguageKey): string {
  if (timeMs === null || timeMs === undefined) return '';
  const second = Math.floor(timeMs / 1_000);
  const known = newest.get(lang);
  if (known?.second === second) return known.text;
  let format = formats.get(lang);
  if (!format) {
    format = new Intl.DateTimeFormat(languageOf(lang).locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
    formats.set(lang, format);
  }
  const text = format.format(timeMs);
  newest.set(lang, { second, text });
  return text;
}
