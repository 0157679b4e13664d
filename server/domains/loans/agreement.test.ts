import { plainBlocks } from '@fairtick/contract/plain-html';
import { amount } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { FIRST_VALUES } from '../../platform/settings/setting.ts';
import { agreementOf } from './agreement.ts';
import { readAgreements } from './agreement-settings.ts';

const terms = {
  amount: amount(100_000_000_000n),
  ...{ period: 30, interestRate: 25, freePeriod: 7, penaltyRate: 25 },
};

describe.each(['en', 'hk', 'ar'] as const)('in %s', (lang) => {
  const templates = readAgreements(FIRST_VALUES);
  const agreement = agreementOf({ terms, templates, lang, date: '2026-11-27', uid: '12345678' });

  test('an app that sets no HTML reads every word of it', () => {
    const blocks = plainBlocks(agreement.html) ?? [];
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', ...Array.from({ length: 10 }, () => 'paragraph')]);
  });

  test('it names the whole cost before anybody signs', () => {
    const said = agreement.html;
    for (const figure of ['12345678', '1000.00', '0.25', '57.50', '1057.50', '97.4', '2.50', '14', '30', '7'])
      expect(said).toContain(figure);
  });

  test('of a term that is shorter than its free days it names no more days than there are', () => {
    const short = { ...terms, period: 5, freePeriod: 88 };
    expect(agreementOf({ terms: short, templates, lang, date: '2026-11-27', uid: '1' }).html).not.toContain('88');
  });
});
