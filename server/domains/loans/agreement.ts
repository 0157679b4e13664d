// The agreement of a loan, made by the server from a versioned template and the terms; nothing of it is ever taken from a client. A checked tree, written
// as HTML by the one serialiser that escapes. A new text is a new version: what somebody signed is kept as it was.

import { hash } from 'node:crypto';
import { COMPLETE_LANGUAGES, type LanguageKey } from '@fairtick/contract/languages';
import type { Block, RichText } from '@fairtick/contract/rich-text';
import { type LoanTerms, loanApr, loanInterest } from '@fairtick/engine/loans';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import { htmlOf } from '../content/index.ts';
import { AGREEMENT_WORDS, type AgreementFacts, type Written } from './agreement-words.ts';

export const AGREEMENT_VERSION = 1;

export interface AgreementOf {
  readonly terms: LoanTerms;
  readonly lang: LanguageKey;
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  /** Of the borrower. */
  readonly uid: string;
}

export interface Agreement {
  readonly version: number;
  readonly lang: Written;
  readonly date: string;
  readonly html: string;
  /** SHA-256 of the HTML's bytes, hexadecimal. */
  readonly hash: string;
}

const isWritten = (lang: LanguageKey): lang is Written =>
  COMPLETE_LANGUAGES.includes(lang) && Object.hasOwn(AGREEMENT_WORDS, lang);

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
    ...{ days: String(terms.period), free: String(terms.freePeriod), rate: percent(terms.interestRate) },
    ...{ late: percent(terms.penaltyRate), lateDay: usd(aDay), apr: aprText(terms) },
  };
}

const line = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const title = (text: string): Block => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [{ type: 'text', text }],
});

export function agreementOf(of: AgreementOf): Agreement {
  const lang = isWritten(of.lang) ? of.lang : 'en';
  const { heading, paragraphs } = AGREEMENT_WORDS[lang](factsOf(of));
  const tree: RichText = { type: 'doc', content: [title(heading), ...paragraphs.map(line)] };
  const html = htmlOf(tree);
  return { version: AGREEMENT_VERSION, lang, date: of.date, html, hash: hash('sha256', html, 'hex') };
}
