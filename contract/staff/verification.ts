// The queue of identities to be checked.

import { z } from 'zod';
import { idText, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';

export const REJECTIONS = [
  'unreadable',
  'expired',
  'not_the_person',
  'name_differs',
  'cropped',
  'kind_of_document',
  'other',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** Named as the states of money.md: 1 waits, 2 accepted, 3 rejected. */
const status = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const queued = z.object({
  id: z.string(),
  uid: z.string(),
  country: z.string(),
  submitted: timeMs,
  status,
  /** Who works on it now; empty where nobody does. A claim ends by itself after ten minutes. */
  takenBy: z.string(),
  mine: z.boolean(),
  /** The same identity number stands in another account. */
  flagged: z.boolean(),
});
export type QueuedVerification = z.infer<typeof queued>;

export const reviewEndpoints = {
  verifications: reads({
    path: '/staff/api/verifications',
    summary: 'Verifications by state, those that wait oldest first',
    input: z.object({ status: z.enum(['1', '2', '3']).optional().default('1'), before: idText.optional() }),
    answer: z.object({ data: z.array(queued), waiting: z.number().int(), more: z.boolean() }),
    right: { act: 'verification', grants: ['read', 'do'] },
  }),
  verification_claim: changes({
    method: 'POST',
    path: '/staff/api/verifications/claim',
    summary: 'Take an item, for ten minutes; its owner may take it again',
    input: z.object({ id: idText }),
    answer: z.object({ until: timeMs }),
    right: { act: 'verification', grants: ['do'] },
  }),
  verification: reads({
    path: '/staff/api/verifications/{id}',
    summary: 'One item with its images as links of five minutes: who looks is written down',
    input: z.object({ id: idText }),
    answer: queued.extend({
      userId: z.string(),
      /** Declared or found so far, beside the submitted `country`; empty where neither. */
      residence: z.string(),
      /** Name and number are whole, and images there, for whoever has claimed an item that waits; else masked and empty. */
      name: z.string(),
      cardId: z.string(),
      front: z.string(),
      reverse: z.string(),
      reasonCode: z.string(),
      reason: z.string(),
      decidedBy: z.string(),
      decidedTime: timeMs.nullable(),
      /** UIDs of other accounts with the same identity number. */
      sameCard: z.array(z.string()),
    }),
    right: { act: 'verification', grants: ['do'] },
    within: [{ act: 'identity_images', grants: ['read'] }],
  }),
  verification_decide: changes({
    method: 'POST',
    path: '/staff/api/verifications/decide',
    summary: 'Accept, or reject with the reason that the user reads. Answers with the next item that waits',
    input: z.object({
      id: idText,
      decision: z.enum(['accept', 'reject']),
      reason_code: z.enum(REJECTIONS).optional(),
      reason: z.string().max(500).optional().default(''),
    }),
    answer: z.object({ next: z.string().nullable() }),
    right: { act: 'verification', grants: ['do'] },
    elevated: true,
  }),
};
