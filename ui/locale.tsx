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

export function LocaleProvider(props: { locale: string; rtl: boolean; words: UiWords; children: ReactNode }) {
  const { locale, rtl, words } = props;
  const value = useMemo(() => ({ formats: createFormats(locale), rtl, words }), [locale, rtl, words]);
  return <Context value={value}>{props.children}</Context>;
}

export const useFormats = (): Formats => useContext(Context).formats;
export const useRtl = (): boolean => useContext(Context).rtl;
export const useWords = (): UiWords => useContext(Context).words;
