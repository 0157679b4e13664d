// Verification as rules: what a name and a number may be, and what becomes of a review. Pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Rejection } from '@fairtick/contract/staff/verification';
import { leadsNowhere } from '@fairtick/contract/told-words';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { ChangeBase } from '../../platform/commands/books.ts';
import { type AccountsChange, type AccountsState, type Jurisdictions, offersLess, offerTo } from '../accounts/index.ts';

/** 1 waits, 2 accepted, 3 rejected. */
export type Status = 1 | 2 | 3;

/** As it is kept and shown; undefined where it holds no letter. */
export function cleanName(typed: string): string | undefined {
  const name = typedLine(typed);
  return /\p{L}/u.test(name) ? name : undefined;
}

const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const SHORTEST = 4;

/** Digits of other scripts as those on the document of a country that writes both. */
const westernDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** As it is kept and shown; undefined where it can't be the number of a document. */
export function cleanCard(typed: string): string | undefined {
  const card = westernDigits(typedLine(typed, 'NFKC')).toUpperCase();
  const good = /^[\p{L}\p{M}\p{N} .,/()-]+$/u.test(card) && signsOf(card).length >= SHORTEST;
  return good ? card : undefined;
}

/** Letters and digits alone: how the same number is recognised, whatever stands between them. */
export const signsOf = (card: string): string => card.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The last four signs. */
export const maskedCard = (card: string): string => `••••${[...signsOf(card)].slice(-4).join('')}`;

/** The first sign of each word: how long the words are is not told. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ');

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** ISO 3166 alpha-2 in capitals, '' where nothing was said; undefined where there is no such country. */
export function cleanCountry(typed: string): string | undefined {
  const code = typed.trim().toUpperCase();
  if (code === '') return '';
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regions.of(code) !== undefined ? code : undefined;
}

/** A claim holds for so long, ms. */
export const CLAIM_MS = 600_000;
/** Images of a rejected verification are kept for so long, ms (rule H11). */
export const KEEP_REJECTED_MS = 90 * 86_400_000;

export interface Verification {
  readonly id: Id;
  readonly userId: Id;
  readonly country: string;
  readonly front: string;
  readonly back: string;
  readonly status: Status;
  /** Whose claim holds now. */
  readonly claimedBy: Id | undefined;
  /** Members who were shown both of its images, which they are only within a claim of theirs. */
  readonly seenBy: readonly Id[];
}

export type Decision =
  | { readonly accept: true }
  | {
      readonly accept: false;
      readonly code: Rejection;
      /** What the staff wrote beside it; may be empty. */
      readonly words: string;
    };

export interface Decided {
  readonly verification: Verification;
  readonly decision: Decision;
  readonly staffId: Id;
}

export interface VerificationState {
  readonly verification: { of(id: Id): Verification | undefined };
  readonly accounts: Pick<AccountsState, 'standing' | 'jurisdictions'>;
}

export interface VerificationChange extends ChangeBase {
  readonly verification: readonly Decided[];
  readonly accounts: AccountsChange;
}

/** What the staff typed as their decision. A rejection has a reason; one of a kind of its own has words; the user reads them. */
export function decisionOf(typed: {
  decision: 'accept' | 'reject';
  reason_code?: Rejection | undefined;
  reason: string;
}): Result<Decision, Refusal> {
  if (typed.decision === 'accept') return ok({ accept: true });
  const { reason_code: code } = typed;
  const words = typedLine(typed.reason);
  if (code === undefined || (code === 'other' && words === '')) return err(refuse('REASON_REQUIRED'));
  if (!leadsNowhere(words)) return err(refuse('REASON_LEADS_AWAY'));
  return ok({ accept: false, code, words });
}

/**
 * Residence is what the person declared, or what was found where that takes something away (rule H3): nobody gets back by a document what their
 * residence is not offered. Undefined where it stays.
 */
function foundResidence(jurisdictions: Jurisdictions, declared: string | undefined, found: string): string | undefined {
  if (found === '' || found === declared) return undefined;
  if (declared === undefined) return found;
  return offersLess(offerTo(jurisdictions, declared), offerTo(jurisdictions, found)) ? found : undefined;
}

/** The kind's name, so that whoever reads it later reads it in the language of that day; one of no kind has words alone. */
const told = (decision: Decision): Readonly<Record<string, string>> => {
  if (decision.accept) return {};
  const { code, words } = decision;
  return { ...(code === 'other' ? {} : { rejection: code }), ...(words === '' ? {} : { words }) };
};

/**
 * Once: what was decided stays so. An accepted user is verified from the batch on, wherever it is asked. Nobody is accepted by somebody who has not
 * looked: both images must have been shown to this member, and the item be theirs, else IMAGES_UNSEEN.
 */
export function decideVerification(
  state: VerificationState,
  { id, staffId, decision }: { readonly id: Id; readonly staffId: Id; readonly decision: Decision },
): Result<VerificationChange, Refusal> {
  const verification = state.verification.of(id);
  if (!verification) return err(refuse('ITEM_UNKNOWN'));
  if (verification.status !== 1) return err(refuse('ALREADY_DECIDED'));
  const looked = verification.claimedBy === staffId && verification.seenBy.includes(staffId);
  if (decision.accept && !looked) return err(refuse('IMAGES_UNSEEN'));
  const { userId } = verification;
  const { nowMs, country: declared } = state.accounts.standing(userId);
  const country = foundResidence(state.accounts.jurisdictions, declared, verification.country);
  const set = { verifiedTime: nowMs, ...(country === undefined ? {} : { country }) };
  const reason = decision.accept ? {} : { code: decision.code, words: decision.words };
  return ok({
    verification: [{ verification, decision, staffId }],
    accounts: decision.accept ? { standing: [{ userId, set }] } : {},
    notices: [
      {
        userId,
        kind: decision.accept ? 'verified' : 'verification_rejected',
        orderId: undefined,
        params: told(decision),
      },
    ],
    acts: [
      {
        kind: decision.accept ? 'verification_accepted' : 'verification_rejected',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'user', id: String(userId) },
        contents: { verification: String(id), ...reason },
      },
    ],
  });
}
