// Loans in the contract's own names. Only this file knows both vocabularies.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { LoanConfigView, LoanPersonView, LoanView } from '@fairtick/contract/http/loans';
import type { LanguageKey } from '@fairtick/contract/languages';
import { LOAN_REASONS, type QueuedLoan } from '@fairtick/contract/staff/loans';
import { REJECTIONS } from '@fairtick/contract/staff/verification';
import { text } from '@fairtick/contract/texts/index';
import { type LoanDue, loanDaysBegun, loanDue, loanInterest } from '@fairtick/engine/loans';
import { toHex } from '@fairtick/kernel/bytes';
import { amount, COIN_PLACES, formatUnits } from '@fairtick/kernel/decimal';
import { toldReason } from '../wallet/index.ts';
import { aprText } from './agreement.ts';
import { namesForCall } from './person-mapping.ts';
import type { LoanPersonRow } from './person-table.ts';
import type { Borrower } from './rules/person.ts';
import type { LoanConfig } from './settings.ts';
import type { ListedLoan, SentProof } from './table.ts';
import type { Loan } from './types.ts';

const DAY_MS = 86_400_000;
const usd = (units: bigint): string => formatUnits(units, 2);

export const configView = (one: LoanConfig): LoanConfigView => ({
  ...{ id: one.id, loan_period: one.period, min_amount: usd(one.min), max_amount: usd(one.max) },
  ...{ interest_rate: one.interestRate, free_period: one.freePeriod, penalty_rate: one.penaltyRate },
});

const PERSON_REASONS = REJECTIONS.filter((one) => one !== 'other');
const REASONS = LOAN_REASONS.filter((one) => one !== 'other');

/** Of a kind of its own there is no sentence: its words say it. */
function personReason(lang: LanguageKey, code: string | null | undefined): string {
  const known = PERSON_REASONS.find((one) => one === code);
  return known === undefined ? '' : text(lang, `rejection.${known}`);
}

function loanReason(lang: LanguageKey, code: string | undefined): string {
  const known = REASONS.find((one) => one === code);
  return known === undefined ? '' : text(lang, `loan_reason.${known}`);
}

const NOBODY = { name: '', last_name: '', sex: 0, birthday: '', country: '', mobile: '', id_card_type: 0 } as const;

const borrowerView = (one: Borrower) => ({
  ...namesForCall(one),
  ...{ sex: one.sex, birthday: one.birthday, country: one.country, mobile: one.mobile, id_card_type: one.cardType },
});

export interface PersonParts {
  readonly row: LoanPersonRow | undefined;
  readonly borrower: Borrower | undefined;
  readonly link: string;
  readonly lang: LanguageKey;
  readonly excluded: number | undefined;
}

export const personView = ({ row, borrower, link, lang, excluded }: PersonParts): LoanPersonView => ({
  status: row?.status ?? 0,
  reason: personReason(lang, row?.reason_code),
  reason_words: row?.reason ?? '',
  ...(borrower ? borrowerView(borrower) : NOBODY),
  hand_pic: link,
  submitted: row ? Number(row.submitted_time) : null,
  answer_due: row?.status === 1 ? Number(row.answer_due) : null,
  excluded_until: excluded ?? null,
});

/** Interest and penalty as they were paid, of a running loan as they are now, else of the whole term. */
function costOf(loan: Loan, nowMs: number) {
  const whole = loanInterest(loan, loan.period);
  if (loan.interest !== undefined && loan.penalty !== undefined)
    return {
      interest: loan.interest,
      penalty: loan.penalty,
      late: lateOf(loan, loan.proofTime ?? loan.repaidTime ?? nowMs),
      now: undefined,
    };
  if (loan.paidOutTime === undefined) return { interest: whole, penalty: amount(0n), late: 0, now: undefined };
  const due = loanDue(loan, loan.paidOutTime, loan.proofTime ?? nowMs);
  return { interest: whole, penalty: due.penalty, late: due.daysLate, now: due.total };
}

const lateOf = ({ dueTime }: Loan, atMs: number): number =>
  dueTime === undefined ? 0 : Math.max(0, Math.floor((atMs - dueTime) / DAY_MS));

/** Why what was sent did not repay the loan; '' while it is looked at, and of what repaid it. */
function proofReason({ loan }: ListedLoan, proof: SentProof, lang: LanguageKey): string {
  if (proof.reasonCode !== undefined) return toldReason(lang, proof.reasonCode, proof.reason ?? '');
  if (loan.status === 5 || proof.credited === undefined || loan.paidOutTime === undefined) return '';
  const due = loanDue(loan, loan.paidOutTime, proof.sentTime).total;
  return text(lang, 'loan_proof.short', { came: usd(proof.credited), due: usd(due) });
}

const proofView = (listed: ListedLoan, lang: LanguageKey): LoanView['proof'] => {
  const { proof } = listed;
  if (!proof) return null;
  return {
    ...{ id: String(proof.id), sent: proof.sentTime, number: formatUnits(proof.number, 0, COIN_PLACES) },
    ...{ currency_code: proof.currency, reason: proofReason(listed, proof, lang) },
  };
};

export function loanView(listed: ListedLoan, nowMs: number, lang: LanguageKey): LoanView {
  const { loan, agreement } = listed;
  const { interest, penalty, late, now } = costOf(loan, nowMs);
  return {
    ...{ id: String(loan.id), amount: usd(loan.amount), loan_period: loan.period, free_period: loan.freePeriod },
    ...{ interest_rate: loan.interestRate, penalty_rate: loan.penaltyRate },
    ...{ interest_amount: usd(interest), penalty_amount: usd(penalty) },
    ...{ reviewed_at: loan.paidOutTime ?? null, repayment_time: loan.dueTime ?? null, created_at: loan.requestedTime },
    ...{
      status: loan.status === 7 ? 3 : loan.status,
      cancelled: loan.status === 7,
      agreement: toHex(agreement),
      apr: aprText(loan),
    },
    ...{ total: usd(now ?? loan.amount + interest + penalty), days_late: late },
    ...{ answer_due: loan.status === 1 ? loan.answerDue : null, repaid_at: loan.repaidTime ?? null },
    proof: proofView(listed, lang),
    ...{
      reason: loan.status === 7 ? text(lang, 'loan_reason.taken_back') : loanReason(lang, loan.reasonCode),
      reason_words: loan.reason ?? '',
    },
  };
}

/** Of one that is being checked what was due when its proof was sent. */
export const dueNow = (loan: Loan & { readonly paidOutTime: number }, nowMs: number): LoanDue =>
  loanDue(loan, loan.paidOutTime, loan.proofTime ?? nowMs);

/** What repaying costs at a moment, and from when on it may be another. `available`: what is free in `change`. */
export function repaymentView(
  loan: Loan & { readonly paidOutTime: number; readonly dueTime: number },
  nowMs: number,
  { available, accounts }: { readonly available: bigint; readonly accounts: AnswerOf<'loan_repayment_accounts'> },
): AnswerOf<'loan_repayment'> {
  const due = dueNow(loan, nowMs);
  const from = nowMs <= loan.dueTime ? loan.paidOutTime : loan.dueTime;
  const days = nowMs <= loan.dueTime ? loanDaysBegun(loan.paidOutTime, nowMs) : due.daysLate + 1;
  return {
    ...{
      loan_id: String(loan.id),
      principal: usd(loan.amount),
      interest: usd(due.interest),
      penalty: usd(due.penalty),
    },
    ...{ total: usd(due.total), due: loan.dueTime, as_of: nowMs, days_late: due.daysLate },
    ...{ until: from + days * DAY_MS, available: usd(available), accounts },
  };
}

export function queuedView({ loan, uid, proof }: ListedLoan, nowMs: number): QueuedLoan {
  const { interest, penalty, late, now } = costOf(loan, nowMs);
  return {
    ...{ id: String(loan.id), uid, userId: String(loan.userId), status: loan.status, amount: usd(loan.amount) },
    ...{
      period: loan.period,
      interestRate: loan.interestRate,
      freePeriod: loan.freePeriod,
      penaltyRate: loan.penaltyRate,
    },
    ...{ requested: loan.requestedTime, answerDue: loan.answerDue, paidOut: loan.paidOutTime ?? null },
    ...{ due: loan.dueTime ?? null, overdueSince: loan.overdueTime ?? null, daysLate: late },
    ...{
      total: usd(now ?? loan.amount + interest + penalty),
      repaid: loan.repaidTime ?? null,
      firstYes: loan.firstYesTime ?? null,
      deposit: loan.status === 4 && proof ? String(proof.id) : '',
    },
  };
}
