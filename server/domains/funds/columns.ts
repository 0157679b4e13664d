// What the tables of fund products hold, described once: columns, types, and where each value stands in a row's object.

import type { Realm } from '@fairtick/engine/types';
import type { Amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { columnsOf } from '../../platform/database/tables/column.ts';
import { Table } from '../../platform/database/tables/table.ts';
import { AMOUNT, ID, INT4, REALM, textOf, WHOLE } from '../../platform/database/tables/types.ts';

/** `reset`: ended by a demo account's reset, which is no redemption. */
export type SubscriptionStatus = 'running' | 'refunding' | 'refunded' | 'finished' | 'reset';

/** What was bought, on the terms of its purchase. Amounts in USD, times UTC ms by the database's clock. */
export interface Subscription {
  readonly id: Id;
  readonly realm: Realm;
  readonly userId: Id;
  readonly productId: number;
  /** By language, JSON: as it was called then. */
  readonly title: string;
  readonly amount: Amount;
  /** Percent, in units of 1e-8. */
  readonly percent: Amount;
  readonly damages: Amount;
  readonly days: number;
  readonly dayProfit: Amount;
  readonly penalty: Amount;
  readonly subTime: number;
  readonly status: SubscriptionStatus;
  /** Days whose interest was paid. */
  readonly paidDays: number;
  /** When the next day's interest is due; undefined once it has ended. */
  readonly nextDue: number | undefined;
  /** Of a redemption that waits: when it is confirmed by itself. */
  readonly confirmTime: number | undefined;
  readonly endedTime: number | undefined;
}

const subscription = columnsOf<Subscription>();

export const FUND_SUBSCRIPTIONS = new Table('fund_subscriptions', ['id'], {
  id: subscription.fixed(ID, 'id'),
  realm: subscription.fixed(REALM, 'realm'),
  user_id: subscription.fixed(ID, 'userId'),
  product_id: subscription.fixed(INT4, 'productId'),
  title: subscription.fixed(textOf(), 'title'),
  amount: subscription.fixed(AMOUNT, 'amount'),
  percent: subscription.fixed(AMOUNT, 'percent'),
  damages: subscription.fixed(AMOUNT, 'damages'),
  days: subscription.fixed(INT4, 'days'),
  day_profit: subscription.fixed(AMOUNT, 'dayProfit'),
  penalty: subscription.fixed(AMOUNT, 'penalty'),
  sub_time: subscription.fixed(WHOLE, 'subTime'),
  status: subscription.changing(textOf<SubscriptionStatus>(), 'status'),
  paid_days: subscription.changing(INT4, 'paidDays'),
  next_due: subscription.changing.optional(WHOLE, 'nextDue'),
  confirm_time: subscription.changing.optional(WHOLE, 'confirmTime'),
  ended_time: subscription.changing.optional(WHOLE, 'endedTime'),
});

/** A day's interest. */
export interface Income {
  readonly subId: Id;
  /** From 1. */
  readonly day: number;
  readonly amount: Amount;
  readonly dueTime: number;
  readonly paidTime: number;
  /** The number of its journal among its owner's. */
  readonly journal: number;
}

const income = columnsOf<Income>();

export const FUND_INCOME = new Table(
  'fund_income',
  ['sub_id', 'day'],
  {
    sub_id: income.fixed(ID, 'subId'),
    day: income.fixed(INT4, 'day'),
    amount: income.fixed(AMOUNT, 'amount'),
    due_time: income.fixed(WHOLE, 'dueTime'),
    paid_time: income.fixed(WHOLE, 'paidTime'),
    journal: income.fixed(INT4, 'journal'),
  },
  { one_day_per_journal: ['sub_id', 'journal'] },
);
