// Fund products and what was bought of them, in the contract's words.

import { FUND_STATUSES } from '@fairtick/contract/fund-statuses';
import type { FundSubscription, FundProduct as ProductView } from '@fairtick/contract/http/funds';
import type { LanguageKey } from '@fairtick/contract/languages';
import { FUND_DAY_MS, FUND_PLACES, fundCapacity, fundYearly } from '@fairtick/engine/funds';
import { amount, formatUnits, max, min } from '@fairtick/kernel/decimal';
import type { Subscription } from './columns.ts';
import { type FundProduct, readWords, type Words } from './settings.ts';
import type { Coverage } from './table.ts';

const usd = (units: bigint): string => formatUnits(units, 2);
/** As interest is shown. */
export const fine = (units: bigint): string => formatUnits(units, FUND_PLACES);
/** In a language, else in English. */
export const said = (words: Words, lang: LanguageKey): string => words[lang] ?? words.en ?? '';

export function productView(product: FundProduct, coverage: Coverage, lang: LanguageKey): ProductView {
  const promised = [...coverage.products.values()].reduce((sum, one) => sum + one.promised, 0n);
  const capacity = product.sold ? min(product.max, max(amount(0n), fundCapacity(coverage.free, product))) : amount(0n);
  return {
    id: String(product.id),
    title: said(product.title, lang),
    image: product.image,
    currency_code: 'USD',
    dividend_percentage: formatUnits(product.percent),
    yearly_percentage: formatUnits(fundYearly(product)),
    staring_sub_amount: usd(product.min),
    lock_dividend_days: product.days,
    max_sub_amount: usd(product.max),
    desc: said(product.desc, lang),
    liquidated_damages: formatUnits(product.damages),
    capacity: usd(capacity),
    set_aside: fine(coverage.setAside),
    promised: fine(promised),
    terms: product.terms,
  };
}

/** What it was called when it was bought. */
export const wordsOf = ({ title }: Pick<Subscription, 'title'>): Words => readWords(title);

export function subscriptionView(one: Subscription, lang: LanguageKey): FundSubscription {
  return {
    id: String(one.id),
    status: one.status === 'reset' ? FUND_STATUSES.refunded : FUND_STATUSES[one.status],
    share_amount: usd(one.amount),
    sub_time: one.subTime,
    day_profit: fine(one.dayProfit),
    sum_profit: fine(one.dayProfit * BigInt(one.days)),
    get_fund: {
      title: said(wordsOf(one), lang),
      currency_code: 'USD',
      liquidated_damages: formatUnits(one.damages),
    },
    lock_dividend_days: one.days,
    paid: fine(one.dayProfit * BigInt(one.paidDays)),
    paid_days: one.paidDays,
    next_payment: one.nextDue ?? null,
    ends_at: one.subTime + one.days * FUND_DAY_MS,
    penalty: fine(one.penalty),
    confirmed_by: one.confirmTime ?? null,
    ended_at: one.endedTime ?? null,
  };
}
