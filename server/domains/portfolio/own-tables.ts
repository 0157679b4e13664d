// Which rows of which tables are somebody's own: what a copy of their data holds. A table with a user's id that is named nowhere here fails a test.

export interface OwnTable {
  readonly table: string;
  /** SQL: which of its rows `t` are those of the user $1. */
  readonly own: string;
  /** Hashes, seals and other people's ids: of no use to the user, and of some to whoever finds the copy. */
  readonly without?: readonly string[];
  /** Likewise, in the JSON that a column holds. */
  readonly withoutInside?: readonly string[];
}

const BY_USER = 't.user_id = $1';
const BY_OWNER = 't.owner_id = $1';
const OWN_ACCOUNT = 't.account_id IN (SELECT a.id FROM ledger_accounts a WHERE a.owner_id = $1)';
const OWN_UPLOAD = 't.upload_id IN (SELECT u.id FROM uploads u WHERE u.owner_id = $1)';

export const OWN_TABLES: readonly OwnTable[] = [
  { table: 'users', own: 't.id = $1' },
  { table: 'account_names', own: BY_USER },
  { table: 'credentials', own: BY_USER, without: ['password_hash'] },
  { table: 'invites', own: BY_USER, without: ['invited_by'] },
  { table: 'user_standing', own: BY_USER, without: ['actor_id'], withoutInside: ['by'] },
  { table: 'standing_history', own: BY_USER, without: ['standing', 'actor_id'] },
  { table: 'preferences', own: BY_USER, without: ['mail_word_sealed'] },
  { table: 'sessions', own: BY_USER, without: ['token_hash', 'device_hash'] },
  { table: 'user_devices', own: BY_USER, without: ['device_hash'] },
  { table: 'user_totp', own: BY_USER, without: ['secret_sealed'] },
  { table: 'user_passkeys', own: BY_USER, without: ['credential_id', 'public_key'] },
  { table: 'recovery_codes', own: BY_USER, without: ['code_mac', 'key_sealed'] },
  { table: 'push_subscriptions', own: BY_USER, without: ['endpoint_mac', 'sealed'] },
  { table: 'notices', own: BY_USER },
  { table: 'content_reads', own: BY_USER },
  { table: 'support_lines', own: BY_USER },
  { table: 'support_threads', own: BY_USER, without: ['claimed_by', 'claimed_until'] },
  { table: 'support_messages', own: BY_USER, without: ['staff_id'] },
  { table: 'outbox', own: BY_OWNER, without: ['payload', 'failure'] },
  {
    table: 'verifications',
    own: BY_USER,
    without: ['name_sealed', 'card_sealed', 'card_mac', 'claimed_by', 'decided_by'],
  },
  { table: 'uploads', own: BY_OWNER, without: ['key_sealed'] },
  { table: 'upload_views', own: OWN_UPLOAD, without: ['viewer_id'] },
  // Who of the staff worked on it is theirs to know.
  { table: 'feedback', own: BY_USER, without: ['claimed_by', 'claimed_until', 'answered_by', 'closed_by', 'from_mac'] },
  // The key is another account of theirs, or this one.
  { table: 'traders', own: BY_USER, without: ['person_key', 'nickname_key'] },
  { table: 'trader_applications', own: BY_USER, without: ['agreement_hash', 'decided_by'] },
  { table: 'trader_equity', own: BY_USER, without: ['through'] },
  { table: 'trader_following', own: 't.trader_id = $1' },
  // Whom they follow, and what it came to; who follows them is those people's.
  { table: 'follows', own: BY_USER },
  { table: 'follow_settings', own: BY_USER },
  { table: 'copy_events', own: 't.trader_id = $1' },
  { table: 'copy_skips', own: BY_USER },
  { table: 'copy_marks', own: BY_USER },
  { table: 'copy_steps', own: BY_USER },
  { table: 'loan_exclusions', own: BY_USER },
  { table: 'loan_persons', own: BY_USER, without: ['person_sealed', 'decided_by'] },
  { table: 'loans', own: BY_USER, without: ['decided_by', 'first_yes_by'] },
  {
    table: 'loan_agreements',
    own: 't.loan_id IN (SELECT l.id FROM loans l WHERE l.user_id = $1)',
    without: ['hash', 'evidence_hash'],
  },
  { table: 'fund_subscriptions', own: BY_USER },
  {
    table: 'fund_income',
    own: 't.sub_id IN (SELECT s.id FROM fund_subscriptions s WHERE s.user_id = $1)',
  },
  { table: 'exports', own: BY_USER },
  { table: 'ledger_accounts', own: BY_OWNER },
  { table: 'journals', own: BY_OWNER, without: ['actor_id'] },
  { table: 'entries', own: OWN_ACCOUNT },
  { table: 'forex_orders', own: BY_USER },
  { table: 'micro_orders', own: BY_USER },
  { table: 'acceptances', own: BY_USER },
  {
    table: 'destinations',
    own: BY_USER,
    without: ['details_sealed', 'place_mac'],
  },
  // The key that it is derived by is the house's.
  { table: 'own_addresses', own: BY_USER, without: ['branch'] },
  {
    table: 'withdrawals',
    own: BY_USER,
    without: ['claimed_by', 'paid_by', 'nothing_sent_by', 'ended_by', 'back_by', 'back_receipt_id', 'flags'],
  },
  {
    table: 'deposits',
    own: BY_USER,
    // That somebody else says the same transaction is theirs is nobody's to know.
    without: ['held_for', 'claimed_by', 'claimed_until', 'decided_by', 'receipt_id', 'assigned'],
  },
  { table: 'command_keys', own: BY_OWNER, without: ['body_hash'] },
];

/** With a user's id, and yet nothing that a copy would tell its reader. Each with why. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  codes: 'fingerprints alone: which code was sent where stands nowhere',
  user_tickets: 'steps between two calls, over within minutes',
  staff_user_links: "the staff's own: whom of them a conflict of interest keeps from an account",
};
