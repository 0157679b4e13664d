// What people tell the house: faults, ideas, complaints.

import { z } from 'zod';
import { FEEDBACK_KINDS, FEEDBACK_STATES } from '../feedback-kinds.ts';
import { page, timeMs } from '../fields.ts';
import { changes, EVERYONE, reads, SIGNED_IN } from './drafts.ts';
import { typedName, typedText } from './names.ts';

const facts = {
  id: z.string(),
  /** By which it is spoken of: C- of a complaint, F- of anything else. */
  number: z.string(),
  /** Of a complaint: answered before this moment. */
  due: timeMs.nullable(),
};

export const feedbackEndpoints = {
  feedback_send: changes({
    method: 'POST',
    path: '/v3/api/feedback',
    whileClosing: 'passes',
    summary:
      'Tell the house something. `image` is a link of image_upload, of real users; `email`, `key` and `captcha` are asked of visitors; `device` is sent by whoever ticks it',
    input: z.object({
      kind: z.enum(FEEDBACK_KINDS),
      text: typedText(10_000),
      image: typedText(200),
      email: typedName,
      device: typedText(2_000),
      key: typedText(200),
      captcha: typedText(2_000),
    }),
    answer: z.object(facts),
    roles: EVERYONE,
    rate: { max: 60, perSeconds: 3_600, by: 'user' },
    secret: ['text', 'email', 'device', 'key', 'captcha'],
  }),
  feedback: reads({
    path: '/v3/api/feedback',
    summary: "The user's own, newest first",
    input: z.object({ page }),
    answer: z.object({
      data: z.array(
        z.object({
          ...facts,
          kind: z.enum(FEEDBACK_KINDS),
          state: z.enum(FEEDBACK_STATES),
          /** As it was written; lines end with a line feed. Never markup. */
          text: z.string(),
          received: timeMs,
          /** Empty until there is one. */
          answer: z.string(),
          answered: timeMs.nullable(),
          /** A link of five minutes; empty where there is none. */
          image: z.string(),
        }),
      ),
      total: z.number().int(),
    }),
    roles: SIGNED_IN,
  }),
};
