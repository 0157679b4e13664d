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
  /** What a person owns is not shown. */
  readonly hidden: boolean;
}

const Context = createContext<UiLocale>({
  formats: createFormats('en'),
  rtl: false,
  words: { close: '', hidden: '', up: '', down: '' },
  hidden: false,
});

interface LocaleProviderProps {
  readonly locale: string;
  /** The IANA name of the zone that all times are told in. */
  readonly zone: string;
  readonly rtl: boolean;
  readonly words: UiWords;
  readonly hidden: boolean;
  readonly children: ReactNode;
}

export function LocaleProvider({ locale, zone, rtl, words, hidden, children }: LocaleProviderProps) {
  const formats = useMemo(() => createFormats(locale, zone), [locale, zone]);
  const value = useMemo(() => ({ formats, rtl, words, hidden }), [formats, rtl, words, hidden]);
  return <Context value={value}>{children}</Context>;
}

export const useFormats = (): Formats => useContext(Context).formats;
export const useRtl = (): boolean => useContext(Context).rtl;
export const useWords = (): UiWords => useContext(Context).words;
export const useHidden = (): boolean => useContext(Context).hidden;

/** Stands where an amount is not shown. */
export const HIDDEN = '••••••';

/** `formats.money` for what a person owns: hidden where they want it so. */
export function useOwnMoney(): Formats['money'] {
  const { formats, hidden } = useContext(Context);
  return hidden ? () => HIDDEN : formats.money;
}
