// What every endpoint of the staff's table answers to a member whom their rights let in, for everything that what it names may be to them: a
// colleague's, their own work, of a user account that is theirs, themselves, taken, decided, or not there.
// Long because each call of the staff has its row in one table.

import type { EndpointName } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { Input, Outcome } from './cast.ts';
import type { Item, SituationOf } from './staff-items.ts';

/** Where it is not the same for all who are let in: an owner has to propose what others do alone. */
export type ForStaff = Outcome | (Readonly<Partial<Record<StaffRole, Outcome>>> & { readonly others: Outcome });

type RowOf<I extends Item> = {
  readonly visitor: Outcome;
  readonly item: I;
  /** Beside the fields that name the item. */
  readonly input?: Input;
  readonly on: Readonly<Record<SituationOf<I>, ForStaff>>;
  /** How many acts it leaves where it is done, by a member with a right to it; 1 where it changes something. */
  readonly acts?: number;
  /** Ends the caller's session. */
  readonly signsOut?: boolean;
};
export type StaffRow = { readonly [I in Item]: RowOf<I> }[Item];

const STRANGER = 'SESSION_EXPIRED';
const plain = (staff: Outcome, visitor: Outcome = STRANGER, input: Input = {}): RowOf<'nothing'> => ({
  ...{ visitor, item: 'nothing', input },
  on: { plain: staff },
});
const NO_LINK = { used: 'LINK_SPENT', ended: 'LINK_SPENT', expired: 'LINK_SPENT', unknown: 'LINK_SPENT' } as const;
const NOT_THERE = { demo: 'ITEM_UNKNOWN', unknown: 'ITEM_UNKNOWN' } as const;
const lock: Input = { locks: 'withdrawals', reason: 'a stolen card' };

const DECIDED = 'ALREADY_DECIDED' as const;
const NO_SUPPORT = { support: 'NOT_ALLOWED', others: 'ok' } as const;
/** Only what was credited is taken back. */
const REVERSAL = {
  ...{ waiting: DECIDED, claimed_by_caller: DECIDED, taken: DECIDED, linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
} satisfies Record<string, ForStaff>;
/** Of money of nobody, whoever asks: each call says where it is otherwise. */
const RECEIPT = {
  ...{ free: DECIDED, of_linked_user: DECIDED, matched: DECIDED, returning: DECIDED, taken_by_caller: DECIDED },
  ...{ taken_by_other: DECIDED, returned: DECIDED, unknown: 'ITEM_UNKNOWN' },
} satisfies Record<string, ForStaff>;
/** Where a call is about another state than this. */
const PAID_FOR = {
  waiting: DECIDED,
  approved_by_caller: DECIDED,
  approved: DECIDED,
  held_by_caller: DECIDED,
  taken: DECIDED,
  paid: DECIDED,
  linked: 'BENEFICIARY',
  unknown: 'ITEM_UNKNOWN',
} as const;

/** Where a call is about what waits. */
const DEPOSIT = {
  waiting: 'ok',
  claimed_by_caller: 'ok',
  taken: 'TAKEN_BY_OTHER',
  credited: DECIDED,
  linked: 'BENEFICIARY',
  unknown: 'ITEM_UNKNOWN',
} as const;

/** What was written, whatever it is to the caller. */
const CONTENT = {
  ...{ draft: 'ok', callers_draft: 'ok', terms: 'ok', callers_terms: 'ok', published: 'ok' },
} satisfies Record<string, ForStaff>;

const NO_TEXT = {
  ...{ draft: 'CONTENT_MALFORMED', callers_draft: 'CONTENT_MALFORMED', terms: 'CONTENT_MALFORMED' },
  ...{ callers_terms: 'CONTENT_MALFORMED', published: 'CONTENT_MALFORMED', unknown: 'CONTENT_MALFORMED' },
} satisfies Record<string, ForStaff>;

/** Where a call is about what somebody works on. */
const FEEDBACK = {
  ...{ waiting: 'CLAIM_FIRST', claimed_by_caller: 'ok', taken: 'TAKEN_BY_OTHER', answered: DECIDED, closed: DECIDED },
  ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
} satisfies Record<string, ForStaff>;

/** Of two one has it, and what is closed stays closed. */
const CHAT = {
  ...{ waiting: 'ok', held_by_caller: 'ok', taken: 'TAKEN_BY_OTHER', closed: DECIDED },
  ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
} satisfies Record<string, ForStaff>;

export const STAFF_MATRIX = {
  health: plain('ok', 'ok'),
  // With an open link anybody may go on, and a ticket that is not of this link helps nobody.
  link_open: { visitor: 'ok', item: 'link', on: { open: 'ok', needs_word: 'ok', ...NO_LINK } },
  link_passkey_begin: { visitor: 'ok', item: 'link', on: { open: 'ok', needs_word: 'WORD_WRONG', ...NO_LINK } },
  link_passkey_finish: {
    ...{ visitor: 'PASSKEY_FAILED', item: 'link', input: { ticket: 'nobodys', response: '{}' } },
    on: { open: 'PASSKEY_FAILED', needs_word: 'PASSKEY_FAILED', ...NO_LINK },
  },
  link_password: {
    ...{ visitor: 'ok', item: 'link', input: { password: 'correct horse battery' } },
    on: { open: 'ok', needs_word: 'WORD_WRONG', ...NO_LINK },
  },
  link_code: {
    ...{ visitor: 'CODE_WRONG', item: 'link', input: { ticket: 'nobodys', code: '123456' } },
    on: { open: 'CODE_WRONG', needs_word: 'CODE_WRONG', ...NO_LINK },
  },
  sign_in_passkey_begin: plain('ok', 'ok'),
  sign_in_passkey_finish: plain('PASSKEY_FAILED', 'PASSKEY_FAILED', { ticket: 'nobodys', response: '{}' }),
  // The same for everybody, whether the password is right or not.
  sign_in_password: plain('ok', 'ok', { email: 'nobody@example.com', password: 'correct horse battery' }),
  sign_in_code: plain('LOGIN_FAILED', 'LOGIN_FAILED', { ticket: 'nobodys', code: '123456' }),
  me: plain('ok'),
  staff_step_up_begin: plain('PASSKEY_FAILED'),
  staff_step_up_finish: plain('VALUE_MISSING'),
  sign_out: { ...plain('ok'), signsOut: true },
  messages: plain('ok'),
  message_resend: {
    ...{ visitor: STRANGER, item: 'message' },
    on: { given_up: 'ok', waiting: 'ALREADY_DECIDED', to_linked_user: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
  },
  acts: plain('ok'),
  users: plain('ok'),
  // Looking is an act of its own, also at an account of one's own.
  user: {
    ...{ visitor: STRANGER, item: 'user', acts: 1 },
    on: { others: 'ok', locked_by_caller: 'ok', linked: 'ok', demo: 'ok', unknown: 'ITEM_UNKNOWN' },
  },
  // Support sees what somebody has while it answers them.
  user_ledger: {
    ...{ visitor: STRANGER, item: 'user', acts: 1 },
    on: {
      others: NO_SUPPORT,
      locked_by_caller: NO_SUPPORT,
      linked: NO_SUPPORT,
      demo: NO_SUPPORT,
      unknown: 'ITEM_UNKNOWN',
    },
  },
  // An owner's is a proposal, which somebody else decides; support's day does not confirm another's fortnight.
  user_freeze: {
    ...{ visitor: STRANGER, item: 'user', input: lock },
    on: {
      others: { support: 'ALREADY_DECIDED', others: 'ok' },
      locked_by_caller: { owner: 'ok', others: 'OWN_WORK' },
      linked: 'BENEFICIARY',
      ...NOT_THERE,
    },
  },
  user_unfreeze: {
    ...{ visitor: STRANGER, item: 'user', input: lock },
    on: { others: 'ok', locked_by_caller: 'ok', linked: 'BENEFICIARY', ...NOT_THERE },
  },
  verifications: plain('ok'),
  // Looking at one that is taken shows nobody's name or image.
  verification: {
    ...{ visitor: STRANGER, item: 'verification' },
    on: {
      ...{ waiting: 'ok', claimed_by_caller: 'ok', taken: 'ok', decided: 'ok' },
      ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
    },
  },
  verification_claim: {
    ...{ visitor: STRANGER, item: 'verification' },
    on: {
      ...{ waiting: 'ok', claimed_by_caller: 'ok', taken: 'TAKEN_BY_OTHER', decided: 'ALREADY_DECIDED' },
      ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
    },
  },
  verification_decide: {
    ...{ visitor: STRANGER, item: 'verification', input: { decision: 'accept' } },
    on: {
      ...{ waiting: 'IMAGES_UNSEEN', claimed_by_caller: 'ok', taken: 'TAKEN_BY_OTHER', decided: 'ALREADY_DECIDED' },
      ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
    },
  },
  withdrawals: plain('ok'),
  // Looking is an act of its own.
  withdrawal: {
    ...{ visitor: STRANGER, item: 'withdrawal', acts: 1 },
    on: {
      ...{ waiting: 'ok', approved_by_caller: 'ok', approved: 'ok', held_by_caller: 'ok', taken: 'ok', paid: 'ok' },
      ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
    },
  },
  // An owner is the second of two, and this one takes one.
  withdrawal_approve: {
    ...{ visitor: STRANGER, item: 'withdrawal' },
    on: {
      ...PAID_FOR,
      waiting: { owner: 'NOT_ALLOWED', others: 'ok' },
      approved_by_caller: 'OWN_WORK',
    },
  },
  withdrawal_reject: {
    ...{ visitor: STRANGER, item: 'withdrawal', input: { reason_code: 'not_payable' } },
    on: { ...PAID_FOR, waiting: 'ok', approved_by_caller: 'ok' },
  },
  withdrawal_claim: {
    ...{ visitor: STRANGER, item: 'withdrawal' },
    on: { ...PAID_FOR, approved: 'ok', taken: 'TAKEN_BY_OTHER' },
  },
  withdrawal_release: {
    ...{ visitor: STRANGER, item: 'withdrawal' },
    on: { ...PAID_FOR, approved: 'CLAIM_FIRST', held_by_caller: 'ok', taken: 'TAKEN_BY_OTHER' },
  },
  withdrawal_paid: {
    ...{ visitor: STRANGER, item: 'withdrawal', input: { reference: 'ab'.repeat(32) } },
    on: { ...PAID_FOR, approved: 'CLAIM_FIRST', held_by_caller: 'ok', taken: 'TAKEN_BY_OTHER' },
  },
  withdrawal_nothing_sent: {
    ...{ visitor: STRANGER, item: 'withdrawal' },
    on: {
      ...PAID_FOR,
      approved: { owner: 'NOT_ALLOWED', others: 'ok' },
      held_by_caller: { owner: 'NOT_ALLOWED', others: 'ok' },
      taken: 'TAKEN_BY_OTHER',
    },
  },
  // Whoever paid it says so to a second person.
  withdrawal_back: {
    ...{
      visitor: STRANGER,
      item: 'withdrawal',
      input: { charge_id: '2', reference: `${'d'.repeat(64)}:0`, amount: '1', reason: 'sent back' },
    },
    on: { ...PAID_FOR, paid: 'ok' },
  },
  deposits: plain('ok'),
  // Looking at one that is taken is no more than looking: the picture's own record says who has seen it.
  deposit: {
    ...{ visitor: STRANGER, item: 'deposit' },
    on: { ...DEPOSIT, taken: 'ok', credited: 'ok' },
  },
  deposit_claim: { ...{ visitor: STRANGER, item: 'deposit' }, on: DEPOSIT },
  deposit_credit: { ...{ visitor: STRANGER, item: 'deposit' }, on: DEPOSIT },
  deposit_reject: {
    ...{ visitor: STRANGER, item: 'deposit', input: { reason_code: 'no_payment' } },
    on: DEPOSIT,
  },
  deposit_reverse: {
    ...{ visitor: STRANGER, item: 'deposit', input: { reason_code: 'charge_back', reason: 'the bank says so' } },
    on: { ...REVERSAL, credited: 'ok' },
  },
  receipts: plain('ok'),
  xpub_addresses: plain('ok', STRANGER, { network: 'bitcoin', xpub: 'none' }),
  receipt_book: plain('ok', STRANGER, { charge_id: '2', reference: `${'c'.repeat(64)}:1`, amount: '100' }),
  receipt_assign: {
    ...{ visitor: STRANGER, item: 'receipt' },
    on: { ...RECEIPT, free: 'ok', of_linked_user: 'BENEFICIARY' },
  },
  // Of nobody's money: whom it was put under does not matter before it is credited.
  receipt_return: {
    ...{ visitor: STRANGER, item: 'receipt', input: { reason: 'sent back' } },
    on: { ...RECEIPT, free: 'ok', of_linked_user: 'ok' },
  },
  receipt_take: {
    ...{ visitor: STRANGER, item: 'receipt' },
    on: { ...RECEIPT, returning: 'ok', taken_by_other: 'TAKEN_BY_OTHER' },
  },
  receipt_sent: {
    ...{ visitor: STRANGER, item: 'receipt', input: { reference: 'd'.repeat(64) } },
    on: { ...RECEIPT, returning: 'CLAIM_FIRST', taken_by_caller: 'ok', taken_by_other: 'TAKEN_BY_OTHER' },
  },
  receipt_keep: {
    ...{ visitor: STRANGER, item: 'receipt', input: { reason: 'nothing was sent' } },
    on: { ...RECEIPT, returning: 'ok', taken_by_caller: 'ok', taken_by_other: 'ok' },
  },
  staff_list: plain('ok'),
  // A proposal: the operator's first owner and the caller are two.
  staff_add: plain('ok', STRANGER, { name: 'New', email: 'new@example.com', roles: 'support', reason: 'hired' }),
  // Anybody who may propose it may also be it; who decides is another.
  staff_roles: {
    ...{ visitor: STRANGER, item: 'member', input: { roles: 'support,terms', reason: 'moved' } },
    on: { others: 'ok', caller: 'ok', disabled: 'ok', not_joined: 'ok', unknown: 'ITEM_UNKNOWN' },
  },
  staff_disable: {
    ...{ visitor: STRANGER, item: 'member', input: { reason: 'left' } },
    on: { others: 'ok', caller: 'ok', disabled: 'ALREADY_DECIDED', not_joined: 'ok', unknown: 'ITEM_UNKNOWN' },
  },
  staff_enable: {
    ...{ visitor: STRANGER, item: 'member', input: { reason: 'is back' } },
    on: {
      ...{ others: 'ALREADY_DECIDED', caller: 'ALREADY_DECIDED', disabled: 'ok' },
      ...{ not_joined: 'ALREADY_DECIDED', unknown: 'ITEM_UNKNOWN' },
    },
  },
  staff_link: {
    ...{ visitor: STRANGER, item: 'member', input: { reason: 'lost' } },
    on: {
      ...{ others: 'ALREADY_DECIDED', caller: 'ALREADY_DECIDED', disabled: 'ALREADY_DECIDED' },
      ...{ not_joined: 'ok', unknown: 'ITEM_UNKNOWN' },
    },
  },
  staff_link_user: {
    ...{ visitor: STRANGER, item: 'member', input: { reason: 'declared' } },
    on: { others: 'ok', caller: 'ok', disabled: 'ok', not_joined: 'ok', unknown: 'ITEM_UNKNOWN' },
  },
  proposals: plain('ok'),
  // Of its decision and of its effect.
  proposal_decide: {
    ...{ visitor: STRANGER, item: 'proposal', input: { decision: 'accept' }, acts: 2 },
    on: {
      ...{ others: 'ok', callers_own: 'OWN_WORK', about_caller: 'BENEFICIARY', of_linked_user: 'BENEFICIARY' },
      ...{ decided: 'ALREADY_DECIDED', other_text: 'PROPOSAL_CHANGED', unknown: 'ITEM_UNKNOWN' },
    },
  },
  settings: plain('ok'),
  setting_propose: {
    ...{ visitor: STRANGER, item: 'setting', input: { value: '[]', reason: 'new rules' }, acts: 1 },
    on: { by_two: 'ok', of_money: 'ok', operators: 'ITEM_UNKNOWN', unknown: 'ITEM_UNKNOWN' },
  },
  chat_threads: plain('ok'),
  // Looking is an act of its own, also at an account of one's own.
  chat_thread: {
    ...{ visitor: STRANGER, item: 'chat', acts: 1 },
    on: {
      ...{ waiting: 'ok', held_by_caller: 'ok', taken: 'ok', closed: 'ok' },
      ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
    },
  },
  chat_claim: { ...{ visitor: STRANGER, item: 'chat' }, on: CHAT },
  chat_answer: { ...{ visitor: STRANGER, item: 'chat', input: { text: 'We are looking into it.' } }, on: CHAT },
  chat_hand_over: { ...{ visitor: STRANGER, item: 'chat' }, on: CHAT },
  chat_close: { ...{ visitor: STRANGER, item: 'chat' }, on: CHAT },
  content_items: plain('ok'),
  content_item: {
    ...{ visitor: STRANGER, item: 'content' },
    on: { ...CONTENT, unknown: 'ITEM_UNKNOWN' },
  },
  content_new: { ...plain('ok', STRANGER, { kind: 'news', audience: 'all', publish_time: '1' }), acts: 0 },
  content_dates: {
    ...{ visitor: STRANGER, item: 'content', input: { audience: 'all', publish_time: '2', reason: 'too early' } },
    on: { ...CONTENT, unknown: 'ITEM_UNKNOWN' },
  },
  // The file that is sent is a picture.
  content_write: { ...{ visitor: STRANGER, item: 'content' }, on: NO_TEXT },
  content_picture: { ...plain('ok'), acts: 0 },
  // Who checks publishes what others wrote; what is about the terms nobody publishes who wrote it.
  content_publish: {
    ...{ visitor: STRANGER, item: 'content' },
    on: {
      ...{ draft: 'ok', callers_draft: { owner: 'OWN_WORK', others: 'ok' }, terms: 'ok', callers_terms: 'OWN_WORK' },
      ...{ published: DECIDED, unknown: 'ITEM_UNKNOWN' },
    },
  },
  content_withdraw: {
    ...{ visitor: STRANGER, item: 'content', input: { reason: 'it is over' } },
    on: {
      ...{ draft: DECIDED, callers_draft: DECIDED, terms: DECIDED, callers_terms: DECIDED, published: 'ok' },
      unknown: 'ITEM_UNKNOWN',
    },
  },
  feedback_queue: plain('ok'),
  // Looking at one that is not one's own shows nobody's words.
  feedback_item: {
    ...{ visitor: STRANGER, item: 'feedback' },
    on: { ...FEEDBACK, waiting: 'ok', taken: 'ok', answered: 'ok', closed: 'ok' },
  },
  feedback_claim: { ...{ visitor: STRANGER, item: 'feedback' }, on: { ...FEEDBACK, waiting: 'ok' } },
  feedback_answer: {
    ...{ visitor: STRANGER, item: 'feedback', input: { text: 'Thank you, we mend it.' } },
    on: FEEDBACK,
  },
  feedback_close: { ...{ visitor: STRANGER, item: 'feedback' }, on: { ...FEEDBACK, answered: 'ok' } },
  traders_queue: plain('ok'),
  trader_item: {
    ...{ visitor: STRANGER, item: 'trader' },
    on: {
      waiting: 'ok',
      approved: 'ok',
      rejected: 'ok',
      suspended: 'ok',
      linked: 'BENEFICIARY',
      unknown: 'ITEM_UNKNOWN',
    },
  },
  trader_decide: {
    ...{ visitor: STRANGER, item: 'trader', input: { decision: 'suspend', reason: 'the orders of another account' } },
    on: {
      ...{ waiting: DECIDED, approved: 'ok', rejected: DECIDED, suspended: DECIDED },
      ...{ linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
    },
  },
  loan_persons: plain('ok'),
  // Looking is an act of its own.
  loan_person_item: {
    ...{ visitor: STRANGER, item: 'loan_person', acts: 1 },
    on: { waiting: 'ok', decided: 'ok', linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
  },
  loan_person_decide: {
    ...{ visitor: STRANGER, item: 'loan_person', input: { decision: 'accept' } },
    on: { waiting: 'ok', decided: DECIDED, linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
  },
  loans: plain('ok'),
  loan_item: {
    ...{ visitor: STRANGER, item: 'loan', acts: 1 },
    on: { waiting: 'ok', decided: 'ok', linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
  },
  loan_decide: {
    ...{ visitor: STRANGER, item: 'loan', input: { decision: 'reject', reason_code: 'unclear' } },
    on: { waiting: 'ok', decided: DECIDED, linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
  },
  loan_pool: plain('ok'),
  companies: plain('ok'),
  company_write: {
    ...{ visitor: STRANGER, item: 'company' },
    input: {
      ...{ name: 'Harbour Ltd', url: 'https://harbour.example', subject: '', registered_address: '', location: '' },
      ...{ email: '', complaint_email: '', main: '0', listed: '1' },
    },
    on: { listed: 'ok', unknown: 'ITEM_UNKNOWN' },
  },
  funds: plain('ok'),
  fund_confirm: {
    ...{ visitor: STRANGER, item: 'fund' },
    on: { waiting: 'ok', running: DECIDED, linked: 'BENEFICIARY', unknown: 'ITEM_UNKNOWN' },
  },
  house: plain('ok'),
  client_money_books: plain('ok'),
  house_propose: { ...plain('ok', STRANGER, { move: 'capital_in', amount: '100', reason: 'from our bank' }), acts: 1 },
  correction_propose: {
    ...{ visitor: STRANGER, item: 'user', input: { amount: '1', direction: 'give', reason: 'a fee was taken twice' } },
    on: { others: 'ok', locked_by_caller: 'ok', linked: 'BENEFICIARY', ...NOT_THERE },
  },
} as const satisfies Readonly<Record<EndpointName<StaffTable>, StaffRow>>;
