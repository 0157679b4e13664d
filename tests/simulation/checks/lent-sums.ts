// The sums of loans and fund products, worked out anew and by hand; and which changes of them the staff make.

import type { Change } from '@fairtick/server/domains/parts';
import { units } from '../memory/constraints.ts';
import type { Row } from '../memory/rows.ts';
import { halfEven } from './plain.ts';
import type { Tag } from './watch.ts';

export const DAY_MS = 86_400_000;
const [UNIT, CENT, FINE] = [100_000_000n, 1_000_000n, 10_000n];

/** Acts that a change must bring along: one of each doing of the staff. */
export const lentDoings = ({ loans, funds }: Change, { name }: Tag): number =>
  (name === 'loan_decide' && loans) || (name === 'fund_confirm' && funds) ? 1 : 0;

export interface PlainTerms {
  readonly amount: bigint;
  readonly period: number;
  readonly interestRate: number;
  readonly freePeriod: number;
  readonly penaltyRate: number;
}

/** As a row has them. */
export const termsOf = (row: Row): PlainTerms => ({
  ...{ amount: units(row.amount), period: Number(row.period), interestRate: Number(row.interest_rate) },
  ...{ freePeriod: Number(row.free_period), penaltyRate: Number(row.penalty_rate) },
});

/** What a loan costs at a moment, to the cent: days begun within the term, full days after it, at most as much again; within 14 days the days begun. */
export function plainCost(
  loan: PlainTerms,
  paidOut: number,
  at: number,
): { readonly interest: bigint; readonly penalty: bigint } {
  const ofDays = (rate: number, days: number): bigint =>
    days <= 0 ? 0n : halfEven(loan.amount * BigInt(rate * days), 10_000n * CENT) * CENT;
  let begun = 1;
  while (paidOut + begun * DAY_MS < at) begun += 1;
  const interest = ofDays(loan.interestRate, Math.min(begun, loan.period) - loan.freePeriod);
  let late = 0;
  while (paidOut + (loan.period + late + 1) * DAY_MS <= at) late += 1;
  const penalties = [ofDays(loan.penaltyRate, late), interest > loan.amount ? 0n : loan.amount - interest];
  if (at <= paidOut + 14 * DAY_MS) penalties.push(ofDays(loan.interestRate, begun - loan.freePeriod) - interest);
  return { interest, penalty: penalties.sort((a, b) => (a < b ? -1 : 1))[0] ?? 0n };
}

/** What a day pays and what leaving early costs, to the fourth place. */
export const plainShare = (amount: bigint, percent: bigint): bigint =>
  halfEven(amount * percent, UNIT * 100n * FINE) * FINE;
