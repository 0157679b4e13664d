// How a user comes back: in one or two steps, by a passkey, after a forgotten password; and where they are signed in.

import { z } from 'zod';
import { idText, nothing, timeMs } from '../fields.ts';
import { session } from './accounts.ts';
import { changes, EVERYONE, reads, SIGNED_IN } from './drafts.ts';
import {
  areaId,
  nameKind,
  passkeyAnswer,
  passkeyQuestion,
  secretText,
  typedCode,
  typedName,
  typedPassword,
  typedText,
} from './names.ts';

/** The second factors that a sign-in may ask for. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const;

/** By address and successes too, so wide enough for an office behind one address: failures are counted apart. */
const TRIES = { max: 300, perSeconds: 900, by: 'address' } as const;

const openSession = z.object({
  id: z.string(),
  /** What the browser says of itself. */
  agent: z.string(),
  /** Without its last part: 203.0.113.0/24. */
  address: z.string(),
  created: timeMs,
  lastUsed: timeMs,
  factor: z.enum(['password', 'totp', 'passkey', 'recovery', 'demo']),
  current: z.boolean(),
});

export const signInEndpoints = {
  loginForU: changes({
    method: 'POST',
    path: '/api/user/loginForU',
    summary: 'Sign in, or take the first of two steps: then it is refused with a ticket for the second',
    whileClosing: 'passes',
    input: z.object({ account: typedName, password: typedPassword, key: typedText(200), captcha: typedText(2_000) }),
    answer: session,
    roles: EVERYONE,
    rate: TRIES,
    secret: ['password', 'captcha'],
  }),
  login_second: changes({
    method: 'POST',
    path: '/v3/api/login/second',
    summary: 'The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code',
    whileClosing: 'passes',
    input: z.object({
      ticket: secretText,
      method: z.enum(FACTOR_METHODS),
      code: typedCode,
      response: passkeyAnswer.optional(),
    }),
    answer: session,
    roles: EVERYONE,
    rate: TRIES,
    secret: ['ticket', 'code', 'response'],
  }),
  login_second_begin: changes({
    method: 'POST',
    path: '/v3/api/login/second/passkey',
    summary: 'What the passkey is asked in the second step of a sign-in',
    whileClosing: 'passes',
    input: z.object({ ticket: secretText }),
    answer: z.object({ options: z.string() }),
    roles: EVERYONE,
    rate: TRIES,
    secret: ['ticket'],
  }),
  passkey_login_begin: changes({
    method: 'POST',
    path: '/v3/api/login/passkey/begin',
    summary: 'Begin to sign in with a passkey, without a name or a password',
    whileClosing: 'passes',
    input: nothing,
    answer: passkeyQuestion,
    roles: EVERYONE,
    rate: TRIES,
  }),
  passkey_login_finish: changes({
    method: 'POST',
    path: '/v3/api/login/passkey/finish',
    summary: 'Sign in with a passkey',
    whileClosing: 'passes',
    input: z.object({ ticket: secretText, response: passkeyAnswer }),
    answer: session,
    roles: EVERYONE,
    rate: TRIES,
    secret: ['ticket', 'response'],
  }),
  sessions: reads({
    path: '/v3/api/sessions',
    summary: 'Where the user is signed in, the newest use first',
    input: nothing,
    answer: z.array(openSession),
    roles: SIGNED_IN,
  }),
  session_revoke: changes({
    method: 'POST',
    path: '/v3/api/sessions/revoke',
    summary: 'End one of the sessions; on every server within 5 s, its sockets too',
    whileClosing: 'passes',
    input: z.object({ id: idText }),
    answer: nothing,
  }),
  sessions_revoke_others: changes({
    method: 'POST',
    path: '/v3/api/sessions/revoke_others',
    summary: 'End every session but this one',
    whileClosing: 'passes',
    input: nothing,
    answer: z.object({ ended: z.number().int() }),
  }),
};

export const passwordEndpoints = {
  forget_password: changes({
    method: 'POST',
    path: '/api/user/forget_password',
    summary:
      'Choose a new password by a code that was sent to the account. Every session ends; withdrawals rest for a day',
    whileClosing: 'passes',
    input: z.object({
      type: nameKind,
      account: typedName,
      area_id: areaId,
      new_password: typedPassword,
      secondary_password: typedPassword,
      auth_code: typedCode,
    }),
    answer: nothing,
    roles: EVERYONE,
    rate: { max: 60, perSeconds: 3_600, by: 'address' },
    secret: ['new_password', 'secondary_password', 'auth_code'],
  }),
  amend_code: changes({
    method: 'POST',
    path: '/v3/api/password/code',
    summary: "Send a code to the user's own e-mail, or to their mobile where there is none, to change the password by",
    whileClosing: 'passes',
    input: z.object({ type: nameKind }),
    answer: z.object({ wait: z.number().int() }),
    roles: ['real'],
    rate: { max: 30, perSeconds: 3_600, by: 'user' },
  }),
  amend_password: changes({
    method: 'POST',
    path: '/api/user/amend_password',
    summary: 'Change the password by a code that was sent to the account. Every session ends, this one too',
    whileClosing: 'passes',
    input: z.object({
      new_password: typedPassword,
      secondary_password: typedPassword,
      auth_code: typedCode,
      type: nameKind,
    }),
    answer: nothing,
    roles: ['real'],
    rate: { max: 30, perSeconds: 3_600, by: 'user' },
    secret: ['new_password', 'secondary_password', 'auth_code'],
  }),
  not_me: changes({
    method: 'POST',
    path: '/v3/api/login/not_me',
    summary: 'By the link of a letter about a new sign-in: end every session, and let withdrawals rest for a day',
    whileClosing: 'passes',
    input: z.object({ token: secretText }),
    answer: nothing,
    roles: EVERYONE,
    rate: { max: 30, perSeconds: 3_600, by: 'address' },
    secret: ['token'],
  }),
};
