// What decisions about withdrawals look at and change, and what they have in common. Pure.

import type { Refusal } from '@fairtick/contract/errors';
import type { LedgerType } from '@fairtick/contract/ledger-types';
import type { Notice } from '@fairtick/contract/socket/messages';
import { type Amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert, type Result } from '@fairtick/kernel/result';
import type { ChangeBase } from '../../../platform/commands/books.ts';
import type { UserNotice } from '../../../platform/commands/command.ts';
import type { AccountsState } from '../../accounts/index.ts';
import { type Accounts, type LedgerChange, LedgerDraft, type Posting } from '../../ledger/index.ts';
import type { MarketAt } from '../../market/index.ts';
import type { WalletChange, WalletState } from '../part.ts';
import type { Withdrawal } from '../types.ts';

export interface WithdrawalState {
  readonly accounts: Pick<AccountsState, 'standing'>;
  readonly ledger: Accounts;
  readonly wallet: Pick<
    WalletState,
    'settings' | 'destinations' | 'withdrawals' | 'receipts' | 'approvalsOf' | 'paused'
  >;
  /** Of a user whom the command names there: what repaying a loan that is late costs; 0 where none is. */
  readonly loans: { overdue(userId: Id, nowMs: number): Amount };
  readonly market: Pick<MarketAt, 'pair' | 'tradable' | 'view' | 'nowMs'>;
  newId(): Id;
}

export interface WithdrawalChange extends ChangeBase {
  readonly wallet?: WalletChange;
  readonly ledger?: LedgerChange;
}

export type Decided = Result<WithdrawalChange, Refusal>;

export const NOTHING: WithdrawalChange = {};

/** The withdrawal itself, with the one journal that goes with its new state. Its key is that of the command. */
export interface Moving {
  readonly type: LedgerType;
  readonly key: string;
  readonly postings: readonly Posting[];
}

export function movedBy(
  state: Pick<WithdrawalState, 'ledger' | 'newId' | 'accounts'>,
  withdrawal: Withdrawal,
  { type, key, postings }: Moving,
): LedgerChange {
  const { realm, userId, id } = withdrawal;
  const time = state.accounts.standing(userId).nowMs;
  const draft = new LedgerDraft({ accounts: state.ledger, realm, time, key, newId: () => state.newId() });
  draft.post(type, id, postings, userId);
  assert(draft.journals.length === 1, 'a withdrawal moves money whenever its state says so');
  return { journals: draft.journals };
}

/** Once for each withdrawal, however often it is decided. */
export const tellOwner = (
  { id, userId, number }: Withdrawal,
  kind: Extract<Notice['kind'], `withdrawal_${string}`>,
  params: Readonly<Record<string, string>> = {},
): UserNotice => ({
  ...{ userId, kind, orderId: undefined, cause: `withdrawal:${id}` },
  params: { amount: usd(number), ...params },
});

/** As sums are shown: two places. */
export const usd = (units: Amount | bigint): string => formatUnits(units, 2);
