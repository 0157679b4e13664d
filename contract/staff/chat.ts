// The staff's side of the chat: a queue, the thread that somebody holds, and what they answer. No balance is among it.

import { z } from 'zod';
import { CHAT_AUTHORS, CHAT_MASKED, CHAT_STATES, CHAT_SYSTEM } from '../chat-words.ts';
import { idText, timeMs } from '../fields.ts';
import { LANGUAGES } from '../languages.ts';
import { changes, reads } from './drafts.ts';

const lang = z.enum(LANGUAGES.map(({ key }) => key));

const thread = z.object({
  id: z.string(),
  userId: z.string(),
  uid: z.string(),
  demo: z.boolean(),
  /** In which its user wrote first. */
  lang,
  state: z.enum(CHAT_STATES),
  openedTime: timeMs,
  /** Until when whoever waits is to be answered. */
  answerDue: timeMs,
  /** Who holds it now; empty for nobody. */
  takenBy: z.string(),
  mine: z.boolean(),
  score: z.number().int().nullable(),
});
export type ChatThread = z.infer<typeof thread>;

const message = z.object({
  seq: z.number().int(),
  author: z.enum(CHAT_AUTHORS),
  /** Of the member who wrote it; empty for a user. */
  name: z.string(),
  text: z.string(),
  event: z.enum(CHAT_SYSTEM).nullable(),
  masked: z.array(z.enum(CHAT_MASKED)),
  /** A link to the user's picture, for the caller alone; '' for none. Looking at it is an act. */
  image: z.string(),
  time: timeMs,
});
export type ChatMessage = z.infer<typeof message>;

const READ = { act: 'chat', grants: ['read', 'do'] } as const;
const ANSWER = { act: 'chat', grants: ['do'] } as const;

export const chatStaffEndpoints = {
  chat_threads: reads({
    path: '/staff/api/chat',
    summary:
      'Threads: those that wait by when they are due, the others newest first; `before`: the last thread of the page before. Nothing of what was written',
    input: z.object({ state: z.enum(CHAT_STATES).optional().default('open'), before: idText.optional() }),
    answer: z.object({ data: z.array(thread), waiting: z.number().int(), more: z.boolean() }),
    right: READ,
  }),
  chat_thread: reads({
    path: '/staff/api/chat/{id}',
    summary: 'A thread with the newest of what was written with its user. Looking is an act, once an hour',
    input: z.object({ id: idText }),
    answer: thread.extend({
      messages: z.array(message),
      /** The user has read up to there. */
      readSeq: z.number().int(),
      /** Sentences that were prepared, in the language of the thread where there is one. */
      prepared: z.array(z.object({ name: z.string(), text: z.string(), lang })),
      /** To whom it can be handed over. */
      colleagues: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    right: READ,
  }),
  chat_claim: changes({
    method: 'POST',
    path: '/staff/api/chat/claim',
    summary: 'Take a thread for half an hour; each answer takes it anew. Of two at once one has it',
    input: z.object({ id: idText }),
    answer: z.object({ until: timeMs }),
    right: ANSWER,
  }),
  chat_answer: changes({
    method: 'POST',
    path: '/staff/api/chat/answer',
    summary: 'Answer in a thread that is free or held by the caller',
    input: z.object({ id: idText, text: z.string().max(20_000) }),
    answer: z.object({ seq: z.number().int() }),
    right: ANSWER,
  }),
  chat_hand_over: changes({
    method: 'POST',
    path: '/staff/api/chat/hand_over',
    summary: 'Give a thread that the caller holds to a colleague, or back to everybody',
    input: z.object({ id: idText, to: idText.optional() }),
    answer: z.object({}),
    right: ANSWER,
  }),
  chat_close: changes({
    method: 'POST',
    path: '/staff/api/chat/close',
    summary: 'Close a thread that is free or held by the caller. Its user can judge it then',
    input: z.object({ id: idText }),
    answer: z.object({}),
    right: ANSWER,
  }),
};
