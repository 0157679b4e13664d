// A component's way to its texts and to figures and times in its language.

import { createFormats, type Formats } from '@fairtick/ui/format';
import { createContext, useCallback, useContext } from 'react';
import type { Lang } from './lang.ts';
import { LOCALES, type Translate, textOf } from './texts.ts';

export const LangContext = createContext<Lang>('en');

export function useTexts(): Translate {
  const lang = useContext(LangContext);
  return useCallback((key, values) => textOf(lang, key, values), [lang]);
}

const FORMATS: Readonly<Record<Lang, Formats>> = { en: createFormats(LOCALES.en), hk: createFormats(LOCALES.hk) };
const dayTimes: Readonly<Record<Lang, Intl.DateTimeFormat>> = { en: dayTimeIn('en'), hk: dayTimeIn('hk') };

function dayTimeIn(lang: Lang): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
}

export interface ConsoleFormats extends Formats {
  /** Day and minute, in this machine's zone. */
  dayTime(ms: number): string;
  /** "12 min", "3 hr" in the language. */
  span(value: number, unit: 'minute' | 'hour' | 'day'): string;
}

export function useFormats(): ConsoleFormats {
  const lang = useContext(LangContext);
  return {
    ...FORMATS[lang],
    dayTime: (ms) => dayTimes[lang].format(ms),
    span: (value, unit) =>
      new Intl.NumberFormat(LOCALES[lang], { style: 'unit', unit, unitDisplay: 'short' }).format(value),
  };
}
