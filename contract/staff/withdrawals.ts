// Withdrawals as the staff see them: queues, one card, and what may be done with each.

import { z } from 'zod';
import { decimal, idText, timeMs, typed } from '../fields.ts';
import { changes, reads } from './drafts.ts';
import type { Right } from './matrix.ts';
import { WITHDRAWAL_FLAGS, WITHDRAWAL_REASONS } from './withdrawal-reasons.ts';

export const WITHDRAWAL_QUEUES = ['approve', 'pay', 'overdue', 'paid'] as const;

/** Named as the states of money.md: 1 waits, 2 approved, 3 paid, 4 rejected, 5 cancelled. */
const status = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
const reason = z.string().max(500);

const queued = z.object({
  id: z.string(),
  uid: z.string(),
  status,
  kind: z.enum(['coin', 'bank']),
  currency: z.string(),
  protocol: z.string(),
  /** USD. */
  number: decimal,
  /** In the currency. */
  received: decimal,
  requested: timeMs,
  deadline: timeMs,
  overdue: z.boolean(),
  approvals: z.number().int(),
  approvalsNeeded: z.number().int(),
  flags: z.array(z.enum(WITHDRAWAL_FLAGS)),
  /** Who pays it; empty where nobody has taken it. */
  takenBy: z.string(),
  mine: z.boolean(),
});
export type QueuedWithdrawal = z.infer<typeof queued>;

const place = z.object({
  /** The address, or the number of the account, in groups of four. */
  groups: z.array(z.string()),
  tag: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  bic: z.string(),
  payeeName: z.string(),
  owner: z.enum(['me', 'other']),
  beneficiary: z.string(),
  walletKind: z.enum(['own', 'exchange', '']),
  /** At which one; empty elsewhere, and of what was bound before they were named. */
  exchange: z.string(),
  bound: timeMs,
});

const approve: Right = { act: 'withdrawal_approve', grants: ['do', 'propose', 'check'] };
const pay: Right = { act: 'withdrawal_pay', grants: ['do'] };
/** Nothing is approved and nothing taken to be paid, until a proof of client money holds. */
const paused = z.boolean();
const done = z.object({ status });

export const payoutEndpoints = {
  withdrawals: reads({
    path: '/staff/api/withdrawals',
    summary: 'Withdrawals to approve, to pay or overdue, the oldest first; or those that were paid, the newest first',
    input: z.object({ queue: z.enum(WITHDRAWAL_QUEUES).optional().default('approve'), after: idText.optional() }),
    answer: z.object({
      data: z.array(queued),
      /** At most a thousand each; what was paid is not counted. */
      counts: z.object({ approve: z.number().int(), pay: z.number().int(), overdue: z.number().int() }),
      more: z.boolean(),
      paused,
    }),
    right: approve,
  }),
  withdrawal: reads({
    path: '/staff/api/withdrawals/{id}',
    summary:
      'One withdrawal: whereto, what to look at, who approved it, what paying it does to the pool. Who looks is written down',
    input: z.object({ id: idText }),
    answer: queued.extend({
      userId: z.string(),
      /** Why the user's withdrawals are frozen now; empty where they are not. */
      frozen: z.string(),
      /** As whom the user is verified. */
      verifiedName: z.string(),
      fee: decimal,
      usdPrice: decimal,
      /** It was the last one before its market closed. */
      rateClosed: z.boolean(),
      memo: z.string(),
      destination: place,
      /** The one that the user's last paid withdrawal of the currency went to. */
      lastDestination: place.nullable(),
      approvedBy: z.array(z.object({ name: z.string(), time: timeMs })),
      /** Who has said that nothing was sent; empty where nobody has. */
      nothingSentBy: z.string(),
      paidBy: z.string(),
      reference: z.string(),
      reasonCode: z.string(),
      reason: z.string(),
      /** USD that came back of what was paid, when, and who said so; null where nothing did. */
      back: z.object({ amount: decimal, time: timeMs, by: z.string(), reference: z.string() }).nullable(),
      /** Where a payment of its currency can come back to. */
      ways: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['coin', 'bank']),
          currency: z.string(),
          place: z.string(),
          own: z.boolean(),
        }),
      ),
      /** USD that the clients' pool holds, what it would hold when this is paid, and what is approved and not paid of everybody. */
      pool: z.object({ held: decimal, after: decimal, approved: decimal }),
      paused,
    }),
    right: approve,
  }),
  withdrawal_approve: changes({
    method: 'POST',
    path: '/staff/api/withdrawals/approve',
    summary: 'Let a withdrawal go; from the limit on the first proposes and another one checks',
    input: z.object({ id: idText, note: z.string().max(500).optional().default('') }),
    answer: done,
    right: approve,
    elevated: true,
  }),
  withdrawal_reject: changes({
    method: 'POST',
    path: '/staff/api/withdrawals/reject',
    summary: 'Refuse a withdrawal that waits, with the reason that the user reads',
    input: z.object({ id: idText, reason_code: z.enum(WITHDRAWAL_REASONS), reason: reason.optional().default('') }),
    answer: done,
    right: { act: 'withdrawal_reject', grants: ['do'] },
    elevated: true,
  }),
  withdrawal_claim: changes({
    method: 'POST',
    path: '/staff/api/withdrawals/claim',
    summary: 'Take an approved withdrawal before anything is sent: nobody else pays it then',
    input: z.object({ id: idText }),
    answer: done,
    right: pay,
    elevated: true,
  }),
  withdrawal_release: changes({
    method: 'POST',
    path: '/staff/api/withdrawals/release',
    summary: 'Give back what one has taken and not paid',
    input: z.object({ id: idText }),
    answer: done,
    right: pay,
    elevated: true,
  }),
  withdrawal_paid: changes({
    method: 'POST',
    path: '/staff/api/withdrawals/paid',
    summary: 'Say that it was sent, with the transaction or the bank’s number of it',
    input: z.object({ id: idText, reference: z.string().max(200) }),
    answer: done,
    right: pay,
    elevated: true,
  }),
  withdrawal_nothing_sent: changes({
    method: 'POST',
    path: '/staff/api/withdrawals/nothing-sent',
    summary: 'Say that nothing was sent; with a second person’s word the money is the user’s again',
    input: z.object({ id: idText, reason: reason.optional().default('') }),
    answer: done,
    right: { act: 'withdrawal_reject', grants: ['do', 'check'] },
    elevated: true,
  }),
  withdrawal_back: changes({
    method: 'POST',
    path: '/staff/api/withdrawals/back',
    summary:
      'Say that a payment came back: its user is credited by what came, at once below the limit, else, or by who had paid it, as a proposal',
    input: z.object({
      id: idText,
      /** The id of the deposit option that it came by. */
      charge_id: z.string(),
      /** Of a coin the transaction and which output of it, as txid:index; of a bank its own number of the line. */
      reference: z.string().max(200),
      /** What came, in the currency of the withdrawal: no more than was sent. */
      amount: typed,
      /** A user's own address that it came to; empty where it came to the one for all. */
      address: z.string().max(200).optional().default(''),
      reason: z.string().max(500).optional().default(''),
    }),
    answer: z.object({ proposal: z.string().nullable() }),
    right: { act: 'deposits', grants: ['do'] },
    elevated: true,
  }),
};
