// Letters and text messages as they wait in the outbox: to whom, which template, what it is filled with. The words are chosen when they are sent.

import type { LanguageKey } from '@fairtick/contract/languages';
import type { Id } from '@fairtick/kernel/ids';
import type { NewMessage } from '../outbox/table.ts';

/** The kinds of message in the outbox, which choose the sender. */
export const MAIL = 'mail';
export const SMS = 'sms';

/** Every letter, and the placeholders that its sentences may hold. */
export const LETTER_PARAMS = {
  verified: [],
  verification_rejected: ['reason'],
  frozen: ['reason'],
  unfrozen: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type LetterTemplate = keyof typeof LETTER_PARAMS;

/** Every text message, likewise. */
export const SMS_PARAMS = { code: ['code'] } as const satisfies Readonly<Record<string, readonly string[]>>;
export type SmsTemplate = keyof typeof SMS_PARAMS;

/** A user, whose address is looked up when it is sent, or an address that belongs to no user. */
type To = { readonly userId: Id } | { readonly address: string };

export type Letter = To & {
  readonly template: LetterTemplate;
  readonly params: Readonly<Record<string, string>>;
  /** The user's own where it is left out. */
  readonly lang?: LanguageKey;
};

export type TextMessage = To & {
  readonly template: SmsTemplate;
  readonly params: Readonly<Record<string, string>>;
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
