// How a member of staff gets in: a one-time link at first, then a passkey, or a password and a code. And out again.

import { z } from 'zod';
import { nothing, timeMs } from '../fields.ts';
import { ANYBODY, changes, reads } from './drafts.ts';
import { GRANTS, STAFF_ACTS, STAFF_ROLES } from './matrix.ts';

const secretText = z.string().min(1).max(200);
/** What the browser's passkey said, as JSON in one text. */
const passkeyAnswer = z.string().min(2).max(20_000);
/** What the browser's passkey is asked, as JSON in one text. */
const passkeyQuestion = z.object({ ticket: z.string(), options: z.string() });
const code = z.string().max(20);
/** Beside a link that two people made: its maker says it. */
const word = z.string().max(40).optional().default('');

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
});
export type Member = z.infer<typeof member>;

/** What a member confirms with that it is them. */
const STAFF_FACTORS = ['passkey', 'totp'] as const;
export type StaffFactor = (typeof STAFF_FACTORS)[number];

const staffSession = z.object({ token: z.string(), member });
const TRIES = { max: 60, perSeconds: 300, by: 'address' } as const;

export const signInEndpoints = {
  link_open: changes({
    method: 'POST',
    path: '/staff/api/link/open',
    summary: 'Whose one-time link this is',
    input: z.object({ link: secretText }),
    answer: z.object({ name: z.string(), email: z.string(), expires: timeMs, wordNeeded: z.boolean() }),
    roles: ANYBODY,
    rate: TRIES,
    secret: ['link'],
  }),
  link_passkey_begin: changes({
    method: 'POST',
    path: '/staff/api/link/passkey/begin',
    summary: 'Begin to join with a passkey',
    input: z.object({ link: secretText, word }),
    answer: passkeyQuestion,
    roles: ANYBODY,
    rate: TRIES,
    secret: ['link', 'word'],
  }),
  link_passkey_finish: changes({
    method: 'POST',
    path: '/staff/api/link/passkey/finish',
    summary: 'Join with a passkey and be signed in; the link is spent',
    input: z.object({
      link: secretText,
      ticket: secretText,
      response: passkeyAnswer,
      label: z.string().max(60).optional().default(''),
    }),
    answer: staffSession,
    roles: ANYBODY,
    rate: TRIES,
    secret: ['link', 'ticket', 'response'],
  }),
  link_password: changes({
    method: 'POST',
    path: '/staff/api/link/password',
    summary: 'Choose a password and get the secret of an authenticator app',
    input: z.object({ link: secretText, word, password: z.string().max(200) }),
    answer: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
    roles: ANYBODY,
    rate: TRIES,
    secret: ['link', 'word', 'password'],
  }),
  link_code: changes({
    method: 'POST',
    path: '/staff/api/link/code',
    summary: 'Join by the first code of the authenticator app and be signed in; the link is spent',
    input: z.object({ link: secretText, ticket: secretText, code }),
    answer: staffSession,
    roles: ANYBODY,
    rate: TRIES,
    secret: ['link', 'ticket', 'code'],
  }),
  sign_in_passkey_begin: changes({
    method: 'POST',
    path: '/staff/api/sign_in/passkey/begin',
    summary: 'Begin to sign in with a passkey',
    input: nothing,
    answer: passkeyQuestion,
    roles: ANYBODY,
    rate: TRIES,
  }),
  sign_in_passkey_finish: changes({
    method: 'POST',
    path: '/staff/api/sign_in/passkey/finish',
    summary: 'Sign in with a passkey',
    input: z.object({ ticket: secretText, response: passkeyAnswer }),
    answer: staffSession,
    roles: ANYBODY,
    rate: TRIES,
    secret: ['ticket', 'response'],
  }),
  sign_in_password: changes({
    method: 'POST',
    path: '/staff/api/sign_in/password',
    summary: 'The first of two steps: the password. The answer is the same for a person who does not exist',
    input: z.object({ email: z.string().max(254), password: z.string().max(200) }),
    answer: z.object({ ticket: z.string() }),
    roles: ANYBODY,
    rate: TRIES,
    secret: ['password'],
  }),
  sign_in_code: changes({
    method: 'POST',
    path: '/staff/api/sign_in/code',
    summary: 'The second step: the code of the authenticator app',
    input: z.object({ ticket: secretText, code }),
    answer: staffSession,
    roles: ANYBODY,
    rate: TRIES,
    secret: ['ticket', 'code'],
  }),
  me: reads({
    path: '/staff/api/me',
    summary: 'Who is signed in, what they may do, and until when',
    input: nothing,
    answer: z.object({
      member,
      /** By act: the ways in which one of the roles carries it. */
      rights: z.partialRecord(z.enum(STAFF_ACTS), z.array(z.enum(GRANTS))),
      factors: z.array(z.enum(STAFF_FACTORS)),
      /** The end of the last step-up; 0 without one. */
      elevatedUntil: timeMs,
      /** The end of the session whatever is done; without a call for 15 minutes it ends before. */
      endsAt: timeMs,
    }),
  }),
  staff_step_up_begin: changes({
    method: 'POST',
    path: '/staff/api/step_up/begin',
    summary: 'Begin to confirm with a passkey that it is the same person',
    input: nothing,
    answer: passkeyQuestion,
  }),
  staff_step_up_finish: changes({
    method: 'POST',
    path: '/staff/api/step_up/finish',
    summary: 'Confirm by passkey or code that it is the same person; holds for five minutes',
    input: z.object({
      ticket: z.string().max(200).optional().default(''),
      response: z.string().max(20_000).optional().default(''),
      code: code.optional().default(''),
    }),
    answer: z.object({ until: timeMs }),
    secret: ['ticket', 'response', 'code'],
  }),
  sign_out: changes({
    method: 'POST',
    path: '/staff/api/sign_out',
    summary: 'Revoke the token in use',
    input: nothing,
    answer: nothing,
  }),
};
