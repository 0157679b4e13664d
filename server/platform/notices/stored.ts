// What is kept of the notices of a batch, and which of them are told by a letter as well.

import type { NotifyKind } from '@fairtick/contract/http/telling';
import { STORED_NOTICES } from '@fairtick/contract/socket/messages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { UserNotice } from '../commands/command.ts';
import type { Statement } from '../database/statement.ts';
import { type LetterTemplate, MAIL, SMS } from '../mail/letter.ts';
import { PUSH } from '../push/message.ts';
import { insertNotices, type NewNotice, type Telling, tellOutside } from './table.ts';

/** A notice with the realm of the command that caused it. */
export interface RealmNotice extends UserNotice {
  readonly realm: Realm;
}

const STORED: ReadonlySet<UserNotice['kind']> = new Set(STORED_NOTICES);

/**
 * By which ways the stored kinds are told outside the app as well, and the switch by which their user turns that off; none where it is about the safety
 * of the account, which is always told. A letter is for what must be known by who does not open the app; docs/decisions/letters-and-notices.md.
 */
interface Told {
  readonly switch: NotifyKind | null;
  readonly mail: LetterTemplate | null;
}
export const TOLD: Readonly<Record<(typeof STORED_NOTICES)[number], Told>> = {
  stop_loss: { switch: 'trading', mail: null },
  take_profit: { switch: 'trading', mail: null },
  stop_out: { switch: 'trading', mail: 'stop_out' },
  filled: { switch: 'trading', mail: null },
  cancelled: { switch: 'trading', mail: null },
  micro_void: { switch: 'trading', mail: null },
  micro_no_tick: { switch: 'trading', mail: null },
  margin_call: { switch: 'trading', mail: 'margin_call' },
  frozen: { switch: null, mail: 'frozen' },
  unfrozen: { switch: null, mail: 'unfrozen' },
  totp_added: { switch: null, mail: 'totp_added' },
  totp_removed: { switch: null, mail: 'totp_removed' },
  passkey_added: { switch: null, mail: 'passkey_added' },
  passkey_removed: { switch: null, mail: 'passkey_removed' },
  recovery_codes_made: { switch: null, mail: 'recovery_codes_made' },
  name_changed: { switch: null, mail: 'name_changed' },
  verified: { switch: 'account', mail: 'verified' },
  verification_rejected: { switch: 'account', mail: 'verification_rejected' },
  withdrawal_approved: { switch: 'account', mail: null },
  withdrawal_paid: { switch: null, mail: 'withdrawal_paid' },
  withdrawal_rejected: { switch: 'account', mail: 'withdrawal_rejected' },
  withdrawal_returned: { switch: 'account', mail: 'withdrawal_returned' },
  withdrawal_back: { switch: null, mail: 'withdrawal_back' },
  withdrawal_overdue: { switch: 'account', mail: 'withdrawal_overdue' },
  deposit_credited: { switch: 'account', mail: 'deposit_credited' },
  deposit_rejected: { switch: 'account', mail: 'deposit_rejected' },
  deposit_reversed: { switch: null, mail: 'deposit_reversed' },
  balance_corrected: { switch: null, mail: 'balance_corrected' },
  fund_finished: { switch: 'account', mail: null },
  fund_redeemed: { switch: 'account', mail: null },
  feedback_answered: { switch: 'account', mail: 'feedback_answered' },
  trader_approved: { switch: 'account', mail: null },
  trader_rejected: { switch: 'account', mail: null },
  trader_suspended: { switch: null, mail: null },
  copy_opened: { switch: 'trading', mail: null },
  copy_cut: { switch: 'trading', mail: null },
  copy_closed: { switch: 'trading', mail: null },
  copy_skipped: { switch: 'trading', mail: null },
  copy_stopped: { switch: 'trading', mail: null },
  share_paid: { switch: 'account', mail: null },
  follow_ended: { switch: 'trading', mail: null },
  loan_verified: { switch: 'account', mail: null },
  loan_verification_rejected: { switch: 'account', mail: null },
  loan_paid_out: { switch: null, mail: 'loan_paid_out' },
  loan_rejected: { switch: 'account', mail: 'loan_rejected' },
  loan_overdue: { switch: null, mail: 'loan_overdue' },
  loan_due_soon: { switch: null, mail: 'loan_due_soon' },
  loan_short: { switch: null, mail: 'loan_short' },
  loan_repaid: { switch: null, mail: 'loan_repaid' },
  chat_answer: { switch: 'account', mail: 'chat_answer' },
  // Whoever else asked for it must not be able to keep it from the owner.
  export_ready: { switch: null, mail: 'export_ready' },
};

/** Told by a text message beside the letter, to who has both: whoever took one of the names must not be the only one who hears of it. */
const BY_EVERY_NAME: ReadonlySet<UserNotice['kind']> = new Set<(typeof STORED_NOTICES)[number]>([
  ...(['totp_added', 'totp_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_made'] as const),
  ...(['name_changed', 'export_ready'] as const),
]);

/** At most two statements, and none where nothing is to be kept. Users who play are told in the app alone: they have no address. */
export function writeNotices(notices: readonly RealmNotice[], newId: () => Id): Statement[] {
  const stored = notices.filter(({ kind }) => STORED.has(kind)).map((notice) => ({ ...notice, id: newId() }));
  return [...insertNotices(stored), ...tellOutside(stored.flatMap(messagesOf))];
}

const messagesOf = ({ id, kind, realm }: NewNotice): Telling[] => {
  const told = realm === 'live' ? toldOf(kind) : undefined;
  if (!told) return [];
  const push = { noticeId: id, channel: PUSH, switch: told.switch } as const;
  if (told.mail === null) return [push];
  const sms = BY_EVERY_NAME.has(kind) ? [{ noticeId: id, channel: SMS, switch: told.switch } as const] : [];
  return [{ noticeId: id, channel: MAIL, switch: told.switch }, ...sms, push];
};

const toldOf = (kind: UserNotice['kind']): Told | undefined =>
  Object.entries(TOLD).find(([name]) => name === kind)?.[1];
