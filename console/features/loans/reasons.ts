// Why somebody is turned down, each with a text of its own, in the order in which they are offered. Written out: the contract's lists stand beside its
// schemas, whose code this page forbids to run.

import type { LoanReason } from '@fairtick/contract/staff/loans';
import type { Rejection } from '@fairtick/contract/staff/verification';

const LOAN: Readonly<Record<LoanReason, true>> = { cannot_repay: true, past_loans: true, unclear: true, other: true };
const PERSON: Readonly<Record<Rejection, true>> = {
  unreadable: true,
  cropped: true,
  expired: true,
  kind_of_document: true,
  name_differs: true,
  not_the_person: true,
  other: true,
};

export const isLoanReason = (text: string): text is LoanReason => Object.hasOwn(LOAN, text);
export const isRejection = (text: string): text is Rejection => Object.hasOwn(PERSON, text);
export const LOAN_REASONS = Object.keys(LOAN).filter(isLoanReason);
export const REJECTIONS = Object.keys(PERSON).filter(isRejection);
