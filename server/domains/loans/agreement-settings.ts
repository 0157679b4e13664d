// The text of agreements, one setting a language: two people write the next version, which holds for what is read from then on. What was signed stays as it was.

import {
  AGREEMENT_LANGUAGES,
  type AgreementLanguage,
  agreementFault,
  treeOfText,
} from '@fairtick/contract/loan-agreement';
import { type RichText, readRichText, richText } from '@fairtick/contract/rich-text';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';
import { AGREEMENT_WORDS } from './agreement-words.ts';

export interface AgreementTemplate {
  readonly version: number;
  readonly body: RichText;
}
export type AgreementTemplates = Readonly<Record<AgreementLanguage, AgreementTemplate>>;

const template = z
  .strictObject({ version: z.number().int().min(1), body: richText })
  .superRefine(({ body }, context) => {
    const read = readRichText(JSON.stringify(body));
    const fault = read.ok ? agreementFault(body) : `it is malformed at ${read.place}`;
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

const firstOf = (lang: AgreementLanguage): AgreementTemplate => {
  const { heading, paragraphs } = AGREEMENT_WORDS[lang];
  return { version: 1, body: treeOfText([`# ${heading}`, ...paragraphs].join('\n\n')) };
};

const settingOf = (lang: AgreementLanguage) =>
  defineSetting<AgreementTemplate>({
    key: `loan_agreement_${lang}`,
    doc: 'The agreement of a loan in one language: headings and paragraphs, with each term as a {name}. A new text has the next version.',
    first: firstOf(lang),
    schema: template,
    keeps: (before, after) => (after.version === before.version + 1 ? undefined : 'a new text has the next version'),
    by: 'product_terms',
  });

const SETTINGS = { en: settingOf('en'), hk: settingOf('hk'), ar: settingOf('ar') } as const;

export const agreementSettings = AGREEMENT_LANGUAGES.map((lang) => SETTINGS[lang]);

export const readAgreements = (settings: SettingsReader): AgreementTemplates => ({
  ...{ en: settings.read(SETTINGS.en), hk: settings.read(SETTINGS.hk), ar: settings.read(SETTINGS.ar) },
});
