// How much waits where, for the navigation and the first screen. Asked for once for both.

import { useMay } from '../hooks/use-me.ts';
import { useRead } from '../hooks/use-read.ts';

const EVERY_MS = 20_000;

export interface Counts {
  readonly verifications: number | undefined;
  readonly deposits: number | undefined;
  /** Money that came and has no owner yet. */
  readonly receipts: number | undefined;
  /** To approve, and to pay for who pays. */
  readonly withdrawals: number | undefined;
  /** Whoever waits for an answer in the chat. */
  readonly chats: number | undefined;
  readonly proposals: number | undefined;
  /** Open, of what people told the house. */
  readonly feedback: number | undefined;
  /** Applications to lead others. */
  readonly traders: number | undefined;
  /** Letters that could not be sent. */
  readonly messages: number | undefined;
}

export function useQueues() {
  const may = useMay();
  const everyMs = EVERY_MS;
  return {
    verifications: useRead('verifications', { status: '1' }, { everyMs, enabled: may('verification') }),
    deposits: useRead('deposits', { status: '0' }, { everyMs, enabled: may('deposits') }),
    receipts: useRead('receipts', { state: 'free' }, { everyMs, enabled: may('deposits') }),
    withdrawals: useRead('withdrawals', { queue: 'approve' }, { everyMs, enabled: may('withdrawal_approve') }),
    feedback: useRead('feedback_queue', { page: 1 }, { everyMs, enabled: may('feedback') }),
    chats: useRead('chat_threads', { state: 'open' }, { everyMs, enabled: may('chat') }),
    traders: useRead('traders_queue', { page: 1 }, { everyMs, enabled: may('traders') }),
    proposals: useRead('proposals', { page: 1 }, { everyMs }),
    messages: useRead('messages', { state: 'dead' }, { everyMs, enabled: may('messages') }),
  };
}

export function useCounts(): Counts {
  const may = useMay();
  const { verifications, deposits, receipts, withdrawals, chats, feedback, traders, proposals, messages } = useQueues();
  const payouts = withdrawals.data?.counts;
  return {
    verifications: verifications.data?.waiting,
    deposits: deposits.data?.waiting,
    receipts: receipts.data?.free,
    withdrawals: payouts && payouts.approve + (may('withdrawal_pay') ? payouts.pay : 0),
    feedback: feedback.data?.waiting,
    chats: chats.data?.waiting,
    traders: traders.data?.waiting,
    proposals: proposals.data?.waiting,
    messages: messages.data?.counts.dead,
  };
}
