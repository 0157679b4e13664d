// The queue of money that users say they sent: what came is credited by a receipt, and nothing else is.

import { z } from 'zod';
import { decimal, idText, timeMs, typed } from '../fields.ts';
import { CHAIN_DIFFERENCES, NOT_CHECKED } from './chain-words.ts';
import { DEPOSIT_REASONS, REVERSAL_REASONS } from './deposit-reasons.ts';
import { changes, reads } from './drafts.ts';

/** Named as the states of money.md: 0 unchecked, 1 credited, 2 rejected, 3 invalid. */
const status = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

const queued = z.object({
  id: z.string(),
  uid: z.string(),
  kind: z.enum(['coin', 'bank']),
  currency: z.string(),
  network: z.string(),
  /** As the user said. */
  number: decimal,
  submitted: timeMs,
  status,
  /** For compliance, or until the user is verified. */
  heldFor: z.enum(['', 'claimed_twice', 'unverified']),
  /** Who works on it now; empty where nobody does. A claim ends by itself after ten minutes. */
  takenBy: z.string(),
  mine: z.boolean(),
  /** The loan that it was sent for; empty where it was sent for none. */
  repays: z.string(),
});
/** What the chain says of the transaction that the user named, or that it was credited by. */
const chain = z.object({
  /** Only `differs` keeps it from being credited. */
  state: z.enum(['checked', 'not_checked', 'differs']),
  /** Empty where it was checked. */
  why: z.enum(['', ...NOT_CHECKED, ...CHAIN_DIFFERENCES]),
  /** null where the chain was not asked or does not know it. */
  confirmations: z.number().int().nullable(),
  confirmationsNeeded: z.number().int(),
  /** What came to us by it: as a receipt names them. */
  outputs: z.array(z.object({ reference: z.string(), amount: decimal, from: z.string() })),
});
export type ChainView = z.infer<typeof chain>;

export type QueuedDeposit = z.infer<typeof queued>;

export const XPUB_FAULTS = ['private', 'network', 'checksum'] as const;

export const depositStaffEndpoints = {
  xpub_addresses: reads({
    path: '/staff/api/xpub_addresses',
    summary: 'The first two addresses by an extended public key, to be compared with those of the wallet that it is of',
    input: z.object({ network: z.string().max(40), xpub: z.string().max(200) }),
    answer: z.object({
      /** Empty where it is one; a private key, one of another network or kind, or none at all. */
      fault: z.enum(['', ...XPUB_FAULTS]),
      /** By m/0/0 and m/0/1; none where there is a fault. */
      addresses: z.array(z.string()),
    }),
    right: { act: 'money_terms', grants: ['read', 'propose', 'check'] },
  }),
  deposits: reads({
    path: '/staff/api/deposits',
    summary: 'Deposits by state, those that wait oldest first',
    input: z.object({ status: z.enum(['0', '1', '2', '3']).optional().default('0'), before: idText.optional() }),
    answer: z.object({ data: z.array(queued), waiting: z.number().int(), more: z.boolean() }),
    right: { act: 'deposits', grants: ['read', 'do', 'check'] },
  }),
  deposit: reads({
    path: '/staff/api/deposits/{id}',
    summary: 'One deposit with its picture as a link of five minutes: who looks is written down',
    input: z.object({ id: idText }),
    answer: queued.extend({
      userId: z.string(),
      /** Where to, as the user was shown it. */
      place: z.string(),
      /** As the user said; empty where they said none. */
      txid: z.string(),
      /** Empty for whoever may only look, and where there is none. */
      proof: z.string(),
      verified: z.boolean(),
      /** USD that the loan needs, of when the proof was sent; empty where it repays none. */
      repayDue: z.union([decimal, z.literal('')]),
      /** How much of the currency one USD is now, by which what came would be credited; empty where nothing says so. */
      usdPrice: z.union([decimal, z.literal('')]),
      /** That is the last one before its market closed. */
      rateClosed: z.boolean(),
      /** USD: the least that is credited, what the user was credited within 24 hours, and from which sum on it takes two people. */
      least: decimal,
      lastDay: decimal,
      twoPeople: decimal,
      credited: z.string(),
      creditedNumber: z.string(),
      reasonCode: z.string(),
      reason: z.string(),
      decidedBy: z.string(),
      decidedTime: timeMs.nullable(),
      /** UIDs of others who say that the same transaction is theirs. */
      sameTransaction: z.array(z.string()),
      /** Money that came this way and that nobody has yet, what names the same transaction first. */
      receipts: z.array(
        z.object({
          reference: z.string(),
          amount: decimal,
          /** USD that it is credited as, by the rate of its booking. */
          booked: decimal,
          from: z.string(),
        }),
      ),
      /** null of a bank's. */
      chain: chain.nullable(),
      /** The user's other deposits, the newest first. */
      others: z.array(queued),
    }),
    right: { act: 'deposits', grants: ['read', 'do', 'check'] },
  }),
  deposit_claim: changes({
    method: 'POST',
    path: '/staff/api/deposits/claim',
    summary: 'Take a deposit, for ten minutes; its owner may take it again',
    input: z.object({ id: idText }),
    answer: z.object({ until: timeMs }),
    right: { act: 'deposits_reject', grants: ['do'] },
  }),
  deposit_credit: changes({
    method: 'POST',
    path: '/staff/api/deposits/credit',
    summary: 'Credit what came, by its receipt: at once below the limit, else as a proposal',
    input: z.object({
      id: idText,
      /** Of a coin the transaction and which output of it, as txid:index; of a bank its own number of the line. */
      reference: z.string().max(200),
      /** What came, in the currency of the deposit. */
      amount: typed,
      reason: z.string().max(500).optional().default(''),
    }),
    answer: z.object({ proposal: z.string().nullable() }),
    right: { act: 'deposits', grants: ['do'] },
    elevated: true,
  }),
  deposit_reject: changes({
    method: 'POST',
    path: '/staff/api/deposits/reject',
    summary: 'Say that nothing is credited, with the reason that the user reads',
    input: z.object({
      id: idText,
      reason_code: z.enum(DEPOSIT_REASONS).optional(),
      reason: z.string().max(500).optional().default(''),
    }),
    answer: z.object({}),
    right: { act: 'deposits_reject', grants: ['do'] },
    elevated: true,
  }),
  deposit_reverse: changes({
    method: 'POST',
    path: '/staff/api/deposits/reverse',
    summary:
      'Propose to take back what was credited: of its user what is free of it still, of the house’s protection the rest',
    input: z.object({ id: idText, reason_code: z.enum(REVERSAL_REASONS), reason: z.string().max(500) }),
    answer: z.object({ proposal: z.string() }),
    right: { act: 'deposits', grants: ['do'] },
    elevated: true,
  }),
};
