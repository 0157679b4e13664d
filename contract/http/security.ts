// What guards an account: second factors, confirming that it is still the same person, its names, and a word that shows a letter is ours.

import { z } from 'zod';
import { nothing, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';
import { areaId, NAME_KINDS, nameKind, passkeyQuestion, secretText, typedCode, typedName } from './names.ts';

const REAL = ['real'] as const;
const passkeyAnswer = z.string().max(20_000).optional().default('');
const FEW = { max: 60, perSeconds: 3_600, by: 'user' } as const;

/** How a person confirms that it is still them; a code to the account only where no factor is set, a recovery code only where one is. */
export const STEP_UP_METHODS = ['passkey', 'totp', 'recovery', 'code'] as const;

export const securityEndpoints = {
  security: reads({
    path: '/v3/api/security',
    summary: 'What guards the account',
    input: nothing,
    answer: z.object({
      /** Masked. */
      names: z.array(
        z.object({
          kind: z.enum(NAME_KINDS),
          name: z.string(),
          added: timeMs,
          /** Whether a code that was sent there was typed. Without it there is no reset by it, and nothing is deposited. */
          verified: z.boolean(),
        }),
      ),
      totp: z.boolean(),
      passkeys: z.array(z.object({ id: z.string(), label: z.string(), added: timeMs, lastUsed: timeMs.nullable() })),
      /** Not used yet. */
      recoveryCodes: z.number().int(),
      methods: z.array(z.enum(STEP_UP_METHODS)),
      /** The end of the last step-up of this session; 0 without one. */
      elevatedUntil: timeMs,
      /** Withdrawals rest until then; 0 where they do not. */
      holdUntil: timeMs,
      /** Whether a word opens each letter of ours. */
      mailWordSet: z.boolean(),
      /** That word, told after a step-up alone: with it a false letter passes for ours. Empty otherwise. */
      mailWord: z.string(),
    }),
    roles: REAL,
  }),
  step_up_begin: changes({
    method: 'POST',
    path: '/v3/api/step_up/begin',
    summary: 'Begin to confirm that it is the same person: what the passkey is asked, or a code is sent to the account',
    whileClosing: 'passes',
    input: z.object({ method: z.enum(STEP_UP_METHODS) }),
    answer: z.object({ ticket: z.string(), options: z.string(), wait: z.number().int() }),
    roles: REAL,
    rate: FEW,
  }),
  step_up_finish: changes({
    method: 'POST',
    path: '/v3/api/step_up/finish',
    summary: 'Confirm by passkey or code that it is the same person; holds for five minutes of this session',
    whileClosing: 'passes',
    input: z.object({
      method: z.enum(STEP_UP_METHODS),
      ticket: z.string().max(200).optional().default(''),
      code: typedCode,
      response: passkeyAnswer,
    }),
    answer: z.object({ until: timeMs }),
    roles: REAL,
    rate: { max: 120, perSeconds: 3_600, by: 'user' },
    secret: ['ticket', 'code', 'response'],
  }),
  totp_begin: changes({
    method: 'POST',
    path: '/v3/api/security/totp/begin',
    summary: 'The secret of a new authenticator app',
    whileClosing: 'passes',
    input: nothing,
    answer: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  totp_confirm: changes({
    method: 'POST',
    path: '/v3/api/security/totp/confirm',
    summary:
      'Take the authenticator app into use by its first code; the first factor brings ten recovery codes, shown once',
    whileClosing: 'passes',
    input: z.object({ ticket: secretText, code: typedCode }),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    roles: REAL,
    rate: FEW,
    elevated: true,
    secret: ['ticket', 'code'],
  }),
  totp_remove: changes({
    method: 'POST',
    path: '/v3/api/security/totp/remove',
    summary: 'Take the authenticator app out of use; withdrawals rest for a day',
    whileClosing: 'passes',
    input: nothing,
    answer: nothing,
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  passkey_begin: changes({
    method: 'POST',
    path: '/v3/api/security/passkey/begin',
    summary: 'Begin to add a passkey',
    whileClosing: 'passes',
    input: nothing,
    answer: passkeyQuestion,
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  passkey_finish: changes({
    method: 'POST',
    path: '/v3/api/security/passkey/finish',
    summary: 'Add the passkey; the first factor brings ten recovery codes, shown once',
    whileClosing: 'passes',
    input: z.object({
      ticket: secretText,
      response: z.string().min(2).max(20_000),
      label: z.string().max(60).optional().default(''),
    }),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    roles: REAL,
    rate: FEW,
    elevated: true,
    secret: ['ticket', 'response'],
  }),
  passkey_remove: changes({
    method: 'POST',
    path: '/v3/api/security/passkey/remove',
    summary: 'Remove a passkey; withdrawals rest for a day',
    whileClosing: 'passes',
    input: z.object({ id: z.string().min(1).max(1_400) }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  recovery_codes: changes({
    method: 'POST',
    path: '/v3/api/security/recovery_codes',
    summary: 'Ten new recovery codes, shown once; those before are worth nothing any more',
    whileClosing: 'passes',
    input: nothing,
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  name_bind_begin: changes({
    method: 'POST',
    path: '/v3/api/names/begin',
    summary:
      'Send a code to an e-mail or mobile that is to become the account’s; in place of the one of its kind, where there is one',
    whileClosing: 'passes',
    input: z.object({
      type: nameKind,
      area_id: areaId,
      to: typedName,
    }),
    answer: z.object({ wait: z.number().int() }),
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  name_bind_finish: changes({
    method: 'POST',
    path: '/v3/api/names/finish',
    summary: 'Make it the account’s by the code that came; withdrawals rest for a day',
    whileClosing: 'passes',
    input: z.object({
      type: nameKind,
      area_id: areaId,
      to: typedName,
      code: typedCode,
    }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
    elevated: true,
    secret: ['code'],
  }),
  mail_word_set: changes({
    method: 'POST',
    path: '/v3/api/security/mail_word',
    summary: 'The word that opens each letter of ours, so that its reader knows it is; an empty one takes it away',
    whileClosing: 'passes',
    input: z.object({ word: z.string().max(200).optional().default('') }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
    elevated: true,
    secret: ['word'],
  }),
};
