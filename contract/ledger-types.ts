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

/** As the product numbers a user's accounts: 1 fund, 2 futures, 3 options. */
export type LedgerAccount = 1 | 2 | 3;

interface OnAccounts {
  /** On which of a user's accounts it has a line. */
  readonly on: readonly LedgerAccount[];
  /** Where it is of one realm alone. */
  readonly realm?: 'live' | 'demo';
}
const FUND = { on: [1] } as const;
const FUTURES = { on: [2] } as const;
const OPTIONS = { on: [3] } as const;
const ALL = { on: [1, 2, 3] } as const;
const LIVE = { realm: 'live' } as const;
const DEMO = { realm: 'demo' } as const;

/** Types that nobody's ledger is asked for. */
type Unasked =
  | 'receipt_unmatched'
  | 'receipt_returned'
  | 'withdrawal_paid'
  | 'house_capital'
  | 'capital_in'
  | 'capital_out'
  | 'pool_settlement'
  | 'fees_taken'
  | 'conversion_difference'
  // Whose it was is gone.
  | 'demo_removed';

/** What a user's ledger can be asked for, by account: a new type has its place here or above, or nothing compiles. A test holds the domains' declarations to it. */
type AskedType = Exclude<LedgerType, Unasked>;
const ON_ACCOUNTS: Readonly<Record<AskedType, OnAccounts>> = {
  deposit: { ...FUND, ...LIVE },
  receipt_matched: { ...FUND, ...LIVE },
  deposit_reversed: { ...FUND, ...LIVE },
  withdrawal: { ...FUND, ...LIVE },
  withdrawal_approved: { ...FUND, ...LIVE },
  withdrawal_rejected: { ...FUND, ...LIVE },
  withdrawal_cancelled: { ...FUND, ...LIVE },
  withdrawal_returned: { ...FUND, ...LIVE },
  payment_back: { ...FUND, ...LIVE },
  transfer: { ...ALL, ...LIVE },
  correction: { ...FUND, ...LIVE },
  forex_open: FUTURES,
  forex_place: FUTURES,
  forex_fill: FUTURES,
  forex_cancel: FUTURES,
  forex_close: FUTURES,
  forex_financing: FUTURES,
  micro_open: OPTIONS,
  micro_settle: OPTIONS,
  micro_void: OPTIONS,
  copy_share_set_aside: { ...FUTURES, ...LIVE },
  copy_share_returned: { ...FUTURES, ...LIVE },
  copy_share_paid: { ...FUND, ...LIVE },
  loan_paid_out: { ...FUND, ...LIVE },
  loan_repaid: { ...FUND, ...LIVE },
  fund_bought: FUND,
  fund_income: FUND,
  fund_matured: FUND,
  fund_redeemed: FUND,
  demo_grant: { ...ALL, ...DEMO },
  demo_reset: { ...ALL, ...DEMO },
  forex_reset: { ...FUTURES, ...DEMO },
  micro_reset: { ...OPTIONS, ...DEMO },
  fund_reset: { ...FUND, ...DEMO },
};

const isAsked = (name: string): name is AskedType => Object.hasOwn(ON_ACCOUNTS, name);

/** The types of lines that an account can have in a realm, the most asked for first. */
export const typesOn = (account: LedgerAccount, realm: 'live' | 'demo'): readonly AskedType[] =>
  Object.keys(ON_ACCOUNTS)
    .filter(isAsked)
    .filter((type) => ON_ACCOUNTS[type].on.includes(account) && (ON_ACCOUNTS[type].realm ?? realm) === realm);
