import { AGREEMENT_FACTS } from '@fairtick/contract/loan-agreement';
import { describe, expect, test } from 'vitest';
import {
  agreementLanguage,
  canPropose,
  faultOf,
  nextTemplate,
  previewOf,
  readTemplate,
  writtenOf,
} from './agreement.ts';

const WHOLE = `# Loan\n\n${AGREEMENT_FACTS.map((fact) => `{${fact}}`).join(' ')}`;

describe('an agreement that is written', () => {
  test('of its language, by the name of its setting', () => {
    expect(agreementLanguage('loan_agreement_hk')).toBe('hk');
    expect(agreementLanguage('loan_configs')).toBeUndefined();
  });

  test('is the next version, and is read again as it was written', () => {
    const next = nextTemplate({ version: 3, body: { type: 'doc', content: [] } }, `${WHOLE}\n\nA  second\nline`);
    const read = readTemplate(next);
    expect(read?.version).toBe(4);
    expect(read && writtenOf(read)).toBe(`${WHOLE}\n\nA second line`);
    expect(readTemplate('{"version":"1"}')).toBeUndefined();
  });

  test('names every term, and no other', () => {
    expect(faultOf(WHOLE)).toBeUndefined();
    expect(faultOf(WHOLE.replace('{apr}', ''))).toBe('{apr} is missing');
    expect(faultOf(`${WHOLE} {fee}`)).toBe('{fee} is no term of a loan');
    expect(faultOf('')).not.toBeUndefined();
  });

  test('can be proposed where it is another text that names every term', () => {
    const value = nextTemplate({ version: 0, body: { type: 'doc', content: [] } }, WHOLE);
    const setting = { key: 'loan_agreement_en', now: { value } };
    const next = (text: string): string => nextTemplate({ version: 1, body: { type: 'doc', content: [] } }, text);
    expect(canPropose(setting, next(`${WHOLE} More.`))).toBe(true);
    expect(canPropose(setting, next(WHOLE))).toBe(false);
    expect(canPropose(setting, next('Nothing'))).toBe(false);
    expect(canPropose({ key: 'loan_configs', now: { value: '[]' } }, '{')).toBe(true);
  });

  test('is shown with an example, whatever signs it holds', () => {
    const [heading, text] = previewOf(`${WHOLE.replace('{amount}', '<b>{amount}</b>')}`);
    expect(heading).toEqual({ isHeading: true, text: 'Loan' });
    expect(text?.text).toContain('<b>1000.00</b>');
    expect(text?.text).toContain('97.4');
  });
});
