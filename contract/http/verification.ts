// A user proves who they are: two images and two lines, reviewed by a person.

import { z } from 'zod';
import { nothing } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const realName = z.object({
  /** 0 nothing sent, 1 waits, 2 verified, 3 rejected. */
  review_status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  name: z.string(),
  /** The last four signs; the rest is not shown. */
  card_id: z.string(),
  /** Links of five minutes; empty where there is none. */
  front_pic: z.string(),
  reverse_pic: z.string(),
  /** Why it was rejected, in the language asked for; empty where the staff's own words say it. */
  reason: z.string(),
  /** What the staff added, as they wrote it; empty where they added nothing. */
  reason_words: z.string(),
  country: z.string(),
});

const REAL = ['real'] as const;

export const verificationEndpoints = {
  real_name: reads({
    path: '/api/user/real_name',
    summary: 'How far the verification is',
    input: nothing,
    answer: realName,
    roles: REAL,
  }),
  real_name_submit: changes({
    method: 'POST',
    path: '/api/user/real_name',
    summary: 'Send name, number and two images for review',
    whileClosing: 'passes',
    input: z.object({
      name: z.string().max(120).optional().default(''),
      card_id: z.string().max(60).optional().default(''),
      front_pic: z.string().max(200).optional().default(''),
      reverse_pic: z.string().max(200).optional().default(''),
      country: z.string().max(2).optional().default(''),
    }),
    answer: realName,
    roles: REAL,
    rate: { max: 20, perSeconds: 3600, by: 'user' },
    secret: ['name', 'card_id'],
  }),
};
