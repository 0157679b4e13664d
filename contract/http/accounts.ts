// Users, sessions, balances and what the app must know at its start.

import { z } from 'zod';
import { decimal, nothing, timeMs } from '../fields.ts';
import { LANGUAGES } from '../languages.ts';
import { STATUS_REASONS } from '../service-status.ts';
import { changes, EVERYONE, reads, SIGNED_IN } from './drafts.ts';

const user = z.object({
  id: z.string(),
  uid: z.string(),
  /** What the app calls them: the e-mail's first part, or the masked mobile; empty for a demo user. */
  name: z.string(),
  /** The masked mobile where there is no e-mail; empty for a demo user. */
  email: z.string(),
  /** What their invitations carry; empty for a demo user. */
  invite_code: z.string(),
  is_trader: z.boolean(),
  is_demo: z.union([z.literal(0), z.literal(1)]),
  credit_score: z.number().int(),
});
export type User = z.infer<typeof user>;

const balance = z.object({
  type: z.enum(['change', 'forex', 'micro']),
  balance: decimal,
  lockBalance: decimal,
  accountTypeId: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  currencyId: z.number().int(),
});
export type Balance = z.infer<typeof balance>;

/** Of a sign-in that went through. */
export const session = z.object({ token: z.string(), user });

export const accountEndpoints = {
  createAccountDemoForU: changes({
    path: '/api/user/createAccountDemoForU',
    summary: 'Create a demo account and sign in to it',
    whileClosing: 'passes',
    input: nothing,
    answer: session,
    roles: EVERYONE,
    rate: { max: 20, perSeconds: 3600, by: 'address' },
  }),
  logout: changes({
    method: 'POST',
    path: '/api/user/logout',
    summary: 'Revoke the token in use',
    whileClosing: 'passes',
    input: nothing,
    answer: nothing,
  }),
  user_info: reads({
    path: '/api/user/info',
    summary: 'The user and their balances',
    input: nothing,
    answer: z.object({ user, balances: z.array(balance) }),
    roles: SIGNED_IN,
  }),
  getBalance: reads({
    path: '/v2/api/main/wallet/getBalance',
    summary: 'The three balances, by accountTypeId',
    input: nothing,
    answer: z.array(balance),
    roles: SIGNED_IN,
  }),
  get_profits: reads({
    path: '/api/user/get_profits',
    summary: "Today's closed results and their percent of total assets",
    input: nothing,
    answer: z.object({ profits: decimal, percent: decimal }),
    roles: SIGNED_IN,
  }),
  resetForexDemoAccount: changes({
    path: '/v2/api/main/user/resetForexDemoAccount',
    summary: 'Bring a demo account back to its first balances',
    whileClosing: 'passes',
    input: nothing,
    answer: nothing,
    roles: SIGNED_IN,
    rate: { max: 10, perSeconds: 3600, by: 'user' },
  }),
  getBasicInfo: reads({
    path: '/api/basicSet/getBasicInfo',
    summary: 'Base settings',
    input: nothing,
    answer: z.object({
      service_link: z.string(),
      service_link_type: z.number().int(),
      verify_reg_type: z.number().int(),
      trade_fee_type: z.union([z.literal(1), z.literal(2)]),
      micro_loss_level: z.union([z.literal(0), z.literal(1)]),
    }),
  }),
  main_status: reads({
    path: '/api/default/main_status',
    summary: 'Whether the service is open, why not, and until when',
    input: nothing,
    answer: z.object({
      /** 0 in service, 1 maintenance is announced, 2 closing only, 3 not served here, 4 apps older than `min_version` must be loaded anew. */
      status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
      /** What 3 and 4 lead to: a path of this origin, or an https address at a host of the operator's; empty where that is nothing. */
      url: z.string(),
      reason: z.enum(STATUS_REASONS),
      /** What is announced; 0 where nobody can say. */
      from: timeMs,
      until: timeMs,
      min_version: z.number().int(),
    }),
  }),
  languages: reads({
    path: '/v3/api/languages',
    summary: 'The languages of the app',
    input: nothing,
    answer: z.array(z.object({ value: z.string(), key: z.enum(LANGUAGES.map((l) => l.key)), text: z.string() })),
  }),
};
