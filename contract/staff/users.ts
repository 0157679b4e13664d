// Users as the staff see them: found, read, frozen with a reason.

import { z } from 'zod';
import { decimal, idText, timeMs, whole } from '../fields.ts';
import { changes, reads } from './drafts.ts';
import { LOCKS } from './locks.ts';
import type { Right } from './matrix.ts';

const foundUser = z.object({
  id: z.string(),
  uid: z.string(),
  /** Masked for who may not see contacts. */
  account: z.string(),
  realm: z.enum(['live', 'demo']),
  country: z.string(),
  verified: z.boolean(),
  locks: z.array(z.enum(LOCKS)),
  createdTime: timeMs,
});
export type FoundUser = z.infer<typeof foundUser>;

/** What a freeze of the same lock by whoever reads would do to it: confirm it, replace it by a longer one, or nothing. */
export const FREEZES_AGAIN = ['confirms', 'replaces', 'nothing'] as const;
export type FreezeAgain = (typeof FREEZES_AGAIN)[number];

const heldFreeze = z.object({
  lock: z.enum(LOCKS),
  /** The user reads it. */
  reason: z.string(),
  /** The name of who set it. */
  by: z.string(),
  time: timeMs,
  /** Ends by itself then; null once a second person has confirmed it. */
  until: timeMs.nullable(),
  again: z.enum(FREEZES_AGAIN),
});
export type HeldFreeze = z.infer<typeof heldFreeze>;

const contacts: Right = { act: 'contacts', grants: ['read'] };
const balances: Right = { act: 'balances', grants: ['read'] };
const locks = z.string().max(60);
const reason = z.string().max(500);

export const userEndpoints = {
  users: reads({
    path: '/staff/api/users',
    summary: 'Users by UID, e-mail, id or the beginning of one; the newest first where nothing is asked',
    input: z.object({ q: z.string().max(254).optional().default(''), before: idText.optional() }),
    answer: z.object({ data: z.array(foundUser), more: z.boolean() }),
    right: { act: 'users', grants: ['read'] },
    within: [contacts],
  }),
  user: reads({
    path: '/staff/api/users/{id}',
    summary: 'One user: standing, balances, sessions, verification, what the staff did',
    input: z.object({ id: idText }),
    answer: foundUser.extend({
      /** Those that hold now. */
      freezes: z.array(heldFreeze),
      verifiedTime: timeMs.nullable(),
      holdUntil: timeMs.nullable(),
      coolOffUntil: timeMs.nullable(),
      lossLimit: decimal.nullable(),
      /** null where the reader sees none: see `balances` of the matrix. */
      balances: z.array(z.object({ type: z.string(), balance: decimal, lockBalance: decimal })).nullable(),
      openOrders: z.object({ forex: z.number().int(), micro: z.number().int() }),
      sessions: z.array(z.object({ createdTime: timeMs, lastUsedTime: timeMs })),
      acts: z.array(z.object({ kind: z.string(), time: timeMs, by: z.string(), reason: z.string() })),
    }),
    right: { act: 'users', grants: ['read'] },
    within: [contacts, balances],
  }),
  user_ledger: reads({
    path: '/staff/api/users/{id}/ledger',
    summary: "What moved in one of a user's accounts, the newest first. Who looks is written down",
    input: z.object({
      id: idText,
      /** 1 change, 2 forex, 3 micro. */
      account: whole(1, 3).optional().default(1),
      before: idText.optional(),
    }),
    answer: z.object({
      uid: z.string(),
      data: z.array(
        z.object({
          id: z.string(),
          time: timeMs,
          /** What it was, in the language asked for. */
          memo: z.string(),
          /** Change of what is free, and of what is held: their sums are the two figures of the account. */
          value: decimal,
          lockValue: decimal,
        }),
      ),
      more: z.boolean(),
    }),
    right: { act: 'users', grants: ['read'] },
    within: [balances],
  }),
  user_freeze: changes({
    method: 'POST',
    path: '/staff/api/users/freeze',
    summary: 'Lock withdrawals, new orders or sign-in of a user, with the reason that the user reads',
    input: z.object({ id: idText, locks, reason }),
    answer: z.object({ proposal: z.string().nullable() }),
    /** Whoever may freeze anything may freeze withdrawals. */
    right: { act: 'freeze_withdrawals', grants: ['do', 'propose'] },
    within: [
      { act: 'freeze_orders', grants: ['do', 'propose'] },
      { act: 'freeze_sign_in', grants: ['do', 'propose'] },
    ],
    elevated: true,
  }),
  user_unfreeze: changes({
    method: 'POST',
    path: '/staff/api/users/unfreeze',
    summary: 'Propose to lift locks of a user',
    input: z.object({ id: idText, locks, reason }),
    answer: z.object({ proposal: z.string().nullable() }),
    right: { act: 'unfreeze', grants: ['propose'] },
    elevated: true,
  }),
};
