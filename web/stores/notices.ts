// What the server tells the user without being asked: said as toasts, and kept by the server to be read later.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Notice } from '@fairtick/contract/socket/messages';
import { QUERY, type QueryName, queryClient, refresh } from '../transport/query.ts';
import { call } from './api.ts';
import { sayToast, type ToastTone } from './toast.ts';

const NOTICE_TONE: Readonly<Record<Notice['kind'], ToastTone>> = {
  stop_loss: 'info',
  take_profit: 'success',
  stop_out: 'error',
  filled: 'success',
  cancelled: 'info',
  micro_win: 'success',
  micro_loss: 'info',
  micro_tie: 'info',
  micro_void: 'info',
  micro_no_tick: 'info',
  margin_call: 'error',
  frozen: 'error',
  unfrozen: 'info',
  verified: 'success',
  verification_rejected: 'error',
  export_ready: 'success',
  totp_added: 'info',
  totp_removed: 'info',
  passkey_added: 'info',
  passkey_removed: 'info',
  recovery_codes_made: 'info',
  name_changed: 'info',
  withdrawal_approved: 'info',
  withdrawal_paid: 'success',
  withdrawal_rejected: 'error',
  withdrawal_returned: 'error',
  withdrawal_back: 'error',
  withdrawal_overdue: 'error',
  deposit_credited: 'success',
  deposit_rejected: 'error',
  deposit_reversed: 'error',
  balance_corrected: 'info',
  fund_finished: 'success',
  fund_redeemed: 'success',
  feedback_answered: 'info',
  trader_approved: 'success',
  trader_rejected: 'error',
  trader_suspended: 'error',
  copy_opened: 'info',
  copy_cut: 'info',
  copy_closed: 'info',
  copy_skipped: 'info',
  copy_stopped: 'error',
  share_paid: 'info',
  follow_ended: 'info',
  loan_verified: 'success',
  loan_verification_rejected: 'error',
  loan_paid_out: 'success',
  loan_rejected: 'error',
  loan_overdue: 'error',
  loan_due_soon: 'info',
  loan_short: 'error',
  loan_repaid: 'success',
  chat_answer: 'info',
  signed_out: 'error',
};

/** What a screen that is open shows otherwise from then on. */
const CHANGED: { readonly [K in Notice['kind']]?: QueryName } = {
  filled: QUERY.forexOrders,
  cancelled: QUERY.forexOrders,
  verified: QUERY.verification,
  verification_rejected: QUERY.verification,
  feedback_answered: QUERY.feedback,
  loan_verified: QUERY.loans,
  loan_verification_rejected: QUERY.loans,
  loan_paid_out: QUERY.loans,
  loan_rejected: QUERY.loans,
  loan_overdue: QUERY.loans,
  loan_due_soon: QUERY.loans,
  loan_short: QUERY.loans,
  loan_repaid: QUERY.loans,
};

/** Data of NOTICE. */
export function takeNotice(data: unknown): void {
  if (!isRecord(data) || typeof data.text !== 'string') return;
  const { kind, text } = data;
  const known = Object.entries(NOTICE_TONE).find(([name]) => name === kind);
  sayToast({ tone: known?.[1] ?? 'info', text });
  refresh(QUERY.notices);
  const changed = Object.entries(CHANGED).find(([name]) => name === kind);
  if (changed) refresh(changed[1]);
}

/** A page of what is older than `before`; of the newest without it. */
export const fetchNotices = (before: string | undefined, signal: AbortSignal): Promise<AnswerOf<'notices'>> =>
  call('notices', before === undefined ? {} : { before }, { quiet: true, signal });

/** This one and all that are older. The list that is open goes on showing what was new; only the count is fetched anew. */
export async function markNoticesRead(id: string): Promise<void> {
  try {
    await call('notices_read', { id }, { quiet: true });
    await queryClient.invalidateQueries({ queryKey: [QUERY.notices, 'unread'] });
  } catch {
    // They stay unread, and are marked when they are looked at again.
  }
}
