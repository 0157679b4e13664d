// Loans in the console: who borrowers are, what they ask for, and what is owed to the house.

import { z } from 'zod';
import { decimal, idText, nothing, page, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';
import { REJECTIONS } from './verification.ts';

export const LOAN_REASONS = ['cannot_repay', 'past_loans', 'unclear', 'other'] as const;
export type LoanReason = (typeof LOAN_REASONS)[number];

const queuedPerson = z.object({
  id: z.string(),
  uid: z.string(),
  userId: z.string(),
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  submitted: timeMs,
  answerDue: timeMs,
});
export type QueuedLoanPerson = z.infer<typeof queuedPerson>;

const queuedLoan = z.object({
  id: z.string(),
  uid: z.string(),
  userId: z.string(),
  /** As the user's; 7 where they took it back themselves. */
  status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(7)]),
  amount: decimal,
  period: z.number().int(),
  interestRate: z.number().int(),
  freePeriod: z.number().int(),
  penaltyRate: z.number().int(),
  requested: timeMs,
  answerDue: timeMs,
  paidOut: timeMs.nullable(),
  due: timeMs.nullable(),
  /** When the daily look found it overdue. */
  overdueSince: timeMs.nullable(),
  daysLate: z.number().int(),
  /** Owed now, or paid. */
  total: decimal,
  repaid: timeMs.nullable(),
  /** Of one that takes two: when the first said yes; null before, and where one is enough. */
  firstYes: timeMs.nullable(),
  /** Of one whose repayment is checked: the deposit that its user says repays it; else empty. */
  deposit: z.string(),
});
export type QueuedLoan = z.infer<typeof queuedLoan>;

const READ = { act: 'loans', grants: ['read', 'do', 'check'] } as const;
const DO = { act: 'loans', grants: ['do'] } as const;
const DECIDE = { act: 'loans', grants: ['do', 'propose', 'check'] } as const;

export const loanStaffEndpoints = {
  loan_persons: reads({
    path: '/staff/api/loan-persons',
    summary: 'Proofs of identity for loans: those that wait oldest first, the others newest first',
    input: z.object({ status: z.enum(['1', '2', '3']).optional().default('1'), page }),
    answer: z.object({ data: z.array(queuedPerson), total: z.number().int(), waiting: z.number().int() }),
    right: READ,
  }),
  loan_person_item: reads({
    path: '/staff/api/loan-persons/{id}',
    summary: 'One proof with its image as a link of five minutes: who looks is written down',
    input: z.object({ id: idText }),
    answer: queuedPerson.extend({
      firstName: z.string(),
      lastName: z.string(),
      /** As whom the account is verified. */
      verifiedName: z.string(),
      sex: z.union([z.literal(1), z.literal(2)]),
      birthday: z.string(),
      country: z.string(),
      residence: z.string(),
      mobile: z.string(),
      cardType: z.union([z.literal(1), z.literal(2)]),
      /** Empty once it is decided. */
      picture: z.string(),
      reasonCode: z.string(),
      reason: z.string(),
      decidedBy: z.string(),
      decidedTime: timeMs.nullable(),
    }),
    right: DO,
  }),
  loan_person_decide: changes({
    method: 'POST',
    path: '/staff/api/loan-persons/decide',
    summary: 'Accept, or reject with the reason that the user reads',
    input: z.object({
      id: idText,
      decision: z.enum(['accept', 'reject']),
      reason_code: z.enum(REJECTIONS).optional(),
      reason: z.string().max(500).optional().default(''),
    }),
    answer: nothing,
    right: DO,
    elevated: true,
  }),
  loans: reads({
    path: '/staff/api/loans',
    summary: 'Loans by queue: waiting and overdue oldest first, running and ended newest first',
    input: z.object({ queue: z.enum(['waiting', 'running', 'overdue', 'ended']).optional().default('waiting'), page }),
    answer: z.object({
      data: z.array(queuedLoan),
      total: z.number().int(),
      counts: z.object({ waiting: z.number().int(), running: z.number().int(), overdue: z.number().int() }),
    }),
    right: READ,
  }),
  loan_item: reads({
    path: '/staff/api/loans/{id}',
    summary: 'One loan with what its user has done so far, and what was signed',
    input: z.object({ id: idText }),
    answer: queuedLoan.extend({
      country: z.string(),
      reasonCode: z.string(),
      reason: z.string(),
      decidedBy: z.string(),
      decidedTime: timeMs.nullable(),
      /** A picture of five minutes; empty where the name was typed. */
      signature: z.string(),
      agreement: z.object({ html: z.string(), hash: z.string(), version: z.number().int(), lang: z.string() }),
      /** SHA-256 of everything that is kept of the signing, as it stands in the log of acts. */
      evidence: z.string(),
      facts: z.object({
        /** USD: credited and paid out over life, closed results over life, free now. */
        deposited: decimal,
        withdrawn: decimal,
        results: decimal,
        available: decimal,
        repaidLoans: z.number().int(),
        rejectedLoans: z.number().int(),
        lateLoans: z.number().int(),
      }),
      /** What the house can lend now. */
      pool: decimal,
      /** USD: from what sum on a pay-out takes two. */
      twoPeople: decimal,
      /** Who said yes first; empty where nobody has. */
      firstYesBy: z.string(),
      /** Whether that was the member who asks. */
      firstYesMine: z.boolean(),
    }),
    right: DECIDE,
  }),
  loan_decide: changes({
    method: 'POST',
    path: '/staff/api/loans/decide',
    summary: 'Pay a loan out, which from the limit on takes two, or reject it with the reason that the user reads',
    input: z.object({
      id: idText,
      decision: z.enum(['approve', 'reject']),
      reason_code: z.enum(LOAN_REASONS).optional(),
      reason: z.string().max(500).optional().default(''),
    }),
    /** 1 where it waits for a second person. */
    answer: z.object({ status: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
    right: DECIDE,
    elevated: true,
  }),
  loan_pool: reads({
    path: '/staff/api/loan-pool',
    summary: 'What the house can lend, what is out, and how much of that is overdue',
    input: nothing,
    answer: z.object({
      available: decimal,
      out: decimal,
      overdue: decimal,
      interest: decimal,
      loans: z.number().int(),
    }),
    right: READ,
  }),
};
