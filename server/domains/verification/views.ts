// Verifications in the contract's own words, for their users and for the staff.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { type LanguageKey, languageKey } from '@fairtick/contract/languages';
import type { QueuedVerification, Rejection } from '@fairtick/contract/staff/verification';
import { text } from '@fairtick/contract/texts/index';
import type { Id } from '@fairtick/kernel/ids';
import { uidOf } from '../accounts/index.ts';
import type { Person } from './persons.ts';
import { maskedCard } from './rules.ts';
import type { VerificationRow } from './table.ts';

/** Why, as the user reads it: the sentence of the kind, and what the staff wrote beside it. */
export const reasonText = (lang: LanguageKey, code: Rejection, words: string): string =>
  [...(code === 'other' ? [] : [text(lang, `rejection.${code}`)]), ...(words === '' ? [] : [words])].join(' ');

/** In the language of the user's letters; without one in the product's first. */
export const toldReason = (lang: string | undefined, code: Rejection, words: string): string =>
  reasonText(languageKey(lang), code, words);

interface RealNameParts {
  readonly row: VerificationRow | undefined;
  readonly person: Person | undefined;
  /** As it stands, where the verification says nothing. */
  readonly residence: string;
  readonly link: (file: string) => string;
  readonly lang: LanguageKey;
}

export function realNameView({ row, person, residence, link, lang }: RealNameParts): AnswerOf<'real_name'> {
  return {
    review_status: row?.status ?? 0,
    name: person?.name ?? '',
    card_id: person ? maskedCard(person.card) : '',
    front_pic: row ? link(row.front) : '',
    reverse_pic: row ? link(row.back) : '',
    reason: row?.reason_code ? reasonText(lang, row.reason_code, row.reason ?? '') : '',
    country: row?.country || residence,
  };
}

export interface QueuedParts {
  readonly row: VerificationRow;
  readonly staffId: Id;
  readonly takenBy: string;
  readonly flagged: boolean;
}

export const queuedView = ({ row, staffId, takenBy, flagged }: QueuedParts): QueuedVerification => ({
  id: String(row.id),
  uid: uidOf(row.user_id),
  country: row.country,
  submitted: Number(row.submitted_time),
  status: row.status,
  takenBy,
  mine: row.claimed_by === staffId,
  flagged,
});
