// Money that was sent for a loan: what its domain, which is above, has to say of it. A deposit like any other to everybody else.

import type { Refusal } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import type { ChangeBase } from '../../../platform/commands/books.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import type { LedgerDraft } from '../../ledger/index.ts';
import type { Deposit } from '../types.ts';

/** In the batch that decides the deposit: what else it comes to. */
export interface LoansRepaid {
  /** It came: in the draft it is its user's, and what repays the loan is posted there too. */
  came(deposit: Deposit, draft: LedgerDraft, nowMs: number): ChangeBase;
  /** Nothing is credited: the loan is to be repaid as before. */
  ended(deposit: Deposit): ChangeBase;
}

/** In the transaction in which its user says that it was sent. */
export interface Repaying {
  readonly loanId: Id;
  /** Behind the user's lock: why it is not to be repaid so now. */
  hinders(tx: PoolClient): Promise<Refusal | undefined>;
  sent(tx: PoolClient, deposit: Deposit): Promise<void>;
}

/** With the rest of what is decided in the same moment. */
export function joined<Change extends ChangeBase>(change: Change, beside: ChangeBase): Change {
  const { notices = [], acts = [], ...more } = beside;
  return {
    ...more,
    ...change,
    notices: [...(change.notices ?? []), ...notices],
    acts: [...(change.acts ?? []), ...acts],
  };
}

/** What a command names that decides a deposit: with it the loan that it repays. */
export const namedWith = (
  { id, userId, repays }: Pick<Deposit, 'id' | 'userId' | 'repays'>,
  receipt?: Id,
): Readonly<Record<'wallet' | 'loans', readonly Id[]>> => ({
  wallet: receipt === undefined ? [id] : [id, receipt],
  loans: repays === undefined ? [] : [userId],
});
