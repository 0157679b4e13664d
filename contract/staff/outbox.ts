// What is told outside: letters and text messages that wait, were sent, or could not be.

import { z } from 'zod';
import { idText, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';

export const MESSAGE_STATES = ['waiting', 'held', 'sent', 'dead'] as const;

const message = z.object({
  id: z.string(),
  kind: z.string(),
  /** Masked. */
  to: z.string(),
  template: z.string(),
  state: z.enum(MESSAGE_STATES),
  attempts: z.number().int(),
  failure: z.string(),
  createdTime: timeMs,
  sentTime: timeMs.nullable(),
});
export type OutboxMessage = z.infer<typeof message>;

export const outboxEndpoints = {
  messages: reads({
    path: '/staff/api/messages',
    summary: 'Messages by state, newest first',
    input: z.object({ state: z.enum(MESSAGE_STATES).optional().default('waiting'), before: idText.optional() }),
    answer: z.object({
      data: z.array(message),
      counts: z.object({ waiting: z.number().int(), held: z.number().int(), dead: z.number().int() }),
      more: z.boolean(),
    }),
    right: { act: 'messages', grants: ['read'] },
  }),
  message_resend: changes({
    method: 'POST',
    path: '/staff/api/messages/resend',
    summary: 'Try a message that could not be sent once more',
    input: z.object({ id: idText }),
    answer: z.object({}),
    right: { act: 'resend', grants: ['do'] },
  }),
};
