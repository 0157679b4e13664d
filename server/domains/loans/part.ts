// Loans in a batch: of users whom a command names here, the one that runs or waits; and what was decided about it.

import { loanDue } from '@fairtick/engine/loans';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { ChangeBase } from '../../platform/commands/books.ts';
import type { DomainPart } from '../domain-part.ts';
import type { LedgerDraft } from '../ledger/index.ts';
import type { Deposit, LoansRepaid } from '../wallet/index.ts';
import { loadRunning, writeDecided } from './batch-table.ts';
import { type CheckedLoan, notRepaid, repaidByProof } from './rules/proof.ts';
import type { LoanSettings } from './settings.ts';
import type { Loan, LoanStatus } from './types.ts';

/** A loan as it is from now on. */
export type LoanChange = readonly Loan[];

/** What a decision asks of the settings. */
type PaidBy = Pick<LoanSettings, 'twoPeople'>;

/** What decisions of other domains ask: nothing of a user whom their command does not name here, which throws. */
export interface LoansHeld {
  /** What is owed of the principal; 0 where nothing is. */
  principalOwed(userId: Id): Amount;
  /** What repaying costs at this moment where that should have been done before; 0 elsewhere. */
  overdue(userId: Id, nowMs: number): Amount;
  /** Whether one waits or runs. */
  hasLoan(userId: Id): boolean;
}

export interface LoansState extends LoansHeld, LoansRepaid {
  readonly settings: PaidBy;
  /** The one that waits or runs. */
  running(userId: Id): Loan | undefined;
}

const ENDED: ReadonlySet<LoanStatus> = new Set([3, 5, 7]);

class LoansBatch implements LoansState {
  readonly settings: PaidBy;
  /** The last that was decided about each: one statement writes a row once. */
  readonly decided = new Map<Id, Loan>();
  readonly #byUser: Map<Id, Loan>;
  readonly #named: ReadonlySet<Id>;

  constructor(rows: readonly Loan[], named: readonly Id[], settings: PaidBy) {
    this.#byUser = new Map(rows.map((row) => [row.userId, row]));
    this.#named = new Set(named);
    this.settings = settings;
  }

  running(userId: Id): Loan | undefined {
    assert(this.#named.has(userId), "the batch has the user's loan");
    return this.#byUser.get(userId);
  }

  hasLoan(userId: Id): boolean {
    return this.running(userId) !== undefined;
  }

  principalOwed(userId: Id): Amount {
    const loan = this.running(userId);
    return loan?.paidOutTime === undefined ? amount(0n) : loan.amount;
  }

  overdue(userId: Id, nowMs: number): Amount {
    const loan = this.running(userId);
    if (loan?.paidOutTime === undefined || loan.dueTime === undefined || nowMs <= loan.dueTime) return amount(0n);
    return loanDue(loan, loan.paidOutTime, loan.proofTime ?? nowMs).total;
  }

  came(deposit: Deposit, draft: LedgerDraft, nowMs: number): ChangeBase {
    const loan = this.#checked(deposit);
    return loan ? repaidByProof(loan, deposit, draft, nowMs) : {};
  }

  ended(deposit: Deposit): ChangeBase {
    const loan = this.#checked(deposit);
    return loan ? notRepaid(loan) : {};
  }

  #checked({ userId, repays }: Deposit): CheckedLoan | undefined {
    const loan = this.running(userId);
    if (loan?.status !== 4 || loan.id !== repays) return undefined;
    const { paidOutTime, proofTime } = loan;
    return paidOutTime === undefined || proofTime === undefined ? undefined : { ...loan, paidOutTime, proofTime };
  }

  put(loan: Loan): void {
    const before = this.running(loan.userId);
    assert(before?.id === loan.id, 'what is decided is the loan that runs or waits');
    if (ENDED.has(loan.status)) this.#byUser.delete(loan.userId);
    else this.#byUser.set(loan.userId, loan);
    this.decided.set(loan.id, loan);
  }
}

/** A batch that names no borrower reads nothing. */
export function loansPart({
  settings,
}: {
  readonly settings: () => PaidBy;
}): DomainPart<LoansBatch, LoanChange, never> {
  return {
    load: async (tx, { named }) =>
      new LoansBatch(named.length === 0 ? [] : await loadRunning(tx, named), named, settings()),
    apply(batch, loans) {
      for (const loan of loans) batch.put(loan);
    },
    write: ({ decided }) => writeDecided([...decided.values()]),
    committed: () => [],
  };
}
