// Money that came and that nobody has said is theirs: booked as what came, until its owner is found or it is sent back.

import { z } from 'zod';
import { decimal, idText, timeMs, typed } from '../fields.ts';
import { changes, reads } from './drafts.ts';
import { RECEIPT_STATES } from './receipt-states.ts';

const listed = z.object({
  id: z.string(),
  /** Where it was seen: a network, or bank: and the account. */
  method: z.string(),
  reference: z.string(),
  currency: z.string(),
  amount: decimal,
  /** USD that it counts as, by the rate of its booking. */
  booked: decimal,
  /** Whom it came from, as it is shown outside. */
  from: z.string(),
  seen: timeMs,
  /** Who booked it. */
  seenBy: z.string(),
  state: z.enum(RECEIPT_STATES),
  /** Who sends it back, and whether that is the caller; nobody yet where it is empty. */
  takenBy: z.string(),
  mine: z.boolean(),
  /** Of the payment by which it was sent back. */
  sent: z.string(),
  /** To whose own address it came; empty where it is nobody's own. */
  owner: z.string(),
  /** Deposits that wait and name the same transaction. */
  claims: z.array(z.object({ deposit: z.string(), uid: z.string() })),
});
export type ListedReceipt = z.infer<typeof listed>;

export const receiptEndpoints = {
  receipts: reads({
    path: '/staff/api/receipts',
    summary: 'Money that came, by state; what nobody has yet comes oldest first',
    input: z.object({ state: z.enum(RECEIPT_STATES).optional().default('free'), before: idText.optional() }),
    answer: z.object({
      data: z.array(listed),
      free: z.number().int(),
      more: z.boolean(),
      /** Where money can come in now. */
      options: z.array(
        z.object({
          ...{ id: z.string(), kind: z.enum(['coin', 'bank']), currency: z.string(), place: z.string() },
          /** Each user has an address of their own there: what came says to which. */
          own: z.boolean(),
        }),
      ),
    }),
    right: { act: 'deposits', grants: ['read', 'do', 'check'] },
  }),
  receipt_book: changes({
    method: 'POST',
    path: '/staff/api/receipts/book',
    summary:
      'Book money that came and whose owner nobody knows, which is no user’s until it is credited: at once below the limit, else as a proposal',
    input: z.object({
      /** The id of the deposit option that it came by. */
      charge_id: z.string(),
      /** Of a coin the transaction and which output of it, as txid:index; of a bank its own number of the line. */
      reference: z.string().max(200),
      /** In the option's currency. */
      amount: typed,
      from: z.string().max(200).optional().default(''),
      /** A user's own address that it came to; empty where it came to the one for all. */
      address: z.string().max(200).optional().default(''),
      reason: z.string().max(500).optional().default(''),
    }),
    /** One of the two. */
    answer: z.object({ id: z.string().nullable(), proposal: z.string().nullable() }),
    right: { act: 'deposits', grants: ['do'] },
    elevated: true,
  }),
  receipt_assign: changes({
    method: 'POST',
    path: '/staff/api/receipts/assign',
    summary: 'Put money that came into the queue of deposits under a user: it is credited there as every other',
    input: z.object({ id: idText, uid: z.string().max(20) }),
    answer: z.object({ deposit: z.string() }),
    right: { act: 'deposits', grants: ['do'] },
    elevated: true,
  }),
  receipt_return: changes({
    method: 'POST',
    path: '/staff/api/receipts/return',
    summary: 'Propose to send money of nobody back: once a second person agrees, nobody is credited by it',
    input: z.object({ id: idText, reason: z.string().max(500) }),
    answer: z.object({ proposal: z.string() }),
    right: { act: 'books', grants: ['propose'] },
    elevated: true,
  }),
  receipt_take: changes({
    method: 'POST',
    path: '/staff/api/receipts/take',
    summary: 'Take money that goes back, before anything is sent: two who send one sum send it twice',
    input: z.object({ id: idText }),
    answer: z.object({ state: z.enum(RECEIPT_STATES) }),
    right: { act: 'withdrawal_pay', grants: ['do'] },
    elevated: true,
  }),
  receipt_sent: changes({
    method: 'POST',
    path: '/staff/api/receipts/sent',
    summary: 'Say by which payment it was sent back, by who has taken it',
    input: z.object({
      id: idText,
      /** The transaction, or the bank’s number: of no other payment that left. */
      reference: z.string().max(200),
    }),
    answer: z.object({ state: z.enum(RECEIPT_STATES) }),
    right: { act: 'withdrawal_pay', grants: ['do'] },
    elevated: true,
  }),
  receipt_keep: changes({
    method: 'POST',
    path: '/staff/api/receipts/keep',
    summary: 'Propose that nothing was sent back: it is nobody’s again, and can be credited',
    input: z.object({ id: idText, reason: z.string().max(500) }),
    answer: z.object({ proposal: z.string() }),
    right: { act: 'books', grants: ['propose'] },
    elevated: true,
  }),
};
