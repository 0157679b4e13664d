// Withdrawals in the contract's own words, for their user.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { type LanguageKey, languageKey } from '@fairtick/contract/languages';
import type { WithdrawalReason } from '@fairtick/contract/staff/withdrawal-reasons';
import { text } from '@fairtick/contract/texts/index';
import { formatFixed, formatUnits } from '@fairtick/kernel/decimal';
import type { Details } from '../destinations/details.ts';
import type { Destination, Withdrawal, WithdrawalStatus } from '../types.ts';

export type RecordView = AnswerOf<'draw'>;

/** As money.md counts them. */
export const STATUS: Readonly<Record<WithdrawalStatus, RecordView['status']>> = {
  waiting: 1,
  approved: 2,
  paid: 3,
  rejected: 4,
  cancelled: 5,
};

const REASONS: readonly string[] = [
  'destination_doubtful',
  'name_differs',
  'documents_needed',
  'not_payable',
  'not_sent',
] satisfies readonly Exclude<WithdrawalReason, 'other'>[];

const isSaid = (code: string): code is Exclude<WithdrawalReason, 'other'> => REASONS.includes(code);

/** Why, as the user reads it: the sentence of the kind, and what the staff wrote beside it. */
const reasonText = (lang: LanguageKey, code: string, words: string): string =>
  [...(isSaid(code) ? [text(lang, `withdrawal_reason.${code}`)] : []), ...(words === '' ? [] : [words])].join(' ');

/** In the language of the user's letters; without one in the product's first. */
export const toldReason = (lang: string | undefined, code: WithdrawalReason, words: string): string =>
  reasonText(languageKey(lang), code, words);

function stepsOf({ requestTime, approvedTime, paidTime, endedTime, status }: Withdrawal): RecordView['steps'] {
  const steps = [
    { status: STATUS.waiting, time: requestTime },
    { status: STATUS.approved, time: approvedTime },
    { status: STATUS.paid, time: paidTime },
    { status: STATUS[status], time: endedTime },
  ];
  return steps.flatMap(({ status: step, time }) => (time === undefined ? [] : [{ status: step, time }]));
}

export interface RecordParts {
  readonly withdrawal: Withdrawal;
  readonly destination: Destination;
  readonly details: Details;
  readonly lang: LanguageKey;
  /** Why what is under way waits: why the user's withdrawals are frozen, or that everybody's are paused; empty where neither is so. */
  readonly waits: string;
  /** Its rate was of a closed market. */
  readonly rateClosed: boolean;
}

export function recordView({ withdrawal, destination, details, lang, waits, rateClosed }: RecordParts): RecordView {
  const { status, reasonCode, reason = '' } = withdrawal;
  const open = status === 'waiting' || status === 'approved';
  return {
    id: String(withdrawal.id),
    number: formatUnits(withdrawal.number, 2),
    real_number: formatFixed(withdrawal.received, withdrawal.places),
    draw_currency: { code: withdrawal.currency, protocol: withdrawal.protocol },
    fee: formatUnits(withdrawal.fee, 2),
    status: STATUS[status],
    status_name: text(lang, `withdrawal.${withdrawal.backTime === undefined ? status : 'back'}`),
    created_at: withdrawal.requestTime,
    type: withdrawal.kind === 'coin' ? 1 : 2,
    address: destination.address,
    payee_account: details.account,
    notes: reasonCode !== undefined ? reasonText(lang, reasonCode, reason) : open ? waits : '',
    ...{ memo: withdrawal.memo, rate_closed: rateClosed },
    deadline: withdrawal.deadline,
    overdue: withdrawal.overdueTime !== undefined,
    paid_reference: withdrawal.paidReference ?? '',
    came_back:
      withdrawal.backCredited === undefined || withdrawal.backTime === undefined
        ? null
        : { amount: formatUnits(withdrawal.backCredited, 2), time: withdrawal.backTime },
    steps: stepsOf(withdrawal),
  };
}
