// Times as text for a reader: fields of the contract that end in Tran, ST or Handler.

import { type LanguageKey, languageOf } from '@fairtick/contract/languages';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Days remembered for a language; emptied when full. */
const MAX_DAYS = 1_000;

/** A part of the text that changes within a day, in the words of the language for each of its numbers. */
interface Dial {
  readonly type: 'hour' | 'minute' | 'second';
  readonly stepMs: number;
  readonly texts: readonly string[];
}

interface Words {
  readonly format: Intl.DateTimeFormat;
  readonly dials: readonly Dial[];
  /** The text of a day: what stands, and where its dials are. */
  readonly days: Map<number, readonly (string | Dial)[]>;
}

const known = new Map<LanguageKey, Words>();

/**
 * Date and time to the second in UTC, said so in the text, in the language's own form. '' for no time. The language is asked once a day that is
 * shown: a page of orders has forty times, and most of them lie on few days.
 */
export function timeText(timeMs: number | null | undefined, lang: LanguageKey): string {
  if (timeMs === null || timeMs === undefined) return '';
  const words = wordsOf(lang);
  const day = Math.floor(timeMs / DAY_MS);
  let text = '';
  for (const piece of piecesOf(words, day)) {
    if (typeof piece === 'string') text += piece;
    else text += piece.texts[Math.floor((timeMs - day * DAY_MS) / piece.stepMs) % piece.texts.length] ?? '';
  }
  return text;
}

/** Formats of languages and zones; emptied when full. */
const zoned = new Map<string, Intl.DateTimeFormat>();
const MAX_ZONED = 200;

/** The same in a time zone, which the text names; in UTC where there is none. */
export function timeTextIn(timeMs: number, lang: LanguageKey, zone: string | undefined): string {
  if (zone === undefined) return timeText(timeMs, lang);
  const place = `${lang} ${zone}`;
  let format = zoned.get(place);
  if (!format) {
    format = formatOf(lang, zone);
    if (zoned.size >= MAX_ZONED) zoned.clear();
    zoned.set(place, format);
  }
  return format.format(timeMs);
}

const formatOf = (lang: LanguageKey, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(languageOf(lang).locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  });

function wordsOf(lang: LanguageKey): Words {
  let words = known.get(lang);
  if (!words) {
    const format = formatOf(lang, 'UTC');
    const dial = (type: Dial['type'], stepMs: number, count: number): Dial => {
      const textOf = (n: number): string =>
        format.formatToParts(n * stepMs).find((part) => part.type === type)?.value ?? '';
      return { type, stepMs, texts: Array.from({ length: count }, (_, n) => textOf(n)) };
    };
    const dials = [dial('hour', HOUR_MS, 24), dial('minute', MINUTE_MS, 60), dial('second', SECOND_MS, 60)];
    words = { format, dials, days: new Map() };
    known.set(lang, words);
  }
  return words;
}

function piecesOf({ format, dials, days }: Words, day: number): readonly (string | Dial)[] {
  let pieces = days.get(day);
  if (!pieces) {
    const parts = format.formatToParts(day * DAY_MS);
    pieces = parts.map(({ type, value }) => dials.find((dial) => dial.type === type) ?? value);
    if (days.size >= MAX_DAYS) days.clear();
    days.set(day, pieces);
  }
  return pieces;
}
