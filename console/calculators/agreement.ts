// The agreement of a loan as two people write it: text here, a tree of headings and paragraphs in its setting, and how it would be read with one example.

import { isRecord } from '@fairtick/contract/client/is-record';
import {
  AGREEMENT_LANGUAGES,
  type AgreementFacts,
  type AgreementLanguage,
  agreementFault,
  filledAgreement,
  textOfTree,
  treeOfText,
} from '@fairtick/contract/loan-agreement';
import type { RichText } from '@fairtick/contract/rich-text';

const PREFIX = 'loan_agreement_';

/** Of which language's agreement the setting is; undefined of every other. */
export const agreementLanguage = (key: string): AgreementLanguage | undefined =>
  AGREEMENT_LANGUAGES.find((lang) => key === PREFIX + lang);

interface Template {
  readonly version: number;
  readonly body: RichText;
}

/** Node by node it was checked by the server that keeps it: its schemas are not the console's to load. */
const isTree = (value: unknown): value is RichText =>
  isRecord(value) && value.type === 'doc' && Array.isArray(value.content);

/** `json`: the setting's value; undefined where it is none. */
export function readTemplate(json: string): Template | undefined {
  const value: unknown = JSON.parse(json);
  if (!isRecord(value) || typeof value.version !== 'number') return undefined;
  const { version, body } = value;
  return isTree(body) ? { version, body } : undefined;
}

export const writtenOf = ({ body }: Template): string => textOfTree(body) ?? '';

/** What was written, as the version after this one. */
export const nextTemplate = ({ version }: Template, written: string): string =>
  JSON.stringify({ version: version + 1, body: treeOfText(written) });

/** Why nobody could sign by it, in English as the server says it; undefined where they could. */
export const faultOf = (written: string): string | undefined => agreementFault(treeOfText(written));

/** Whether it can be proposed: of every other setting the server says so; of an agreement a text that is another one and names every term. */
export function canPropose(
  { key, now }: { readonly key: string; readonly now: { readonly value: string } },
  value: string,
): boolean {
  if (agreementLanguage(key) === undefined) return true;
  const [before, after] = [readTemplate(now.value), readTemplate(value)];
  return !before || (after !== undefined && writtenOf(before) !== writtenOf(after) && !agreementFault(after.body));
}

const EXAMPLE: AgreementFacts = {
  ...{ date: '2026-11-27', uid: '1A2B3C', amount: '1000.00', days: '30', free: '7', rate: '0.25' },
  ...{ interest: '57.50', total: '1057.50', apr: '97.4', late: '0.25', lateDay: '2.50' },
};

export interface PreviewBlock {
  readonly isHeading: boolean;
  readonly text: string;
}

/** As a borrower of 1,000.00 USD for thirty days would read it. */
export const previewOf = (written: string): readonly PreviewBlock[] =>
  filledAgreement(treeOfText(written), EXAMPLE).content.map((block) => ({
    isHeading: block.type === 'heading',
    text: 'content' in block ? (block.content ?? []).map((part) => ('text' in part ? part.text : '')).join('') : '',
  }));
