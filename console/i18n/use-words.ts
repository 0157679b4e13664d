// Names of roles, locks, countries and products as lists in the reader's language. What is not known is shown by its name.

import { useContext } from 'react';
import { LOCALES, textOrName } from './texts.ts';
import { LangContext, useTexts } from './use-texts.ts';

type Named = 'role' | 'lock' | 'product' | 'pairs';

export interface Words {
  /** "a, b and c". */
  list(texts: readonly string[]): string;
  named(kind: Named, names: readonly string[]): string;
  /** By ISO 3166 codes. */
  countries(codes: readonly string[]): string;
}

export function useWords(): Words {
  const t = useTexts();
  const locale = LOCALES[useContext(LangContext)];
  const list = (texts: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
  const region = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return {
    list,
    named: (kind, names) => list(names.map((name) => textOrName(t, kind, name))),
    countries: (codes) => list(codes.map((code) => (/^[A-Z]{2}$/.test(code) ? (region.of(code) ?? code) : code))),
  };
}
