// How people are told of things outside the app: which, by what, in which language, and the browsers that get our messages.

import { z } from 'zod';
import { nothing } from '../fields.ts';
import { LANGUAGES } from '../languages.ts';
import { changes, reads } from './drafts.ts';

const LANGUAGE_KEYS = LANGUAGES.map(({ key }) => key);
const REAL = ['real'] as const;
const FEW = { max: 60, perSeconds: 3_600, by: 'user' } as const;

/** What a person may be told of outside the app, and by what. Security letters are always sent. */
export const NOTIFY_KINDS = ['trading', 'account', 'news'] as const;
export type NotifyKind = (typeof NOTIFY_KINDS)[number];
export type NotifyChannel = 'mail' | 'push';
const switches = z.object({ mail: z.boolean(), push: z.boolean() });

export const tellingEndpoints = {
  preferences: reads({
    path: '/v3/api/preferences',
    summary: 'Language and time zone of letters, and what the user wants to be told outside the app',
    input: nothing,
    answer: z.object({
      lang: z.enum(LANGUAGE_KEYS),
      zone: z.string(),
      notify: z.object({ trading: switches, account: switches, news: switches }),
    }),
    roles: REAL,
  }),
  preferences_set: changes({
    method: 'POST',
    path: '/v3/api/preferences',
    summary: 'Change some of them; what is left out stays',
    whileClosing: 'passes',
    input: z.object({
      lang: z.enum(LANGUAGE_KEYS).optional(),
      zone: z.string().max(64).optional(),
      trading_mail: z.enum(['0', '1']).optional(),
      trading_push: z.enum(['0', '1']).optional(),
      account_mail: z.enum(['0', '1']).optional(),
      account_push: z.enum(['0', '1']).optional(),
      news_mail: z.enum(['0', '1']).optional(),
      news_push: z.enum(['0', '1']).optional(),
    }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
  }),
  push_key: reads({
    path: '/v3/api/push/key',
    summary: 'The public key that a browser subscribes to our messages with',
    input: nothing,
    answer: z.object({ key: z.string() }),
    roles: REAL,
  }),
  push_add: changes({
    method: 'POST',
    path: '/v3/api/push/add',
    summary: 'Send messages to this browser too',
    whileClosing: 'passes',
    input: z.object({ endpoint: z.string().max(1_000), p256dh: z.string().max(200), auth: z.string().max(100) }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
    secret: ['endpoint', 'p256dh', 'auth'],
  }),
  push_remove: changes({
    method: 'POST',
    path: '/v3/api/push/remove',
    summary: 'Send no messages to this browser any more',
    whileClosing: 'passes',
    input: z.object({ endpoint: z.string().max(1_000) }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
    secret: ['endpoint'],
  }),
};
