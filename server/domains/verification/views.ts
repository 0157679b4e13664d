// Verifications in the contract's own words, for their users and for the staff.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { QueuedVerification, Rejection } from '@fairtick/contract/staff/verification';
import { text } from '@fairtick/contract/texts/index';
import type { Id } from '@fairtick/kernel/ids';
import { uidOf } from '../accounts/index.ts';
import type { Person } from './persons.ts';
import { maskedCard } from './rules.ts';
import type { VerificationRow } from './table.ts';

/** Of a kind of its own there is no sentence: its words say it. */
const reasonText = (lang: LanguageKey, code: Rejection | null | undefined): string =>
  !code || code === 'other' ? '' : text(lang, `rejection.${code}`);

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
    reason: reasonText(lang, row?.reason_code),
    reason_words: row?.reason ?? '',
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
