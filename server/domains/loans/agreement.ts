// The agreement of a loan, made by the server from the template in force and the terms; nothing of it is ever taken from a client. A checked tree, written
// as HTML by the one serialiser that escapes. A new text is a new version: what somebody signed is kept as it was.

import { hash } from 'node:crypto';
import type { LanguageKey } from '@fairtick/contract/languages';
import {
  AGREEMENT_LANGUAGES,
  type AgreementFacts,
  type AgreementLanguage,
  filledAgreement,
} from '@fairtick/contract/loan-agreement';
import { type LoanTerms, loanApr, loanInterest } from '@fairtick/engine/loans';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import { htmlOf } from '../content/index.ts';
import type { AgreementTemplates } from './agreement-settings.ts';

export interface AgreementOf {
  readonly terms: LoanTerms;
  readonly lang: LanguageKey;
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  /** Of the borrower. */
  readonly uid: string;
  readonly templates: AgreementTemplates;
}

export interface Agreement {
  readonly version: number;
  readonly lang: AgreementLanguage;
  readonly date: string;
  readonly html: string;
  /** SHA-256 of the HTML's bytes, hexadecimal. */
  readonly hash: string;
}

const isWritten = (lang: LanguageKey): lang is AgreementLanguage => AGREEMENT_LANGUAGES.some((one) => one === lang);

/** 25 is 0.25. */
const percent = (rate: number): string => (rate / 100).toFixed(2);

export const aprText = (terms: LoanTerms): string =>
  (loanApr(terms.amount, loanInterest(terms, terms.period), terms.period) / 10).toFixed(1);

function factsOf({ terms, date, uid }: AgreementOf): AgreementFacts {
  const interest = loanInterest(terms, terms.period);
  const usd = (units: bigint): string => formatUnits(units, 2);
  const aDay = loanInterest({ ...terms, interestRate: terms.penaltyRate, freePeriod: 0 }, 1);
  return {
    ...{ date, uid, amount: usd(terms.amount), interest: usd(interest), total: usd(amount(terms.amount + interest)) },
    ...{
      days: String(terms.period),
      free: String(Math.min(terms.freePeriod, terms.period)),
      rate: percent(terms.interestRate),
    },
    ...{ late: percent(terms.penaltyRate), lateDay: usd(aDay), apr: aprText(terms) },
  };
}

export function agreementOf(of: AgreementOf): Agreement {
  const lang = isWritten(of.lang) ? of.lang : 'en';
  const { version, body } = of.templates[lang];
  const html = htmlOf(filledAgreement(body, factsOf(of)));
  return { version, lang, date: of.date, html, hash: hash('sha256', html, 'hex') };
}
