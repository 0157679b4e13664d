// How people leave: with a copy of all that is theirs.

import { z } from 'zod';
import { nothing, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const REAL = ['real'] as const;
const FEW = { max: 60, perSeconds: 3_600, by: 'user' } as const;

/** What must be gone before an account can end. `balance`: also money on its way out, or in as its user says; `followers`: those whose gains they share. */
export const LEAVING_HINDRANCES = ['balance', 'orders', 'review', 'loan', 'followers'] as const;
export type LeavingHindrance = (typeof LEAVING_HINDRANCES)[number];

export const leavingEndpoints = {
  export_begin: changes({
    method: 'POST',
    path: '/v3/api/account/export',
    summary: 'Have a copy of all own data made; a notice says when it is ready',
    whileClosing: 'passes',
    input: nothing,
    answer: nothing,
    roles: REAL,
    rate: { max: 5, perSeconds: 86_400, by: 'user' },
    elevated: true,
  }),
  export: reads({
    path: '/v3/api/account/export',
    summary: 'How far the copy is',
    input: nothing,
    answer: z.object({
      /** Gone a day after it was ready. */
      state: z.enum(['none', 'waiting', 'ready', 'gone']),
      /** Until when it can be fetched; 0 where there is none. */
      until: timeMs,
      bytes: z.number().int(),
    }),
    roles: REAL,
  }),
  export_link: changes({
    method: 'POST',
    path: '/v3/api/account/export/link',
    summary: 'A link of five minutes to the copy; empty where there is none',
    whileClosing: 'passes',
    input: nothing,
    answer: z.object({ url: z.string() }),
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  delete_begin: changes({
    method: 'POST',
    path: '/v3/api/account/delete',
    summary: 'What would hinder or follow the end of the account, and a ticket to confirm it with',
    whileClosing: 'passes',
    input: nothing,
    answer: z.object({ ticket: z.string(), hinders: z.array(z.enum(LEAVING_HINDRANCES)) }),
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  delete_confirm: changes({
    method: 'POST',
    path: '/v3/api/account/delete/confirm',
    summary: 'End the account. What the law wants kept is kept sealed; the rest is removed',
    whileClosing: 'passes',
    input: z.object({ ticket: z.string().min(1).max(200) }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
    elevated: true,
    secret: ['ticket'],
  }),
};
