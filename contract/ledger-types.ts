// Type codes of journals: what a line of a user's ledger is called. Numbers are stored for ever; never reuse one. Domains add theirs here, so that
// one list shows which are taken, and declare in their own ledger.ts what each does.

export const LEDGER_TYPES = {
  demo_grant: 1,
  demo_reset: 2,
  house_capital: 3,
  demo_removed: 4,
  forex_open: 10,
  forex_place: 11,
  forex_fill: 12,
  forex_cancel: 13,
  forex_close: 14,
  forex_financing: 15,
  forex_reset: 18,
  micro_open: 20,
  micro_settle: 21,
  micro_void: 22,
  micro_reset: 23,
  /** The trader's share of what copies gained: set aside as one closes, returned as losses follow, paid. */
  copy_share_set_aside: 30,
  copy_share_returned: 31,
  copy_share_paid: 32,
  /** A loan's principal paid out, and it repaid with what it cost. */
  loan_paid_out: 40,
  loan_repaid: 41,
  /** Fund products: bought, a day's interest, the principal at the end of the term, redeemed early, ended by a demo reset. */
  fund_bought: 50,
  fund_income: 51,
  fund_matured: 52,
  fund_redeemed: 53,
  fund_reset: 54,
  /** Money in: a receipt credited, taken back, booked without an owner, matched with one, sent back. */
  deposit: 100,
  deposit_reversed: 101,
  receipt_unmatched: 102,
  receipt_matched: 103,
  receipt_returned: 104,
  /** Money out: held, left the account, paid, set free again, found not to have been sent, come back. */
  withdrawal: 110,
  withdrawal_approved: 111,
  withdrawal_paid: 112,
  withdrawal_rejected: 113,
  withdrawal_cancelled: 114,
  withdrawal_returned: 115,
  payment_back: 116,
  /** Between two accounts of one user. */
  transfer: 120,
  correction: 130,
  /** The house's own money, between its bank and its books and between the two pools. */
  capital_in: 131,
  capital_out: 132,
  pool_settlement: 134,
  fees_taken: 135,
  conversion_difference: 136,
} as const;

export type LedgerType = keyof typeof LEDGER_TYPES;
