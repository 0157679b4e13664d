// A loan that its user says was repaid by coin or wire. What is due is that of the moment of the proof; what came is the user's own first, and repays the loan
// in the same decision where what they then have covers it. Pure, under the user's lock.

import { loanDue } from '@fairtick/engine/loans';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import type { UserNotice } from '../../../platform/commands/command.ts';
import { HOUSE, type LedgerDraft } from '../../ledger/index.ts';
import type { Deposit } from '../../wallet/index.ts';
import type { Loan } from '../types.ts';

export interface ByProof {
  readonly loans: readonly Loan[];
  readonly notices: readonly UserNotice[];
}

/** A loan whose repayment is checked: 4. */
export type CheckedLoan = Loan & { readonly paidOutTime: number; readonly proofTime: number };

const usd = (units: bigint): string => formatUnits(units, 2);
const toRepay = (loan: Loan): Loan => ({ ...loan, status: 2, proofTime: undefined });

type Told = Pick<UserNotice, 'kind' | 'cause' | 'params'>;
const told = ({ userId }: Loan, said: Told): UserNotice => ({ userId, orderId: undefined, ...said });

/** Short of a cent it is to be repaid as before, and what came stays its user's; what is over stays theirs too. */
export function repaidByProof(loan: CheckedLoan, deposit: Deposit, draft: LedgerDraft, nowMs: number): ByProof {
  const { userId, id } = loan;
  const due = loanDue(loan, loan.paidOutTime, loan.proofTime);
  const came = deposit.credited ?? amount(0n);
  if (due.total > draft.account(userId, 'change').available)
    return {
      loans: [toRepay(loan)],
      // Of each deposit: it may be short more than once.
      notices: [
        told(loan, {
          ...{ kind: 'loan_short', cause: `deposit:${deposit.id}` },
          params: { came: usd(came), due: usd(due.total) },
        }),
      ],
    };
  draft.post('loan_repaid', id, [
    { ownerId: userId, kind: 'change', available: amount(-due.total) },
    { ownerId: HOUSE, kind: 'loan', available: loan.amount },
    { ownerId: HOUSE, kind: 'fees', available: amount(due.interest + due.penalty) },
  ]);
  return {
    loans: [{ ...loan, status: 5, repaidTime: nowMs, interest: due.interest, penalty: due.penalty }],
    notices: [told(loan, { kind: 'loan_repaid', cause: `loan:${id}`, params: { amount: usd(due.total) } })],
  };
}

/** The user is told why by the deposit's own notice. */
export const notRepaid = (loan: Loan): ByProof => ({ loans: [toRepay(loan)], notices: [] });
