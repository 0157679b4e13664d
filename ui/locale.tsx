// What components must know of the user's language: formats, direction and the few words they say themselves.

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { createFormats, type Formats } from './format.ts';

export { createFormats, type Formats, signOf } from './format.ts';

export interface UiWords {
  readonly close: string;
  readonly hidden: string;
  readonly up: string;
  readonly down: string;
}

interface UiLocale {
  readonly formats: Formats;
  readonly rtl: boolean;
  readonly words: UiWords;
}

const Context = createContext<UiLocale>({
  formats: createFormats('en'),
  rtl: false,
  words: { close: '', hidden: '', up: '', down: '' },
});

interface LocaleProviderProps {
  readonly locale: string;
  /** The IANA name of the zone that all times are told in. */
  readonly zone: string;
  readonly rtl: boolean;
  readonly words: UiWords;
  readonly children: ReactNode;
}

export function LocaleProvider({ locale, zone, rtl, words, children }: LocaleProviderProps) {
  const value = useMemo(() => ({ formats: createFormats(locale, zone), rtl, words }), [locale, zone, rtl, words]);
  return <Context value={value}>{children}</Context>;
}

export const useFormats = (): Formats => useContext(Context).formats;
export const useRtl = (): boolean => useContext(Context).rtl;
export const useWords = (): UiWords => useContext(Context).words;
