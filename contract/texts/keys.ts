// What can be said: every text's key and the placeholders its sentence may hold. The sentences are in one file a language.

import type { UPLOAD_FIELD } from '../endpoint.ts';
import type { ErrorName } from '../errors.ts';
import type { EndpointName } from '../http/index.ts';
import type { LedgerType } from '../ledger-types.ts';
import type { CancelReason, Notice } from '../socket/messages.ts';
import type { DepositReason } from '../staff/deposit-reasons.ts';
import type { LoanReason } from '../staff/loans.ts';
import type { Lock } from '../staff/locks.ts';
import type { Rejection } from '../staff/verification.ts';
import type { WithdrawalReason } from '../staff/withdrawal-reasons.ts';
import type { EndpointTable } from '../table.ts';
import type { ServedTable } from '../tables.ts';
import type { SkipReason } from '../trader-words.ts';

/** Endpoints whose success is told in a sentence (the envelope's msg); the others answer with an empty one. */
export const TOLD_ENDPOINTS = [
  'createAccountDemoForU',
  'send_code',
  'register',
  'loginForU',
  'logout',
  'resetForexDemoAccount',
  'forex_submit',
  'forex_close',
  'forex_close_all',
  'cancel_trade',
  'set_stop_price',
  'micro_submit',
  'transfer',
  'fund_buy',
  'fund_refund',
] as const satisfies readonly NameOf<ServedTable>[];
type NameOf<T> = T extends EndpointTable ? EndpointName<T> : never;
export type ToldEndpoint = (typeof TOLD_ENDPOINTS)[number];

/** Settings that two people change: anybody may read what they do. */
export const PUBLIC_SETTINGS = [
  'jurisdictions',
  'deposit_options',
  'withdrawal_currencies',
  'money_rates',
  'money_limits',
  'two_people_limit',
  'loan_configs',
  'loan_two_people',
  'loan_agreement_en',
  'loan_agreement_hk',
  'loan_agreement_ar',
  'fund_products',
  'fund_redemption',
  'copying_limits',
  'service_status',
] as const;
export type PublicSetting = (typeof PUBLIC_SETTINGS)[number];

export type CategoryName = 'forex' | 'metals' | 'energy' | 'indices' | 'crypto';
/** Every field that some endpoint takes: {field} names one of them. */
type FieldName = FieldOf<ServedTable> | typeof UPLOAD_FIELD;
type FieldOf<T> = T extends EndpointTable
  ? { [N in EndpointName<T>]: Extract<keyof T['endpoints'][N]['input']['shape'], string> }[EndpointName<T>]
  : never;
export type NoticeKind = Notice['kind'];

export type TextKey =
  | `error.${ErrorName}`
  | `done.${ToldEndpoint}`
  | `ledger.${LedgerType}`
  | `category.${CategoryName}`
  | `field.${FieldName}`
  | `notice.${NoticeKind}`
  | `cancelled.${CancelReason}`
  | `skipped.${SkipReason}`
  | `lock.${Lock}`
  | `rejection.${Exclude<Rejection, 'other'>}`
  | 'loan_proof.short'
  | `loan_reason.${Exclude<LoanReason, 'other'> | 'taken_back'}`
  | `withdrawal.${'waiting' | 'approved' | 'paid' | 'back' | 'rejected' | 'cancelled'}`
  | `deposit_reason.${Exclude<DepositReason, 'other'>}`
  | 'deposit.other_amount'
  | 'deposit.unverified'
  | `withdrawal_reason.${Exclude<WithdrawalReason, 'other'>}`
  | `setting.${PublicSetting}`
  /** Heads of the columns of a table for spreadsheets. */
  | `sheet.${'time' | 'kind' | 'type' | 'value' | 'held' | 'line'}`;

/**
 * A sentence: `{name}` is filled in; what stands in square brackets is left out when one of its placeholders has no value.
 */
export type Texts = Readonly<Record<TextKey, string>>;

/** The placeholders of the notices' sentences: `result` is signed, `level` a percentage without its sign, `locks` names with commas
 * between, `why` the name of a CancelReason, `skipped` that of a SkipReason, `rejection` that of a Rejection, `words` what a member of the staff typed. */
export const NOTICE_PARAMS: Readonly<Record<NoticeKind, readonly string[]>> = {
  stop_loss: ['pair', 'price', 'result'],
  take_profit: ['pair', 'price', 'result'],
  stop_out: ['pair', 'price', 'result'],
  filled: ['pair', 'price'],
  cancelled: ['pair', 'why'],
  micro_win: ['pair', 'result'],
  micro_loss: ['pair', 'result'],
  micro_tie: ['pair'],
  micro_void: ['pair'],
  micro_no_tick: ['pair'],
  margin_call: ['level'],
  frozen: ['locks', 'until', 'reason'],
  unfrozen: [],
  verified: [],
  verification_rejected: ['rejection', 'words'],
  export_ready: [],
  totp_added: [],
  totp_removed: [],
  passkey_added: [],
  passkey_removed: [],
  recovery_codes_made: [],
  name_changed: [],
  withdrawal_approved: ['amount'],
  withdrawal_paid: ['amount'],
  withdrawal_rejected: ['amount', 'reason'],
  withdrawal_returned: ['amount', 'reason'],
  withdrawal_back: ['amount'],
  withdrawal_overdue: ['amount'],
  deposit_credited: ['amount'],
  deposit_rejected: ['reason'],
  deposit_reversed: ['amount', 'reason'],
  balance_corrected: ['amount', 'reason'],
  fund_finished: ['amount'],
  fund_redeemed: ['amount'],
  chat_answer: [],
  signed_out: [],
  feedback_answered: ['number'],
  trader_approved: [],
  trader_rejected: ['reason'],
  trader_suspended: ['reason'],
  copy_opened: ['pair', 'quantity', 'price'],
  copy_cut: ['pair', 'quantity', 'wanted', 'price'],
  copy_closed: ['pair', 'price', 'result'],
  copy_skipped: ['pair', 'skipped'],
  copy_stopped: ['lost', 'stop', 'over'],
  share_paid: ['amount'],
  follow_ended: [],
  loan_verified: [],
  loan_verification_rejected: ['rejection', 'words'],
  loan_paid_out: ['amount'],
  loan_rejected: ['words'],
  loan_overdue: [],
  loan_due_soon: ['amount', 'until'],
  loan_short: ['came', 'due'],
  loan_repaid: ['amount'],
};
