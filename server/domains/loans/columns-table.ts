// How a row of loans is read.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Loan, LoanStatus } from './types.ts';

export interface LoanRow {
  readonly id: Id;
  readonly user_id: Id;
  readonly config_id: number;
  readonly amount: string;
  readonly period: number;
  readonly interest_rate: number;
  readonly free_period: number;
  readonly penalty_rate: number;
  readonly status: LoanStatus;
  readonly signature: string | null;
  readonly requested_time: bigint;
  readonly answer_due: bigint;
  readonly first_yes_by: Id | null;
  readonly first_yes_time: bigint | null;
  readonly decided_time: bigint | null;
  readonly decided_by: Id | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly paid_out_time: bigint | null;
  readonly due_time: bigint | null;
  readonly overdue_time: bigint | null;
  readonly soon_time: bigint | null;
  readonly proof_time: bigint | null;
  readonly repaid_time: bigint | null;
  readonly interest: string | null;
  readonly penalty: string | null;
}

export const LOAN_COLUMNS = `l.id, l.user_id, l.config_id, l.amount, l.period, l.interest_rate, l.free_period, l.penalty_rate, l.status, l.signature,
  l.requested_time, l.answer_due, l.first_yes_by, l.first_yes_time, l.decided_time, l.decided_by, l.reason_code, l.reason, l.paid_out_time, l.due_time, l.overdue_time, l.soon_time,
  l.proof_time, l.repaid_time, l.interest, l.penalty`;

const timeOf = (time: bigint | null): number | undefined => (time === null ? undefined : Number(time));
const sumOf = (sum: string | null) => (sum === null ? undefined : amount(readUnits(sum)));

export const toLoan = (row: LoanRow): Loan => ({
  ...{ id: row.id, userId: row.user_id, configId: row.config_id, status: row.status },
  ...{ amount: amount(readUnits(row.amount)), period: row.period },
  ...{ interestRate: row.interest_rate, freePeriod: row.free_period, penaltyRate: row.penalty_rate },
  ...{ requestedTime: Number(row.requested_time), answerDue: Number(row.answer_due) },
  ...{ firstYesBy: row.first_yes_by ?? undefined, firstYesTime: timeOf(row.first_yes_time) },
  ...{ decidedTime: timeOf(row.decided_time), decidedBy: row.decided_by ?? undefined },
  ...{ reasonCode: row.reason_code ?? undefined, reason: row.reason ?? undefined },
  ...{ paidOutTime: timeOf(row.paid_out_time), dueTime: timeOf(row.due_time) },
  ...{ overdueTime: timeOf(row.overdue_time), soonTime: timeOf(row.soon_time), repaidTime: timeOf(row.repaid_time) },
  ...{ proofTime: timeOf(row.proof_time) },
  ...{ interest: sumOf(row.interest), penalty: sumOf(row.penalty), signature: row.signature ?? undefined },
});
