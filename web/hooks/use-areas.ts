// The countries of residence that may register, with their names in the reader's language, in its order.

import { type LanguageKey, languageOf } from '@fairtick/contract/languages';
import { REFUSED_COUNTRIES } from '@fairtick/contract/refused-countries';
import { useMemo } from 'react';
import { QUERY } from '../transport/query.ts';
import { useAnswer } from './use-answer.ts';
import { useSettings } from './use-settings.ts';

export interface NamedArea {
  /** ISO 3166 alpha-2. */
  readonly id: string;
  /** Digits, without +. */
  readonly global_code: string;
  readonly name: string;
}

export function useAreas(): readonly NamedArea[] {
  const lang = useSettings((settings) => settings.lang);
  const { data } = useAnswer(QUERY.entry, 'area_list', {});
  return useMemo(() => {
    const name = regionName(lang);
    const named = (data ?? []).map(({ id, code, global_code }) => ({ id, global_code, name: name(code) }));
    return named.sort(byName(lang));
  }, [data, lang]);
}

/** Of every country that a document may be of, those whose documents are refused too: else nobody could say so. */
export function useCountries(): readonly Pick<NamedArea, 'id' | 'name'>[] {
  const lang = useSettings((settings) => settings.lang);
  const areas = useAreas();
  return useMemo(() => {
    const name = regionName(lang);
    return [...areas, ...REFUSED_COUNTRIES.map((id) => ({ id, name: name(id) }))].sort(byName(lang));
  }, [areas, lang]);
}

function regionName(lang: LanguageKey): (code: string) => string {
  const names = new Intl.DisplayNames(languageOf(lang).locale, { type: 'region' });
  return (code) => names.of(code) ?? code;
}

const byName =
  (lang: LanguageKey) =>
  (a: { readonly name: string }, b: { readonly name: string }): number =>
    a.name.localeCompare(b.name, languageOf(lang).locale);
