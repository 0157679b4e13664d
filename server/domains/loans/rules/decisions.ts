// What becomes of a loan that was asked for: paid out or rejected by the staff, repaid by its user. Pure, under the user's lock.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { LedgerType } from '@fairtick/contract/ledger-types';
import type { LoanReason } from '@fairtick/contract/staff/loans';
import { mayDo, type StaffRole } from '@fairtick/contract/staff/matrix';
import { readNotNegative } from '@fairtick/contract/typed-number';
import { loanDue, loanDueMs } from '@fairtick/engine/loans';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { ChangeBase } from '../../../platform/commands/books.ts';
import { type AccountsState, minuteText } from '../../accounts/index.ts';
import { type Accounts, HOUSE, type LedgerChange, LedgerDraft, type Posting } from '../../ledger/index.ts';
import type { LoanChange, LoansState } from '../part.ts';
import type { Loan } from '../types.ts';

export interface LoanDecisionState {
  readonly accounts: AccountsState;
  readonly ledger: Accounts;
  readonly loans: LoansState;
  newId(): Id;
}

/** Under lock: the members whom a command names. */
export interface LoanStaffState extends LoanDecisionState {
  readonly staff: {
    member(id: Id): { readonly roles: readonly StaffRole[]; readonly linkedUsers: readonly Id[] } | undefined;
  };
}

export interface LoanDecided extends ChangeBase {
  readonly loans: LoanChange;
  readonly ledger?: LedgerChange;
}

export interface StaffDecision {
  readonly loanId: Id;
  readonly userId: Id;
  readonly staffId: Id;
  readonly key: string;
}

/** Why it is rejected: the kind, and what the staff wrote beside it, which the user reads. */
export interface LoanRejection {
  readonly code: LoanReason;
  readonly words: string;
}

const usd = (units: bigint): string => formatUnits(units, 2);

function moved(
  state: LoanDecisionState,
  { id, userId }: Loan,
  { type, key, postings }: { readonly type: LedgerType; readonly key: string; readonly postings: readonly Posting[] },
): LedgerChange {
  const time = state.accounts.standing(userId).nowMs;
  const draft = new LedgerDraft({ accounts: state.ledger, realm: 'live', time, key, newId: () => state.newId() });
  draft.post(type, id, postings, userId);
  return { journals: draft.journals };
}

/** The loan, where it waits for a decision. */
function waiting(state: LoanDecisionState, { loanId, userId }: StaffDecision): Result<Loan, Refusal> {
  const loan = state.loans.running(userId);
  return loan?.id === loanId && loan.status === 1 ? ok(loan) : err(refuse('ALREADY_DECIDED'));
}

const actOf = ({ id, userId, amount: principal }: Loan, staffId: Id) => ({
  actor: { kind: 'staff', id: staffId } as const,
  subject: { kind: 'user', id: String(userId) } as const,
  contents: { loan: String(id), amount: usd(principal) },
});

const PAYS_OUT = { act: 'loans', grants: ['do', 'propose', 'check'] } as const;

/** Who said yes first, as long as they may say so now: whoever was dismissed since, or is linked to the borrower by now, has not. */
function firstYesOf({ staff }: LoanStaffState, { firstYesBy, userId }: Loan): Id | undefined {
  const member = firstYesBy === undefined ? undefined : staff.member(firstYesBy);
  // Whoever is not among them has said yes since the request was read, a moment ago and by a right of theirs.
  if (!member) return firstYesBy;
  return mayDo(member.roles, PAYS_OUT) && !member.linkedUsers.includes(userId) ? firstYesBy : undefined;
}

/** Whether this yes is the last that it takes, or why it is none: alone below the limit, else the first proposes and another one checks. */
function lastYes(state: LoanStaffState, loan: Loan, staffId: Id): Result<boolean, Refusal> {
  const first = loan.amount >= state.loans.settings.twoPeople ? firstYesOf(state, loan) : undefined;
  if (first === staffId) return err(refuse('OWN_WORK'));
  const alone = loan.amount < state.loans.settings.twoPeople;
  const grant = alone ? 'do' : first === undefined ? 'propose' : 'check';
  const roles = state.staff.member(staffId)?.roles ?? [];
  return mayDo(roles, { act: 'loans', grants: [grant] })
    ? ok(alone || first !== undefined)
    : err(refuse('NOT_ALLOWED'));
}

/**
 * Pays it out, where this yes is the last that it takes: the house lends what its lending account holds, and no more. Terms are those that were signed;
 * the days begin now. Nobody gets one who may open nothing at this moment, whatever was so when they asked.
 */
export function decidePayOut(
  state: LoanStaffState,
  by: StaffDecision,
  barred: Refusal | undefined,
): Result<LoanDecided, Refusal> {
  const found = waiting(state, by);
  if (!found.ok) return found;
  if (barred) return err(barred);
  const loan = found.value;
  const last = lastYes(state, loan, by.staffId);
  if (!last.ok) return last;
  const { userId, amount: principal, period } = loan;
  const lends = state.ledger.find('live', HOUSE, 'loan')?.available ?? amount(0n);
  if (principal > lends) return err(refuse('LOAN_POOL_EMPTY', { free: usd(lends) }));
  const { nowMs } = state.accounts.standing(userId);
  if (!last.value)
    return ok({
      loans: [{ ...loan, firstYesBy: by.staffId, firstYesTime: nowMs }],
      acts: [{ kind: 'loan_approved_first', ...actOf(loan, by.staffId) }],
    });
  return ok({
    loans: [
      {
        ...loan,
        ...{ status: 2, decidedTime: nowMs, decidedBy: by.staffId },
        ...{ paidOutTime: nowMs, dueTime: loanDueMs(nowMs, period) },
      },
    ],
    ledger: moved(state, loan, {
      ...{ type: 'loan_paid_out', key: by.key },
      postings: [
        { ownerId: userId, kind: 'change', available: principal },
        { ownerId: HOUSE, kind: 'loan', available: amount(-principal) },
      ],
    }),
    notices: [{ userId, kind: 'loan_paid_out', orderId: undefined, params: { amount: usd(principal) } }],
    acts: [{ kind: 'loan_approved', ...actOf(loan, by.staffId) }],
  });
}

export function decideRejection(
  state: LoanDecisionState,
  by: StaffDecision,
  { code, words }: LoanRejection,
): Result<LoanDecided, Refusal> {
  const found = waiting(state, by);
  if (!found.ok) return found;
  const loan = found.value;
  const { nowMs } = state.accounts.standing(loan.userId);
  const act = actOf(loan, by.staffId);
  const told: Readonly<Record<string, string>> = words === '' ? {} : { words };
  return ok({
    loans: [{ ...loan, status: 3, decidedTime: nowMs, decidedBy: by.staffId, reasonCode: code, reason: words }],
    notices: [{ userId: loan.userId, kind: 'loan_rejected', orderId: undefined, params: told }],
    acts: [{ kind: 'loan_rejected', ...act, contents: { ...act.contents, code, words } }],
  });
}

/** Its user takes back what they asked for, before anybody has decided; a first yes of two is no decision. No money moves, and nobody of the staff did it. */
export function decideTakingBack(
  state: Pick<LoanDecisionState, 'accounts' | 'loans'>,
  { loanId, userId }: { readonly loanId: Id; readonly userId: Id },
): Result<LoanDecided, Refusal> {
  const loan = state.loans.running(userId);
  if (loan?.id !== loanId || loan.status !== 1) return err(refuse('LOAN_NOT_WAITING'));
  const { nowMs } = state.accounts.standing(userId);
  return ok({ loans: [{ ...loan, status: 7, decidedTime: nowMs }] });
}

export interface Repayment {
  readonly loanId: Id;
  readonly userId: Id;
  readonly key: string;
  /** What the app showed to be due; empty where it showed nothing. */
  readonly shown: string;
}

/** Repays it whole out of what is available, at what this moment costs: early for the days begun, late with the penalty. Nothing is taken without a tap. */
export function decideRepayment(
  state: LoanDecisionState,
  { loanId, userId, key, shown }: Repayment,
): Result<LoanDecided, Refusal> {
  const loan = state.loans.running(userId);
  if (loan?.id !== loanId || loan.status !== 2 || loan.paidOutTime === undefined)
    return err(refuse('LOAN_NOT_TO_REPAY'));
  const { nowMs } = state.accounts.standing(userId);
  const due = loanDue(loan, loan.paidOutTime, nowMs);
  if (shown !== '') {
    const read = readNotNegative('shown', shown, 2);
    if (!read.ok) return read;
    if (due.total > read.value) return err(refuse('LOAN_SUM_CHANGED', { due: usd(due.total) }));
  }
  const free = state.ledger.find('live', userId, 'change')?.available ?? amount(0n);
  if (due.total > free) return err(refuse('BALANCE_INSUFFICIENT', { needed: usd(due.total), free: usd(free) }));
  return ok({
    loans: [{ ...loan, status: 5, repaidTime: nowMs, interest: due.interest, penalty: due.penalty }],
    ledger: moved(state, loan, {
      ...{ type: 'loan_repaid', key },
      postings: [
        { ownerId: userId, kind: 'change', available: amount(-due.total) },
        { ownerId: HOUSE, kind: 'loan', available: loan.amount },
        { ownerId: HOUSE, kind: 'fees', available: amount(due.interest + due.penalty) },
      ],
    }),
    notices: [
      { userId, kind: 'loan_repaid', orderId: undefined, params: { amount: usd(due.total) }, cause: `loan:${loan.id}` },
    ],
  });
}

/** How long before it is due its user is told, ms. */
export const SOON_MS = 3 * 86_400_000;

/** Told once, with what it costs at its end, before it is due. Nothing where it is not soon, or was told. */
export function decideSoon(
  state: Pick<LoanDecisionState, 'accounts' | 'loans'>,
  { loanId, userId }: { readonly loanId: Id; readonly userId: Id },
): LoanDecided | undefined {
  const loan = state.loans.running(userId);
  if (loan?.id !== loanId || loan.status !== 2 || loan.paidOutTime === undefined || loan.dueTime === undefined)
    return undefined;
  const { nowMs } = state.accounts.standing(userId);
  if (loan.soonTime !== undefined || nowMs >= loan.dueTime || nowMs < loan.dueTime - SOON_MS) return undefined;
  const params = { amount: usd(loanDue(loan, loan.paidOutTime, loan.dueTime).total), until: minuteText(loan.dueTime) };
  return {
    loans: [{ ...loan, soonTime: nowMs }],
    notices: [{ userId, kind: 'loan_due_soon', orderId: undefined, params, cause: `loan:${loan.id}` }],
  };
}

/** Found once to be late, and never taken back: its user is told. Nothing where it is not, or was found before. */
export function decideOverdue(
  state: Pick<LoanDecisionState, 'accounts' | 'loans'>,
  { loanId, userId }: { readonly loanId: Id; readonly userId: Id },
): LoanDecided | undefined {
  const loan = state.loans.running(userId);
  if (loan?.id !== loanId || loan.dueTime === undefined || loan.overdueTime !== undefined) return undefined;
  const { nowMs } = state.accounts.standing(userId);
  // Whoever has sent a proof in time is not late while it is looked at.
  if ((loan.proofTime ?? nowMs) <= loan.dueTime) return undefined;
  return {
    loans: [{ ...loan, overdueTime: nowMs }],
    notices: [{ userId, kind: 'loan_overdue', orderId: undefined, params: {}, cause: `loan:${loan.id}` }],
  };
}
