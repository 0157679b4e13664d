// How a person becomes a user: what the form needs, codes and captchas, registering, whom one invited.

import { z } from 'zod';
import { nothing, page, timeMs } from '../fields.ts';
import { session } from './accounts.ts';
import { changes, EVERYONE, reads } from './drafts.ts';
import { areaId, nameKind, typedName, typedPassword, typedText } from './names.ts';

const REAL = ['real'] as const;

export const registrationEndpoints = {
  area_list: reads({
    path: '/api/default/area_list',
    summary: 'Countries of residence that may register, with their calling codes',
    input: nothing,
    answer: z.array(
      z.object({
        id: z.string(),
        /** ISO 3166 alpha-2: the browser knows its name in every language. */
        code: z.string().regex(/^[A-Z]{2}$/),
        /** Digits, without +. */
        global_code: z.string().regex(/^\d{1,7}$/),
      }),
    ),
  }),
  setting: reads({
    path: '/api/default/setting',
    summary: 'One switch of the app: is_show_mobile, whether people may register and sign in by mobile',
    input: z.object({ key: z.literal('is_show_mobile') }),
    answer: z.object({ is_show_mobile: z.union([z.literal(0), z.literal(1)]) }),
  }),
  verify_type: reads({
    path: '/api/default/verify_type',
    summary: 'What registering asks for: 1 a code sent to the account, 2 a captcha',
    input: nothing,
    answer: z.object({ verify_reg_type: z.union([z.literal(1), z.literal(2)]) }),
  }),
  captcha: reads({
    path: '/api/default/captcha',
    summary: 'An image to be read, and a computation as the way for whoever cannot read it; one of both answers it',
    input: nothing,
    answer: z.object({
      key: z.string(),
      /** A data: URI of a PNG. */
      image: z.string(),
      /** As JSON in one text, for the worker that computes it. */
      work: z.string(),
    }),
    rate: { max: 30, perSeconds: 300, by: 'address' },
  }),
  send_code: changes({
    method: 'POST',
    path: '/api/user/send_code',
    summary: 'Send a code to an e-mail or mobile; the answer is the same whether an account has that name or not',
    whileClosing: 'passes',
    input: z.object({
      to: typedName,
      area_id: areaId,
      /** 1 register, 2 reset. */
      type: z.enum(['1', '2']).or(z.union([z.literal(1), z.literal(2)]).transform((one) => String(one))),
    }),
    /** Seconds until another may be sent there. */
    answer: z.object({ wait: z.number().int() }),
    roles: EVERYONE,
    rate: { max: 60, perSeconds: 3_600, by: 'address' },
  }),
  register: changes({
    method: 'POST',
    path: '/api/user/register',
    summary:
      'Become a user. Where a captcha is asked for, `sms_code` is its answer and `key` its id; else it is the code that was sent',
    whileClosing: 'passes',
    input: z.object({
      type: nameKind,
      area_id: areaId,
      account: typedName,
      /** Of a mobile, as the form shows it: area code, a dash, the number. */
      mobile: typedText(40),
      password: typedPassword,
      re_password: typedPassword,
      invite_code: typedText(20),
      sms_code: typedText(2_000),
      key: typedText(200),
      /** Of the mobile, where it is another than the residence: ISO 3166 alpha-2. */
      country: typedText(2),
    }),
    answer: session,
    // A demo user too: nobody should have to sign out of play money first.
    roles: EVERYONE,
    rate: { max: 60, perSeconds: 3_600, by: 'address' },
    secret: ['password', 're_password', 'sms_code'],
  }),
  invited: reads({
    path: '/v3/api/invited',
    summary: 'Whom the user has invited, the newest first',
    input: z.object({ page }),
    answer: z.object({
      data: z.array(z.object({ uid: z.string(), created: timeMs, verified: z.boolean() })),
      total: z.number().int(),
    }),
    roles: REAL,
  }),
};
