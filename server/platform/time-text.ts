// Times as text for a reader: fields of the contract that end in Tran, ST or Handler.

import { type LanguageKey, languageOf } from '@fairtick/contract/languages';

const formats = new Map<LanguageKey, Intl.DateTimeFormat>();

/** Date and time to the second in UTC, said so in the text, in the language's own form. '' for no time. */
export function timeText(timeMs: number | null | undefined, lang: LanguageKey): string {
  if (timeMs === null || timeMs === undefined) return '';
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
  return format.format(timeMs);
}
