// What the migrations hold the tables of fund products to, written a second time by hand; and the statements of theirs that are no description's.

import { readUnits } from '@fairtick/kernel/decimal';
import { FUND_INCOME, FUND_SUBSCRIPTIONS } from '@fairtick/server/domains/funds/columns';
import type { Rules } from './constraints.ts';
import { type Hands, isAmong as holdsOne, type PeopleStatement } from './people.ts';
import { broken, type Row, type Value } from './rows.ts';

const UNIT = 100_000_000n;
const DAY_MS = 86_400_000n;
const units = (value: Value | undefined): bigint => readUnits(String(value));
const whole = (value: Value | undefined): bigint => BigInt(String(value));
const isNull = (value: Value | undefined): boolean => value === null || value === undefined;
const isAmong = (value: Value | undefined, ...allowed: readonly Value[]): boolean => allowed.includes(value ?? null);
/** Of a decimal with at most so many places. */
const has = (value: Value | undefined, places: bigint): boolean => units(value) % 10n ** (8n - places) === 0n;
/** Within half of the fourth place of amount x percent / 100. */
const isNear = (row: Row, value: string, percent: string): boolean => {
  const twice = 2n * (units(row[value]) * UNIT * 100n - units(row.amount) * units(row[percent]));
  return (twice < 0n ? -twice : twice) <= 10_000n * UNIT * 100n;
};
const runs = ({ status }: Row): boolean => isAmong(status, 'running', 'refunding');

const FIXED = Object.entries(FUND_SUBSCRIPTIONS.columns).flatMap(([name, { changes }]) => (changes ? [] : [name]));

const subscriptions: Rules = {
  table: FUND_SUBSCRIPTIONS,
  checks: {
    confirmed_while_it_waits: (row) => isNull(row.confirm_time) === (row.status !== 'refunding'),
    due_while_it_runs: (row) =>
      isNull(row.next_due) === !runs(row) &&
      (isNull(row.next_due) || whole(row.next_due) === whole(row.sub_time) + (whole(row.paid_days) + 1n) * DAY_MS),
    ended_once_it_ended: (row) => isNull(row.ended_time) === runs(row),
    finished_in_full: (row) => (row.status === 'finished') === (Number(row.paid_days) === Number(row.days)),
    fund_subscriptions_amount_check: (row) => units(row.amount) > 0n && has(row.amount, 2n),
    fund_subscriptions_check: (row) =>
      units(row.day_profit) > 0n && has(row.day_profit, 4n) && isNear(row, 'day_profit', 'percent'),
    fund_subscriptions_check1: (row) =>
      units(row.penalty) >= 0n &&
      units(row.penalty) <= units(row.amount) &&
      has(row.penalty, 4n) &&
      isNear(row, 'penalty', 'damages'),
    fund_subscriptions_check2: (row) => Number(row.paid_days) >= 0 && Number(row.paid_days) <= Number(row.days),
    fund_subscriptions_damages_check: (row) => units(row.damages) >= 0n && units(row.damages) <= 100n * UNIT,
    fund_subscriptions_days_check: (row) => Number(row.days) >= 1 && Number(row.days) <= 3_650,
    fund_subscriptions_percent_check: (row) => units(row.percent) > 0n && units(row.percent) <= 100n * UNIT,
    fund_subscriptions_status_check: (row) =>
      isAmong(row.status, 'running', 'refunding', 'refunded', 'finished', 'reset'),
    fund_subscriptions_title_check: (row) => String(row.title).length <= 4_000,
    reset_in_play: (row) => row.status !== 'reset' || row.realm === 'demo',
  },
  change: (before, after) => {
    if (!runs(before) || (before.status === 'refunding' && after.status === 'running')) throw broken('fund_states');
    if (FIXED.some((name) => before[name] !== after[name]) || Number(after.paid_days) < Number(before.paid_days))
      throw broken('fund_terms');
  },
};

const income: Rules = {
  table: FUND_INCOME,
  checks: {
    fund_income_amount_check: (row) => units(row.amount) > 0n,
    fund_income_day_check: (row) => Number(row.day) >= 1,
  },
};

export const FUND_TABLES: readonly Rules[] = [subscriptions, income];

/** By now, the oldest first, but those that are left out. */
async function whatIsDue(hands: Hands, column: string, [without, limit]: readonly unknown[]): Promise<readonly Row[]> {
  const due = hands
    .rows('fund_subscriptions')
    .filter((row) => !isNull(row[column]) && whole(row[column]) <= hands.now && !holdsOne(row.id, without));
  return due.sort((a, b) => Number(whole(a[column]) - whole(b[column]))).slice(0, Number(limit));
}

export const FUND_STATEMENTS: Readonly<Record<string, PeopleStatement>> = {
  funds_now: async (hands) => [{ now: hands.now }],
  funds_due: (hands, values) => whatIsDue(hands, 'next_due', values),
  funds_waited: (hands, values) => whatIsDue(hands, 'confirm_time', values),
};
