// The loans that are offered. What a loan was signed on is copied onto it: a change touches none that runs.

import { type Amount, amount, readUnits } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';
import { type AgreementTemplates, agreementSettings, readAgreements } from './agreement-settings.ts';

export interface LoanConfig {
  readonly id: number;
  /** Days. */
  readonly period: number;
  readonly min: Amount;
  readonly max: Amount;
  /** Hundredths of a percent a day. */
  readonly interestRate: number;
  readonly freePeriod: number;
  readonly penaltyRate: number;
}

export interface LoanSettings {
  readonly configs: readonly LoanConfig[];
  /** USD: a loan of this much or more is paid out by two people. */
  readonly twoPeople: Amount;
  readonly agreements: AgreementTemplates;
}

const usd = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/)
  .transform((text) => amount(readUnits(text)));
const RATE_PARTS = 10_000;

const config = z
  .strictObject({
    id: z.number().int().min(1).max(1_000_000),
    loan_period: z.number().int().min(1).max(365),
    min_amount: usd,
    max_amount: usd,
    interest_rate: z.number().int().min(0).max(100),
    free_period: z.number().int().min(0).max(365),
    penalty_rate: z.number().int().min(0).max(100),
  })
  .refine(
    ({ min_amount: min, max_amount: max }) => min > 0n && min <= max,
    'the least is above nothing and at most the most',
  )
  .refine(
    ({ interest_rate: rate, penalty_rate: penalty }) => rate === 0 || penalty <= rate,
    'a day late costs at most what a day on time does',
  )
  .refine(
    ({ interest_rate: rate, loan_period: days, free_period: free }) => rate * Math.max(0, days - free) <= RATE_PARTS,
    'a loan costs at most as much again',
  );

const loanConfigs = defineSetting({
  key: 'loan_configs',
  doc: 'The loans that are offered: days, least and most in USD, days at the start that cost nothing, and rates a day in hundredths of a percent.',
  first: [
    {
      ...{ id: 1, loan_period: 30, min_amount: '100', max_amount: '1000' },
      ...{ interest_rate: 25, free_period: 7, penalty_rate: 25 },
    },
  ],
  schema: z
    .array(
      config.transform(
        (one): LoanConfig => ({
          ...{ id: one.id, period: one.loan_period, min: one.min_amount, max: one.max_amount },
          ...{ interestRate: one.interest_rate, freePeriod: one.free_period, penaltyRate: one.penalty_rate },
        }),
      ),
    )
    .max(50)
    .superRefine((list, context) => {
      if (new Set(list.map(({ id }) => id)).size < list.length)
        context.addIssue({ code: 'custom', message: 'two have one number' });
    }),
  by: 'product_terms',
});

/** What two people change, and the database reads as well: migration 0087. */
const loanTwoPeople = defineSetting({
  key: 'loan_two_people',
  doc: 'USD: a loan of this much or more is paid out by two people. Never proposed by who pays loans out.',
  first: '500',
  schema: usd,
  by: 'product_terms',
  // A second person who is asked less often guards the house and its users less.
  worse: (before, after) => after > before,
});

export const loanSettings = [loanConfigs, loanTwoPeople, ...agreementSettings];

export const readLoanSettings = (settings: SettingsReader): LoanSettings => ({
  configs: settings.read(loanConfigs),
  twoPeople: settings.read(loanTwoPeople),
  agreements: readAgreements(settings),
});
