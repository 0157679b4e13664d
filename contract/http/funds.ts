// Fund products: what is offered, buying one, what was bought and what it has paid. Names and paths as the product has them.

import { z } from 'zod';
import { decimal, idText, page, timeMs, typed } from '../fields.ts';
import { changes, reads, SIGNED_IN } from './drafts.ts';

const product = z.object({
  id: z.string(),
  /** In the language asked for, else English. */
  title: z.string(),
  /** Address of a picture; empty where there is none. */
  image: z.string(),
  currency_code: z.literal('USD'),
  /** Percent of the amount each day. */
  dividend_percentage: decimal,
  /** Percent of a year, simple: 365 days of the daily one. */
  yearly_percentage: decimal,
  /** The least that can be bought, USD. */
  staring_sub_amount: decimal,
  lock_dividend_days: z.number().int(),
  /** The most that a user may have running of it, USD. */
  max_sub_amount: decimal,
  desc: z.string(),
  /** Percent of the amount that an early redemption costs. */
  liquidated_damages: decimal,
  /** USD that can still be bought for sure: the whole interest is set aside for it. */
  capacity: decimal,
  /** Of all that runs of all products: USD that the books have set aside for interest, and USD of interest promised and not paid. Always the same. */
  set_aside: decimal,
  promised: decimal,
  /** What the terms are known by: whoever buys by other terms than they read is refused. */
  terms: z.string(),
});
export type FundProduct = z.infer<typeof product>;

const subscription = z.object({
  id: z.string(),
  /** 1 in progress, 2 refunding, 3 refunded, 4 finished. */
  status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  /** USD. */
  share_amount: decimal,
  sub_time: timeMs,
  /** Interest of a day, and of the whole term. */
  day_profit: decimal,
  sum_profit: decimal,
  get_fund: z.object({ title: z.string(), currency_code: z.literal('USD'), liquidated_damages: decimal }),
  lock_dividend_days: z.number().int(),
  /** Interest paid so far, and for how many days. */
  paid: decimal,
  paid_days: z.number().int(),
  /** When the next day's interest is due; null once it has ended. */
  next_payment: timeMs.nullable(),
  /** When the term ends. */
  ends_at: timeMs,
  /** What redeeming early costs. */
  penalty: decimal,
  /** By when a redemption that was asked for is confirmed by itself; null where none waits. */
  confirmed_by: timeMs.nullable(),
  ended_at: timeMs.nullable(),
});
export type FundSubscription = z.infer<typeof subscription>;

const pages = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), last_page: z.number().int() });
const FEW = { max: 30, perSeconds: 3_600, by: 'user' } as const;

export const fundEndpoints = {
  fund_list: reads({
    path: '/api/fund/list',
    summary: 'Fund products, each with what is set aside for the interest that it has promised',
    input: z.object({ page }),
    answer: pages(product).extend({
      /** Whether the caller may buy where they live. */
      offered: z.boolean(),
    }),
  }),
  fund_info: reads({
    path: '/api/fund/info',
    summary: 'One fund product',
    input: z.object({ id: idText }),
    answer: product.extend({ offered: z.boolean() }),
  }),
  fund_buy: changes({
    path: '/api/fund/buy',
    summary:
      'Buy a fund product: the amount is locked as the user’s own, the whole interest is set aside. `terms`, where the app sends them, are those that it showed',
    whileClosing: 'refused',
    input: z.object({ id: idText, amount: typed, terms: z.string().max(80).optional().default('') }),
    answer: subscription,
    rate: FEW,
  }),
  fund_subscriptions: reads({
    path: '/api/fund/subList',
    summary: 'What the user has bought, the newest first',
    input: z.object({ page }),
    answer: pages(subscription),
    roles: SIGNED_IN,
  }),
  fund_income: reads({
    path: '/api/fund/insList',
    summary: 'Interest that a subscription has paid, the newest first',
    input: z.object({ sub_id: idText, page }),
    answer: pages(
      z.object({
        /** The number of the day, from 1. */
        id: z.string(),
        interest: decimal,
        /** When it was due: so many days after the purchase. */
        created_at: timeMs,
      }),
    ),
    roles: SIGNED_IN,
  }),
  fund_refund: changes({
    path: '/api/fund/applyRefund',
    summary: 'Redeem early: the amount less the penalty comes back, interest that was paid stays',
    whileClosing: 'passes',
    input: z.object({ sub_id: idText }),
    answer: subscription,
    rate: FEW,
  }),
};
