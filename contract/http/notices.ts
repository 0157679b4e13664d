// What happened to a user without a tap of theirs, kept for them to read.

import { z } from 'zod';
import { idText, nothing, timeMs } from '../fields.ts';
import { changes, reads, SIGNED_IN } from './drafts.ts';

export const noticeEndpoints = {
  notices: reads({
    path: '/v3/api/notices',
    summary: "The user's notices, newest first, and how many are unread",
    input: z.object({ before: idText.optional() }),
    answer: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          /** A sentence in the language asked for. */
          text: z.string(),
          /** The order it is about; empty where it is about none. */
          orderId: z.string(),
          time: timeMs,
          read: z.boolean(),
        }),
      ),
      unread: z.number().int(),
      more: z.boolean(),
    }),
    roles: SIGNED_IN,
  }),
  notices_read: changes({
    method: 'POST',
    path: '/v3/api/notices/read',
    summary: 'Mark notices up to this one as read',
    whileClosing: 'passes',
    input: z.object({ id: idText }),
    answer: nothing,
  }),
};
