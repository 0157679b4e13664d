// The texts of loans, which come with their screens: what is read by few does not weigh on everybody's first page.

import { useCallback, useContext } from 'react';
import { loansEn } from './en-loans.ts';
import { loansHk } from './hk-loans.ts';
import { type TextValues, textAmong } from './texts.ts';
import { LangContext } from './use-texts.ts';

type FullKey = keyof typeof loansEn;
type Base<K extends string> = K extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : K;
export type LoanText = (key: Base<FullKey>, values?: TextValues) => string;

const LOANS: { readonly en: Readonly<Record<string, string>>; readonly hk: Readonly<Record<string, string>> } = {
  en: loansEn,
  hk: loansHk,
};

export function useLoanTexts(): LoanText {
  const lang = useContext(LangContext);
  return useCallback((key, values) => textAmong(LOANS[lang], lang, key, values), [lang]);
}
