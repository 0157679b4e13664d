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
  verification_rejected: ['reason'],
  /** `locks` are names with commas between, said in the reader's words. */
  frozen: ['locks', 'until', 'reason'],
  unfrozen: [],
  /** To a member of the staff. */
  staff_codes_tried: [],
  staff_codes_locked: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type LetterTemplate = keyof typeof LETTER_PARAMS;

/** Every text message, likewise. */
export const SMS_PARAMS = { code: ['code'] } as const satisfies Readonly<Record<string, readonly string[]>>;
export type SmsTemplate = keyof typeof SMS_PARAMS;

/** A user, whose address is looked up when it is sent, or an address that belongs to no user. */
type To = { readonly userId: Id } | { readonly address: string };
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
  payload: { ...('address' in to ? { address: to.address } : {}), template, params, ...(lang ? { lang } : {}) },
});

/** To be written with what it tells of: as one of a change's `messages`, or by `insertOutbox` within a record write. */
export const letterTo = (letter: Letter): NewMessage => messageOf(MAIL, letter);
export const smsTo = (message: TextMessage): NewMessage => messageOf(SMS, message);

const payload = z.object({
  address: z.string().optional(),
  template: z.string(),
  params: z.record(z.string(), z.string()),
  lang: z.string().optional(),
});

export interface Unsent {
  /** undefined where it is for the message's owner. */
  readonly address: string | undefined;
  readonly template: string;
  readonly params: Params;
  readonly lang: LanguageKey | undefined;
}

/** What `letterTo` and `smsTo` have written. Throws where something else was. */
export function unsentOf(message: Pick<Message, 'payload'>): Unsent {
  const { address, template, params, lang } = payload.parse(message.payload);
  return { address, template, params, lang: lang === undefined ? undefined : languageKey(lang) };
}

/** Where and in which language a user is written to, as of now. */
export interface Recipient {
  readonly email: string | undefined;
  readonly mobile: string | undefined;
  readonly lang: LanguageKey | undefined;
}
export type FindRecipient = (userId: Id) => Promise<Recipient | undefined>;
