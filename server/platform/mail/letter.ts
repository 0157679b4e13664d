// Letters and text messages as they wait in the outbox: to whom, which template, what it is filled with. The words are chosen when they are sent.

import { type LanguageKey, languageKey } from '@fairtick/contract/languages';
import type { Id } from '@fairtick/kernel/ids';
import { z } from 'zod';
import type { Message, NewMessage } from '../outbox/table.ts';

/** The kinds of message in the outbox, which choose the sender. */
export const MAIL = 'mail';
export const SMS = 'sms';

/** Every letter, and the placeholders that its sentences may hold. */
export const LETTER_PARAMS = {
  verified: [],
  /** `rejection` is a kind's name, said in the reader's words; `words` are the staff's. */
  verification_rejected: ['rejection', 'words'],
  /** `locks` are names with commas between, said in the reader's words. */
  frozen: ['locks', 'until', 'reason'],
  unfrozen: [],
  stop_out: ['pair', 'price', 'result'],
  margin_call: ['level'],
  export_ready: [],
  /** Without a word of what was answered. */
  chat_answer: [],
  /** An announcement as it was published. `item` is in its link alone. */
  announcement_notice: ['title', 'summary'],
  announcement_maintenance: ['title', 'summary'],
  announcement_terms: ['title', 'summary'],
  announcement_incident: ['title', 'summary'],
  feedback_answered: ['number'],
  /** To a visitor, who reads the answer nowhere else. */
  feedback_reply: ['number', 'answer'],
  withdrawal_paid: ['amount'],
  withdrawal_rejected: ['amount', 'reason'],
  withdrawal_returned: ['amount', 'reason'],
  withdrawal_back: ['amount'],
  withdrawal_overdue: ['amount'],
  deposit_credited: ['amount'],
  deposit_rejected: ['reason'],
  deposit_reversed: ['amount', 'reason'],
  balance_corrected: ['amount', 'reason'],
  loan_paid_out: ['amount'],
  loan_rejected: ['words'],
  loan_due_soon: ['amount', 'until'],
  loan_overdue: [],
  loan_short: ['came', 'due'],
  loan_repaid: ['amount'],
  /** What guards the account was changed. */
  totp_added: [],
  totp_removed: [],
  passkey_added: [],
  passkey_removed: [],
  recovery_codes_made: [],
  name_changed: [],
  /** To a member of the staff. */
  staff_codes_tried: [],
  staff_codes_locked: [],
  staff_withdrawals_overdue: ['count'],
  staff_client_money_short: ['short'],
  staff_withdrawals_paused: ['short'],
  staff_withdrawals_resumed: [],
  code_register: ['code'],
  code_reset: ['code'],
  code_amend: ['code'],
  code_step_up: ['code'],
  code_name: ['code'],
  /** To whoever has the name that somebody asked to register. */
  account_exists: [],
  /** Its link's `token` is in no sentence, and never kept in the clear. */
  new_sign_in: ['time', 'browser', 'system', 'network'],
  codes_tried: [],
  password_reset: [],
  password_changed: [],
  signed_out: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type LetterTemplate = keyof typeof LETTER_PARAMS;

/** Every text message, likewise. */
export const SMS_PARAMS = {
  code: ['code'],
  account_exists: [],
  name_changed: [],
  /** What a letter would say in more words: to whom has a mobile alone. */
  safety: [],
  new_sign_in: [],
  codes_tried: [],
  password_reset: [],
  password_changed: [],
  signed_out: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type SmsTemplate = keyof typeof SMS_PARAMS;
/** What is told of an account's safety by every name that its user has. */
export type SafetyTemplate = 'codes_tried' | 'password_reset' | 'password_changed' | 'signed_out';

/** A user, whose address is looked up when it is sent; an address that they had until now; or one that belongs to no user. */
type To = { readonly userId: Id; readonly address?: string } | { readonly address: string };
type Params = Readonly<Record<string, string>>;

export type Letter = To & {
  readonly template: LetterTemplate;
  readonly params: Params;
  /** The user's own where it is left out. */
  readonly lang?: LanguageKey;
};

export type TextMessage = To & {
  readonly template: SmsTemplate;
  readonly params: Params;
  readonly lang?: LanguageKey;
};

const messageOf = (kind: string, { template, params, lang, ...to }: Letter | TextMessage): NewMessage => ({
  kind,
  ownerId: 'userId' in to ? to.userId : 0n,
  payload: {
    ...(to.address === undefined ? {} : { address: to.address }),
    ...('userId' in to && to.address !== undefined ? { own: true } : {}),
    ...{ template, params },
    ...(lang ? { lang } : {}),
  },
});

/** To be written with what it tells of: as one of a change's `messages`, or by `insertOutbox` within a record write. */
export const letterTo = (letter: Letter): NewMessage => messageOf(MAIL, letter);
export const smsTo = (message: TextMessage): NewMessage => messageOf(SMS, message);

const payload = z.object({
  address: z.string().optional(),
  own: z.literal(true).optional(),
  template: z.string(),
  params: z.record(z.string(), z.string()),
  lang: z.string().optional(),
});

export interface Unsent {
  /** undefined where it is for the message's owner. */
  readonly address: string | undefined;
  /** The address is one of the owner's until now. */
  readonly own: boolean;
  readonly template: string;
  readonly params: Params;
  readonly lang: LanguageKey | undefined;
}

/** What `letterTo` and `smsTo` have written. Throws where something else was. */
export function unsentOf(message: Pick<Message, 'payload'>): Unsent {
  const { address, own = false, template, params, lang } = payload.parse(message.payload);
  return { address, own, template, params, lang: lang === undefined ? undefined : languageKey(lang) };
}

/** As far as a message says it: empty where a newer server, or another sender's, wrote what is no letter and no text message. */
export function outlineOf(message: Pick<Message, 'payload'>): Pick<Unsent, 'address' | 'template'> {
  const read = payload.pick({ address: true, template: true }).safeParse(message.payload);
  return read.success
    ? { address: read.data.address, template: read.data.template }
    : { address: undefined, template: '' };
}

/** Where and in which language a user is written to, as of now. */
export interface Recipient {
  readonly email: string | undefined;
  readonly mobile: string | undefined;
  readonly lang: LanguageKey | undefined;
  /** In which they are told moments, as the time-zone database names it; UTC where they have chosen none. */
  readonly zone?: string | undefined;
  /** By which they know that a letter is ours; nothing where they have chosen none. */
  readonly word?: string;
}
export type FindRecipient = (userId: Id) => Promise<Recipient | undefined>;
