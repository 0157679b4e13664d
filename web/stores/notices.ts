// What the server tells the user of their orders without being asked: said as toasts.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { Notice } from '@fairtick/contract/socket/messages';
import { QUERY, refresh } from '../transport/query.ts';
import { sayToast, type ToastTone } from './toast.ts';

const NOTICE_TONE: Readonly<Record<Notice['kind'], ToastTone>> = {
  stop_loss: 'info',
  take_profit: 'success',
  stop_out: 'error',
  filled: 'success',
  micro_win: 'success',
  micro_loss: 'info',
  micro_tie: 'info',
  micro_void: 'info',
  margin_call: 'error',
  frozen: 'error',
  unfrozen: 'info',
  verified: 'success',
  verification_rejected: 'error',
  signed_out: 'error',
};

/** Data of NOTICE. */
export function takeNotice(data: unknown): void {
  if (!isRecord(data) || typeof data.text !== 'string') return;
  const { kind, text } = data;
  const known = Object.entries(NOTICE_TONE).find(([name]) => name === kind);
  sayToast({ tone: known?.[1] ?? 'info', text });
  if (kind === 'filled') refresh(QUERY.forexOrders);
}
