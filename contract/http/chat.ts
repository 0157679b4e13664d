// The chat with the staff: sending is an endpoint, so that a message is taken once however often it is sent; the socket only tells that something came.

import { z } from 'zod';
import { CHAT_AUTHORS, CHAT_MASKED, CHAT_STATES, CHAT_SYSTEM } from '../chat-words.ts';
import { idText, nothing, timeMs, whole } from '../fields.ts';
import { changes, reads, SIGNED_IN } from './drafts.ts';
import { typedText } from './names.ts';

const seq = whole(0, 2_000_000_000);

const message = z.object({
  /** Counted along everything that was ever written with this user. */
  seq: z.number().int(),
  author: z.enum(CHAT_AUTHORS),
  /** The first name of whoever answered; empty otherwise. */
  name: z.string(),
  /** Plain text; of the system's the word of what happened. */
  text: z.string(),
  event: z.enum(CHAT_SYSTEM).nullable(),
  /** What was left out of it before it was stored. */
  masked: z.array(z.enum(CHAT_MASKED)),
  /** A link to the picture, good for five minutes; '' for none. */
  image: z.string(),
  time: timeMs,
});

export const chatEndpoints = {
  chat: reads({
    path: '/v3/api/chat',
    summary: 'What was written, oldest first: after `after`, below `before`, or the newest where neither is said',
    input: z.object({
      after: seq.optional(),
      before: seq.optional(),
      limit: whole(1, 100).optional().default(50),
    }),
    answer: z.object({
      data: z.array(message),
      /** There is more in the direction that was asked for. */
      more: z.boolean(),
      /** The newest message there is; 0 for none. */
      last: z.number().int(),
      /** Answers that the user has not read. */
      unread: z.number().int(),
      /** The newest thread. One that is closed can be judged once. */
      thread: z.object({ id: z.string(), state: z.enum(CHAT_STATES), score: z.number().int().nullable() }).nullable(),
    }),
    roles: SIGNED_IN,
  }),
  chat_send: changes({
    method: 'POST',
    path: '/v3/api/chat/send',
    whileClosing: 'passes',
    summary:
      'Write to the staff. Card numbers, seed phrases and passwords are left out before anything is stored. `image` is a link of image_upload, of real users; with it there may be no text',
    // Longer than what is taken: what is too long is refused in a sentence.
    input: z.object({ text: z.string().max(20_000), image: typedText(200) }),
    answer: z.object({ message }),
    // What is stored and hashed is the text without its secrets.
    secret: ['text'],
  }),
  chat_read: changes({
    method: 'POST',
    path: '/v3/api/chat/read',
    whileClosing: 'passes',
    summary: 'The user has read up to this message',
    input: z.object({ seq }),
    answer: nothing,
  }),
  chat_rate: changes({
    method: 'POST',
    path: '/v3/api/chat/rate',
    whileClosing: 'passes',
    summary: 'How satisfied the user is with a thread that is closed, 1 to 5, once',
    input: z.object({ thread: idText, score: whole(1, 5) }),
    answer: nothing,
  }),
};
