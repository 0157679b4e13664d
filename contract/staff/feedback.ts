// The queue of what people told the house.

import { z } from 'zod';
import { FEEDBACK_KINDS, FEEDBACK_STATES } from '../feedback-kinds.ts';
import { idText, page, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const queued = z.object({
  id: z.string(),
  /** By which it is spoken of: C- of a complaint, F- of anything else. */
  number: z.string(),
  kind: z.enum(FEEDBACK_KINDS),
  state: z.enum(FEEDBACK_STATES),
  /** Empty for a visitor. */
  uid: z.string(),
  received: timeMs,
  /** Of a complaint: answered before this moment. */
  due: timeMs.nullable(),
  /** Who works on it now; empty where nobody does. A claim ends by itself after a day. */
  takenBy: z.string(),
  mine: z.boolean(),
});
export type QueuedFeedback = z.infer<typeof queued>;

const DO = { act: 'feedback', grants: ['do'] } as const;

export const feedbackStaffEndpoints = {
  feedback_queue: reads({
    path: '/staff/api/feedback',
    summary:
      'What waits, the nearest deadline first; or what was answered or closed, newest first. No words of anybody',
    input: z.object({ state: z.enum(['open', 'answered', 'closed']).optional().default('open'), page }),
    answer: z.object({ data: z.array(queued), total: z.number().int(), waiting: z.number().int() }),
    right: { act: 'feedback', grants: ['read', 'do'] },
  }),
  feedback_item: reads({
    path: '/staff/api/feedback/{id}',
    summary: 'One of them. What was written is shown to whoever has claimed it, or did last',
    input: z.object({ id: idText }),
    answer: queued.extend({
      /** Empty where it is not the caller's to read, or was erased. */
      text: z.string(),
      email: z.string(),
      device: z.string(),
      /** A link of five minutes. */
      image: z.string(),
      /** The writer's, in which to answer. */
      lang: z.string(),
      answer: z.string(),
      answeredBy: z.string(),
      answered: timeMs.nullable(),
      closedBy: z.string(),
      closed: timeMs.nullable(),
      erased: z.boolean(),
    }),
    right: DO,
  }),
  feedback_claim: changes({
    method: 'POST',
    path: '/staff/api/feedback/claim',
    summary: 'Take one, for a day; its owner may take it again',
    input: z.object({ id: idText }),
    answer: z.object({ until: timeMs }),
    right: DO,
  }),
  feedback_answer: changes({
    method: 'POST',
    path: '/staff/api/feedback/answer',
    summary: 'Answer, once. A user reads it in the app, a visitor in a letter',
    input: z.object({ id: idText, text: z.string().max(10_000) }),
    answer: z.object({}),
    right: DO,
  }),
  feedback_close: changes({
    method: 'POST',
    path: '/staff/api/feedback/close',
    summary: 'Close what was answered, or what needs no answer. A complaint is never closed unanswered',
    input: z.object({ id: idText }),
    answer: z.object({}),
    right: DO,
  }),
};
