// A loan as the domain knows it.

import type { LoanTerms } from '@fairtick/engine/loans';
import type { Amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';

/** 1 waits, 2 to repay, 3 rejected, 4 a repayment is being checked, 5 repaid, 7 taken back by its user before anybody decided. */
export type LoanStatus = 1 | 2 | 3 | 4 | 5 | 7;

export interface Loan extends LoanTerms {
  readonly id: Id;
  readonly userId: Id;
  readonly configId: number;
  readonly status: LoanStatus;
  /** UTC ms by the database's clock, as all times here. */
  readonly requestedTime: number;
  readonly answerDue: number;
  /** Of one that takes two: who said yes first, and when. */
  readonly firstYesBy: Id | undefined;
  readonly firstYesTime: number | undefined;
  readonly decidedTime: number | undefined;
  readonly decidedBy: Id | undefined;
  readonly reasonCode: string | undefined;
  readonly reason: string | undefined;
  readonly paidOutTime: number | undefined;
  readonly dueTime: number | undefined;
  readonly overdueTime: number | undefined;
  /** When its user was told that it is due soon. */
  readonly soonTime: number | undefined;
  /** Of one that is being checked, and of one that was repaid so: when its user sent the proof. What was due then is due. */
  readonly proofTime: number | undefined;
  readonly repaidTime: number | undefined;
  /** As they were paid. */
  readonly interest: Amount | undefined;
  readonly penalty: Amount | undefined;
  /** An image of it; none where the name was typed. */
  readonly signature: string | undefined;
}
