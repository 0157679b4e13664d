// The settings of fund products, changed by two people. What was bought keeps the terms that it was bought on.

import { hash } from 'node:crypto';
import { LANGUAGES, type LanguageKey } from '@fairtick/contract/languages';
import type { FundTerms } from '@fairtick/engine/funds';
import { type Amount, amount, readUnits } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';

const DAYS_LIMIT = 3_650;
const PRODUCTS_LIMIT = 200;

const usd = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/)
  .transform((text) => amount(readUnits(text)));
/** Of at most so many places. */
const percent = (places: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,3}(\\.\\d{1,${places}})?$`))
    .transform((text) => readUnits(text));
const HUNDRED = readUnits('100');

/** By language; English is what the others fall back to. */
const words = (most: number) =>
  z
    .partialRecord(z.enum(LANGUAGES.map(({ key }) => key)), z.string().trim().min(1).max(most))
    .refine(({ en }) => en !== undefined, 'the English words are there');
/** Throws where the text is no JSON of words. */
export const readWords = (json: string): Words => words(80).parse(JSON.parse(json));
export type Words = Readonly<Partial<Record<LanguageKey, string>>>;

const product = z
  .strictObject({
    id: z.number().int().min(1).max(1_000_000),
    title: words(80),
    desc: words(1_000).optional(),
    /** Address of a picture on our own pages; empty where there is none. */
    image: z
      .string()
      .max(200)
      .regex(/^(\/(?!\/)[A-Za-z0-9._~/-]+)?$/)
      .optional()
      .default(''),
    currency_code: z.literal('USD'),
    dividend_percentage: percent(4),
    staring_sub_amount: usd,
    lock_dividend_days: z.number().int().min(1).max(DAYS_LIMIT),
    max_sub_amount: usd,
    liquidated_damages: percent(2),
    /** Whether it can be bought. What runs of it is paid on. */
    sold: z.boolean(),
  })
  .refine(
    ({ dividend_percentage }) => dividend_percentage > 0n && dividend_percentage <= HUNDRED,
    'a day pays more than nothing and at most all',
  )
  .refine(({ liquidated_damages }) => liquidated_damages <= HUNDRED, 'a penalty is at most all of it')
  .refine(
    ({ staring_sub_amount: least, max_sub_amount: most }) => least > 0n && least <= most,
    'the least is above nothing and at most the most',
  )
  .transform(
    (one): FundProduct => ({
      id: one.id,
      title: one.title,
      desc: one.desc ?? {},
      image: one.image,
      percent: one.dividend_percentage,
      days: one.lock_dividend_days,
      damages: one.liquidated_damages,
      min: one.staring_sub_amount,
      max: one.max_sub_amount,
      sold: one.sold,
      terms: termsOf(one),
    }),
  );

export interface FundProduct extends FundTerms {
  readonly id: number;
  readonly title: Words;
  readonly desc: Words;
  readonly image: string;
  /** USD: of one purchase, and of all that a user has running of it. */
  readonly min: Amount;
  readonly max: Amount;
  readonly sold: boolean;
  /** What the terms are known by: others have another. */
  readonly terms: string;
}

/** Of what is promised and what it costs: not of its words. */
function termsOf(one: {
  readonly id: number;
  readonly dividend_percentage: bigint;
  readonly lock_dividend_days: number;
  readonly liquidated_damages: bigint;
}): string {
  const said = [one.id, one.dividend_percentage, one.lock_dividend_days, one.liquidated_damages].map(String).join(' ');
  return hash('sha256', said).slice(0, 16);
}

const EXAMPLE = {
  ...{
    id: 1,
    title: { en: '30-day fund', hk: '30 天基金', ar: 'صندوق لثلاثين يومًا' },
    image: '',
    currency_code: 'USD',
  },
  ...{ dividend_percentage: '0.01', staring_sub_amount: '100', lock_dividend_days: 30, max_sub_amount: '10000' },
  ...{ liquidated_damages: '0.1', sold: true },
};

const isAtLeastAsGood = (one: FundProduct, after: readonly FundProduct[]): boolean => {
  const now = after.find(({ id }) => id === one.id);
  if (!now || (one.sold && !now.sold)) return false;
  const [kept, cheap] = [now.percent >= one.percent && now.days === one.days, now.damages <= one.damages];
  return kept && cheap && now.min <= one.min && now.max >= one.max;
};

const fundProducts = defineSetting({
  key: 'fund_products',
  doc: 'Fund products: percent of a day, days, least and most in USD, what redeeming early costs. The operator pays the interest, and sets it aside when somebody buys.',
  first: [EXAMPLE],
  schema: z
    .array(product)
    .max(PRODUCTS_LIMIT)
    .superRefine((list, context) => {
      const twice = list.find(({ id }, at) => list.findIndex((other) => other.id === id) !== at);
      if (twice) context.addIssue({ code: 'custom', message: `the id ${twice.id} stands twice` });
    }),
  by: 'product_terms',
  worse: (before, after) => before.some((one) => !isAtLeastAsGood(one, after)),
});

const fundRedemption = defineSetting({
  key: 'fund_redemption',
  doc: 'Hours after which a redemption is confirmed by itself unless the staff do so before; 0 confirms it at once. Nobody can refuse one.',
  first: { hours: 0 },
  schema: z.strictObject({ hours: z.number().int().min(0).max(24) }),
  by: 'product_terms',
  worse: (before, after) => after.hours > before.hours,
});

export const fundsSettings = [fundProducts, fundRedemption];

/** Of one moment, as the rules want them. */
export interface FundsSettings {
  readonly products: readonly FundProduct[];
  readonly redemptionHours: number;
}

export const readFundsSettings = (settings: SettingsReader): FundsSettings => ({
  products: settings.read(fundProducts),
  redemptionHours: settings.read(fundRedemption).hours,
});
