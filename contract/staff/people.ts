// The staff themselves: who there is, who joins, who leaves, and the proposals that take two people.

import { z } from 'zod';
import { idText, page, timeMs } from '../fields.ts';
import { changes, reads } from './drafts.ts';
import { type Grant, type Right, SETTING_ACTS, STAFF_ROLES, type StaffAct } from './matrix.ts';

const reason = z.string().max(500);
/** Role names with commas between: inputs are flat. */
const roles = z.string().max(200);

const colleague = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  disabled: z.boolean(),
  /** Whether they have a factor to sign in with. */
  joined: z.boolean(),
  lastSeen: timeMs.nullable(),
  /** UIDs of user accounts that are theirs or their family's. */
  linkedUsers: z.array(z.string()),
});
export type Colleague = z.infer<typeof colleague>;

export const PROPOSAL_KINDS = [
  'staff_add',
  'staff_roles',
  'staff_enable',
  'staff_link',
  'unfreeze',
  'freeze',
  'setting',
  'money_setting',
  'product_setting',
  'status_setting',
  'house_move',
  'correction',
  'deposit_credit',
  'deposit_credit_held',
  'deposit_reverse',
  'payment_back',
  'payment_back_held',
  'receipt_book',
  'receipt_return',
  'receipt_keep',
  'content_dates',
  'content_withdraw',
] as const;
export const PROPOSAL_STATES = ['open', 'accepted', 'rejected', 'expired'] as const;

const proposal = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  /** What it is about, in words that need no translation: a name, a UID, a setting's key. */
  subject: z.string(),
  maker: z.string(),
  /** The caller's own, which somebody else decides: names are not unique. */
  mine: z.boolean(),
  madeTime: timeMs,
  expires: timeMs,
  state: z.enum(PROPOSAL_STATES),
  checker: z.string().nullable(),
  decidedTime: timeMs.nullable(),
  /** Why it was proposed. */
  reason: z.string(),
  /** Why it was rejected, or a note of the checker's. */
  decidedReason: z.string(),
  /** SHA-256 of what is proposed, hex: maker and checker see the same. */
  hash: z.string(),
  /** Field by field what it changes. */
  difference: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
  /** What the link of it needs beside it, for the maker to say; empty for everybody else, and where no open link came of it. */
  word: z.string(),
});
export type Proposal = z.infer<typeof proposal>;

/** Every right that a kind of proposal may ask for. */
const PROPOSED: readonly StaffAct[] = [
  'staff',
  'unfreeze',
  'freeze_withdrawals',
  'freeze_orders',
  'freeze_sign_in',
  ...SETTING_ACTS,
  'books',
  'deposits',
  'deposits_held',
  'content',
];
const proposed = (...grants: readonly Grant[]): readonly Right[] => PROPOSED.map((act) => ({ act, grants }));

/** What was asked for is done, or waits for a second person. */
const doneOrProposed = z.object({ proposal: z.string().nullable(), link: z.string().nullable() });

export const peopleEndpoints = {
  staff_list: reads({
    path: '/staff/api/staff',
    summary: 'All members of staff',
    input: z.object({}),
    answer: z.array(colleague),
    right: { act: 'staff', grants: ['read', 'propose', 'check'] },
  }),
  staff_add: changes({
    method: 'POST',
    path: '/staff/api/staff/add',
    summary: 'Add somebody: done at once until there is a second owner, then a proposal. The link is shown once',
    input: z.object({ name: z.string().min(1).max(80), email: z.string().max(254), roles, reason }),
    answer: doneOrProposed,
    right: { act: 'staff', grants: ['propose'] },
    elevated: true,
  }),
  staff_roles: changes({
    method: 'POST',
    path: '/staff/api/staff/roles',
    summary: "Propose a member's roles",
    input: z.object({ id: idText, roles, reason }),
    answer: doneOrProposed,
    right: { act: 'staff', grants: ['propose'] },
    elevated: true,
  }),
  staff_disable: changes({
    method: 'POST',
    path: '/staff/api/staff/disable',
    summary: 'Take all rights and sessions from somebody at once; getting them back takes two',
    input: z.object({ id: idText, reason }),
    answer: z.object({}),
    right: { act: 'staff', grants: ['propose'] },
    elevated: true,
  }),
  staff_enable: changes({
    method: 'POST',
    path: '/staff/api/staff/enable',
    summary: 'Propose to let somebody in again',
    input: z.object({ id: idText, reason }),
    answer: doneOrProposed,
    right: { act: 'staff', grants: ['propose'] },
    elevated: true,
  }),
  staff_link: changes({
    method: 'POST',
    path: '/staff/api/staff/link',
    summary: 'A one-time link for somebody who has not joined yet, as they were added; earlier ones end',
    input: z.object({ id: idText, reason }),
    answer: doneOrProposed,
    right: { act: 'staff', grants: ['propose'] },
    elevated: true,
  }),
  staff_link_user: changes({
    method: 'POST',
    path: '/staff/api/staff/link_user',
    summary: 'Declare a user account to be a member of staff’s own: they may not act on it',
    input: z.object({ id: idText, uid: z.string().max(20), reason }),
    answer: z.object({}),
    right: { act: 'staff', grants: ['propose'] },
    elevated: true,
  }),
  proposals: reads({
    path: '/staff/api/proposals',
    summary: 'Proposals, open ones first, that the caller may make or check',
    input: z.object({ page }),
    answer: z.object({
      data: z.array(proposal),
      total: z.number().int(),
      /** How many, on any page, the caller may decide now. */
      waiting: z.number().int(),
      /** When the oldest of them was made. */
      oldest: timeMs.nullable(),
    }),
    within: proposed('propose', 'check'),
  }),
  proposal_decide: changes({
    method: 'POST',
    path: '/staff/api/proposals/decide',
    summary: "Accept or reject somebody else's proposal, as it was shown",
    input: z.object({
      id: idText,
      hash: z.string().max(64),
      decision: z.enum(['accept', 'reject']),
      reason: reason.optional().default(''),
    }),
    answer: z.object({ state: z.enum(PROPOSAL_STATES), link: z.string().nullable() }),
    within: proposed('check'),
    elevated: true,
  }),
};
